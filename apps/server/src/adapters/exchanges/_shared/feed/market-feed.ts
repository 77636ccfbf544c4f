import type { BookSlot, ExchangeId, MarketKind } from '@makas/domain'
import type { WantedBook } from '../../../../app/ports/market/book-feed.ts'
import type { ControlEvent, Endpoint } from '../../../../app/ports/market/exchange-reader.ts'
import type { Access } from '../rest/access.ts'
import type { RestResult } from '../rest/rest-client.ts'
import type { Connection, ConnectionEnd } from '../socket/connection.ts'
import type { Lane, LaneEvents } from '../socket/lane.ts'
import { Lanes } from '../socket/lanes.ts'
import type { Dialect, SocketDialect } from '../talk/dialect.ts'
import type { FeedContext } from '../talk/feed-context.ts'
import { Confirmations } from './confirmations.ts'
import { FailureLog } from './failure-log.ts'
import { connectionState, type MarketStatus, type Trouble } from './feed-status.ts'
import { FrameIntake } from './frame-intake.ts'
import { FundingDuties } from './funding-duties.ts'
import { MarksAndFunding } from './marks-and-funding.ts'
import { Repairs } from './repairs.ts'
import { RestDuties } from './rest-duties.ts'

/** Time for a new connection's snapshots, ms: a book that has none by then is lost. */
const ANEW_MS = 2_500
const FIRST_REQUEST_ID = 1
/**
 * Time after a refused frame in which further refused frames of its book are no news, ms: longer than any pause of its
 * repair.
 */
const UNREADABLE_MS = 60_000
/** Longest frame, in bytes, that is searched for the server time of a keep-alive answer. */
const LONGEST_PONG = 256

/** The feed of one market of an exchange: connections, REST within the limits, repairs, confirmations, clock, lists. */
export class MarketFeed {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly #dialect: Dialect
  readonly #context: FeedContext
  readonly #access: Access
  readonly #intake: FrameIntake
  readonly #books: Lanes
  /** Null unless the market is of perpetuals. */
  readonly #perp: MarksAndFunding | null
  readonly #repairs: Repairs
  readonly #confirmations: Confirmations
  readonly #duties: RestDuties
  readonly #failures: FailureLog
  /** When a frame of a book was last refused, ms. */
  readonly #unreadableAt = new Map<string, number>()
  #wanted: ReadonlySet<string> = new Set()
  #requestId = FIRST_REQUEST_ID
  #wasLive = false
  #isStopped = false
  #trouble: Trouble | null = null

  constructor(dialect: Dialect, access: Access, context: FeedContext) {
    this.exchange = dialect.protocol.exchange
    this.market = dialect.market
    this.#dialect = dialect
    this.#context = context
    this.#access = access
    this.#intake = new FrameIntake({
      protocol: dialect.protocol,
      repair: dialect.repair,
      sink: context.sink,
      events: {
        exhausted: (slot) => {
          this.#log('info', 'feed.depth-exhausted', { symbol: slot.symbol })
          this.#lose(slot, 'gap')
          this.#repairs.start(slot.symbol)
        },
        shallow: ({ symbol }) => this.#repairs.refresh(symbol),
        lost: (slot) => this.repair(slot),
        refused: (slot, why) => this.#unreadable(slot, why),
        listed: () => this.#duties.listed(),
        doubted: (entries, before) => {
          this.#log('warn', 'feed.list-doubted', { entries, before })
          this.#duties.doubted()
        },
        fact: (fact, reading) => this.#perp?.onFact(fact, reading),
        control: (event, reading) => this.#controlled(event, reading),
      },
    })
    const { clock, random } = context
    const { rest, limits } = access
    const { perp } = dialect
    const read = ({ endpoint, body, receivedAt }: RestResult & { readonly kind: 'ok' }) =>
      this.#intake.answer(endpoint, body, receivedAt)
    this.#books = this.#lanesOf(dialect.socket, (endpoint) => this.#bookEvents(endpoint))
    this.#perp =
      perp === null
        ? null
        : new MarksAndFunding(
            perp.marks.topic,
            this.#lanesOf(perp.marks.socket, (endpoint) => this.#markEvents(endpoint)),
            new FundingDuties({ perp, rest, budget: limits.funding, clock, random, read }),
          )
    this.#repairs = new Repairs({
      dialect,
      clock,
      random,
      rest,
      slot: (symbol) => this.#slot(symbol),
      lane: (symbol) => this.#books.laneOf(symbol),
      read,
    })
    this.#confirmations = new Confirmations({
      dialect,
      clock,
      rest,
      beside: ({ symbol }) => [...(this.#books.laneOf(symbol)?.symbols ?? [])].flatMap((one) => this.#slot(one) ?? []),
      same: (book, receivedAt) => this.#confirmed(book, receivedAt),
      different: (book) => {
        this.#log('warn', 'feed.book-differs', { symbol: book.symbol })
        this.#lose(book, 'gap')
        this.#repairs.start(book.symbol)
      },
    })
    this.#failures = new FailureLog({
      clock,
      log: (level, event, data) => this.#log(level, event, data),
      event: 'feed.connect-failed',
    })
    this.#duties = new RestDuties({
      dialect,
      rest,
      clock,
      random,
      read,
      onOffset: () => this.#setOffsets(this.#books.names),
      onDailyChanges: (changes) => context.onDailyChanges?.(this.exchange, changes),
      onListFailed: (reason) => {
        this.#trouble = reason
      },
      onListAged: () => this.#subscribe(),
      log: (level, event, data) => this.#log(level, event, data),
    })
  }

  start(): void {
    this.#duties.start()
    this.#perp?.start()
  }

  want(books: readonly WantedBook[]): void {
    this.#wanted = new Set(books.filter(({ market }) => market === this.market).map(({ symbol }) => symbol))
    this.#subscribe()
  }

  /** Subscribes to the wanted books, and leaves all while the list is too old to rest on. */
  #subscribe(): void {
    const books = this.#duties.isListAged ? new Set<string>() : this.#wanted
    this.#books.want(
      books,
      (symbol) => this.#dropped(symbol),
      (symbols) => this.#setOffsets(symbols),
    )
    this.#perp?.want(books)
  }

  repair(slot: BookSlot): void {
    if (this.#books.laneOf(slot.symbol) !== undefined) this.#repairs.start(slot.symbol)
  }

  confirm(slot: BookSlot): void {
    if (this.#books.laneOf(slot.symbol)?.isOpen) this.#confirmations.start(slot)
  }

  refresh(slot: BookSlot): void {
    if (this.#books.laneOf(slot.symbol)?.isOpen) this.#repairs.refresh(slot.symbol)
  }

  status(now: number): MarketStatus {
    const { gate, rest } = this.#access
    const ban = rest.ban(now)
    const lanes = this.#perp === null ? [this.#books] : [this.#books, this.#perp.marks]
    const sum = (of: (lanes: Lanes) => number) => lanes.reduce((total, one) => total + of(one), 0)
    return {
      ...connectionState({
        ban,
        maintenance: gate.maintenance !== 'none',
        lanes: sum(({ count }) => count),
        open: sum(({ open }) => open),
        failures: gate.failures,
        lacksList: this.#duties.lacksList,
        wasLive: this.#wasLive,
        trouble: this.#trouble,
      }),
      isWanted: this.#wanted.size > 0,
      sockets: sum(({ sockets }) => sockets),
      reconnects: sum(({ reconnects }) => reconnects),
      bannedUntil: ban?.until ?? null,
      refusedFrames: this.#intake.refused,
      unconfirmed: sum(({ unconfirmed }) => unconfirmed),
      refusedSubscriptions: sum(({ refused }) => refused),
      clockOffsetMs: this.#duties.offsetMs,
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#duties.stop()
    this.#repairs.stop()
    this.#books.stop()
    this.#perp?.stop()
  }

  #slot(symbol: string): BookSlot | null {
    return this.#context.sink.slot(this.market, symbol)
  }

  #controlled(event: ControlEvent, reading: Connection | null): void {
    if (event.kind === 'closing') {
      this.#log('info', 'feed.closing', { why: event.why })
      this.#books.closing(reading)
      this.#perp?.marks.closing(reading)
    } else if (event.kind === 'system') {
      if (!event.trading) this.#log('warn', 'feed.maintenance', { why: event.why })
      this.#access.gate.announced(!event.trading)
    }
  }

  #lanesOf(socket: SocketDialect, eventsOf: (endpoint: Endpoint) => LaneEvents): Lanes {
    const url = `${this.#access.hosts.socket}${socket.path}`
    const endpoint = this.#dialect.protocol.endpoint(new URL(url))
    if (endpoint === null) throw new RangeError(`the reader does not know ${url}`)
    const { clock, random } = this.#context
    const nextId = () => this.#requestId++
    return new Lanes({ socket, url, clock, random, gate: this.#access.gate, nextId, events: eventsOf(endpoint) })
  }

  #bookEvents(endpoint: Endpoint): LaneEvents {
    return {
      ...this.#connectionEvents(endpoint, 'books'),
      subscribed: (_lane, symbols) => this.#subscribed(symbols),
      opened: (lane, connection) => this.#opened(lane, connection),
      tookOver: (lane, startsAnew) => this.#tookOver(lane, startsAnew),
      down: (lane, end) => this.#down(lane, end),
    }
  }

  /** Marks of a lost connection are kept: each reader of a mark checks its age. */
  #markEvents(endpoint: Endpoint): LaneEvents {
    return {
      ...this.#connectionEvents(endpoint, 'marks'),
      frame: (connection, bytes, receivedAt) =>
        this.#perp?.watch(connection, () => this.#read(endpoint, connection, bytes, receivedAt)),
      subscribed: ignore,
      opened: ignore,
      tookOver: ignore,
      down: (_lane, end) => this.#log('warn', 'feed.marks-disconnected', { reason: end.reason, detail: end.detail }),
    }
  }

  #connectionEvents(endpoint: Endpoint, of: 'books' | 'marks') {
    return {
      frame: (connection, bytes, receivedAt) => this.#read(endpoint, connection, bytes, receivedAt),
      binary: (connection) => this.#intake.binary(endpoint, connection),
      sent: (text) => this.#intake.sent(endpoint, text),
      refused: (_connection, symbols, why) => this.#log('warn', 'feed.subscription-refused', { of, symbols, why }),
      overdue: (_connection, symbols) => this.#log('warn', 'feed.subscription-unconfirmed', { of, symbols }),
      failed: (end) => this.#failed(end),
    } satisfies Partial<LaneEvents>
  }

  /** The book stays out, and is tried again at longer intervals. Returns whether it could be read before. */
  #unreadable({ symbol }: BookSlot, why: string): boolean {
    const now = this.#context.clock.now()
    const isNews = !(now - (this.#unreadableAt.get(symbol) ?? Number.NaN) < UNREADABLE_MS)
    this.#unreadableAt.set(symbol, now)
    if (isNews) this.#log('warn', 'feed.book-unreadable', { symbol, why })
    return isNews
  }

  #dropped(symbol: string): void {
    this.#repairs.cancel(symbol)
    this.#unreadableAt.delete(symbol)
    const slot = this.#slot(symbol)
    if (slot === null) return
    this.#intake.forget(slot)
    this.#lose(slot, 'down')
  }

  #read(endpoint: Endpoint, connection: Connection, bytes: Uint8Array, receivedAt: number): void {
    this.#intake.frame(endpoint, connection, bytes, receivedAt)
    if (this.#dialect.time.kind === 'pong') this.#readPong(connection, bytes, receivedAt)
  }

  #lose(slot: BookSlot, reason: 'gap' | 'down'): void {
    const before = slot.validity
    slot.lose(reason)
    if (slot.validity !== before) this.#context.sink.lost(slot, reason)
  }

  /** Invalidates every book of the lane before anything else happens (reliability-matrix.md 5). */
  #down(lane: Lane, end: ConnectionEnd): void {
    for (const symbol of lane.symbols) {
      const slot = this.#slot(symbol)
      if (slot === null) continue
      this.#intake.forget(slot)
      this.#lose(slot, 'down')
    }
    for (const symbol of lane.symbols) this.#repairs.cancel(symbol)
    this.#trouble = end.reason
    this.#log('warn', 'feed.disconnected', { reason: end.reason, detail: end.detail, books: lane.symbols.size })
  }

  #failed(end: ConnectionEnd): void {
    const { gate, rest } = this.#access
    this.#trouble = end.reason
    this.#failures.failed({ reason: end.reason, detail: end.detail, failures: gate.failures + 1 })
    if (end.status === null) return
    const verdict = this.#dialect.address.verdict(end.status, end.bodyStart ?? '')
    if (verdict.kind === 'limited') rest.limited(verdict, end.retryAfter, end.bodyStart ?? '')
  }

  #opened(lane: Lane, connection: Connection): void {
    this.#wasLive = true
    if (this.#books.open === this.#books.count) this.#trouble = null
    if (this.#dialect.greeting !== null && this.#books.isFirst(lane)) {
      connection.say(this.#dialect.greeting(this.#requestId++))
    }
  }

  /** Changes of these symbols come from now on: where they need a REST snapshot, it is requested. */
  #subscribed(symbols: readonly string[]): void {
    if (this.#dialect.repair.kind === 'snapshot') for (const symbol of symbols) this.#startIfLost(symbol)
  }

  #startIfLost(symbol: string): void {
    if (this.#slot(symbol)?.acceptsDeltas === false) this.#repairs.start(symbol)
  }

  #tookOver(lane: Lane, startsAnew: boolean): void {
    this.#log('info', 'feed.connection-replaced', { books: lane.symbols.size })
    if (!startsAnew) {
      for (const symbol of lane.symbols) this.#startIfLost(symbol)
      return
    }
    const versions = new Map<BookSlot, number>()
    for (const symbol of lane.symbols) {
      const slot = this.#slot(symbol)
      if (slot?.acceptsDeltas) versions.set(slot, slot.version)
    }
    this.#context.clock.after(ANEW_MS, () => {
      if (this.#isStopped) return
      for (const [slot, version] of versions) {
        if (slot.version !== version || !slot.acceptsDeltas || this.#books.laneOf(slot.symbol) === undefined) continue
        this.#lose(slot, 'down')
        this.#repairs.start(slot.symbol)
      }
    })
  }

  #confirmed(slot: BookSlot, receivedAt: number): void {
    slot.confirmed(receivedAt)
    this.#books.laneOf(slot.symbol)?.proven(receivedAt)
    this.#context.sink.touched(slot)
  }

  #readPong(connection: Connection, bytes: Uint8Array, receivedAt: number): void {
    const { time } = this.#dialect
    if (time.kind !== 'pong' || bytes.length > LONGEST_PONG) return
    const pong = time.parse(Buffer.from(bytes).toString('latin1'))
    const sentAt = pong === null ? null : connection.answered(pong.requestId)
    if (pong !== null && sentAt !== null) this.#duties.measured(pong.serverTime, sentAt, receivedAt)
  }

  #setOffsets(symbols: Iterable<string>): void {
    const offset = this.#duties.offsetMs
    if (offset === null) return
    for (const symbol of symbols) {
      const slot = this.#slot(symbol)
      if (slot !== null) slot.clockOffsetMs = offset
    }
  }

  #log(level: 'info' | 'warn' | 'error', event: string, data: Record<string, unknown>): void {
    if (!this.#isStopped) this.#context.log(level, event, { exchange: this.exchange, market: this.market, ...data })
  }
}

const ignore = () => undefined
