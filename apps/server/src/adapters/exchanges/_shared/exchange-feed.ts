import type { BookSlot, ExchangeId } from '@makas/domain'
import type { BookFeed, FeedStatus, WantedBook } from '../../../app/ports/book-feed.ts'
import type { ControlEvent, Endpoint, ExchangeReader, ReaderSink } from '../../../app/ports/exchange-reader.ts'
import { type Ban, banFile } from '../../system/ban-file.ts'
import { Confirmations } from './confirmations.ts'
import { ConnectGate } from './connect-gate.ts'
import type { Connection, ConnectionEnd } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { type FeedContext, hostsOf } from './feed-context.ts'
import { alarmLevel, standing, type Trouble } from './feed-standing.ts'
import { KnownDepth } from './known-depth.ts'
import { Lane } from './lane.ts'
import { Repairs } from './repairs.ts'
import { RestDuties } from './rest-duties.ts'
import { RestLine, retryAfterMs } from './rest-line.ts'

/** After a new connection took over, a book that its snapshot does not reach within this is lost. */
const ANEW_MS = 2_500
const FIRST_REQUEST_ID = 1
/** Only short frames are looked through for the time that a keep-alive answer carries. */
const LONGEST_PONG = 256

/** One exchange's spot feed: lanes of connections, REST within its budget, repair, proof, clock and lists. */
export class ExchangeFeed implements BookFeed {
  readonly exchange: ExchangeId
  readonly #dialect: Dialect
  readonly #context: FeedContext
  readonly #reader: ExchangeReader
  readonly #socketUrl: string
  readonly #socketEndpoint: Endpoint
  readonly #rest: RestLine
  readonly #gate: ConnectGate
  readonly #repairs: Repairs
  readonly #confirmations: Confirmations
  readonly #duties: RestDuties
  /** Only where books grow from snapshots of limited depth. */
  readonly #knownDepth: KnownDepth | null
  readonly #lanes: Lane[] = []
  readonly #laneBySymbol = new Map<string, Lane>()
  #reading: Connection | null = null
  #requestId = FIRST_REQUEST_ID
  #wasLive = false
  #isStopped = false
  #bans = 0
  #refusedFrames = 0
  #reconnectsOfOld = 0
  #trouble: Trouble | null = null

  constructor(dialect: Dialect, context: FeedContext) {
    this.exchange = dialect.protocol.exchange
    this.#dialect = dialect
    this.#context = context
    const { clock, random, origin, dataDir } = context
    this.#knownDepth = dialect.repair.kind === 'snapshot' ? new KnownDepth(dialect.repair.levels) : null
    const hosts = hostsOf(dialect.hosts, dialect.prefix, origin)
    this.#socketUrl = `${hosts.socket}${dialect.socketPath}`
    const endpoint = dialect.protocol.endpoint(new URL(this.#socketUrl))
    if (endpoint === null) throw new RangeError(`the reader does not know ${this.#socketUrl}`)
    this.#socketEndpoint = endpoint
    this.#reader = dialect.protocol.reader(this.#listeningSink())
    this.#gate = new ConnectGate(clock, random, dialect.limits.connects)
    this.#rest = new RestLine({
      base: hosts.rest,
      protocol: dialect.protocol,
      budget: dialect.limits.rest,
      verdict: dialect.verdict,
      clock,
      // A simulated exchange's ban is no ban of the real one.
      bans: banFile(dataDir, origin === null ? this.exchange : `${this.exchange}-simulated`),
      onBan: (ban) => this.#banned(ban),
    })
    const held = this.#rest.ban(clock.now())
    if (held !== null) this.#gate.hold(held.until)
    const slot = (symbol: string) => context.sink.slot('spot', symbol)
    this.#repairs = new Repairs({
      dialect,
      clock,
      random,
      rest: this.#rest,
      slot,
      lane: (symbol) => this.#laneBySymbol.get(symbol),
      read: ({ endpoint, body, receivedAt }) => this.#reader.read(endpoint, body, receivedAt),
    })
    this.#confirmations = new Confirmations({
      dialect,
      clock,
      rest: this.#rest,
      same: (book, receivedAt) => this.#confirmed(book, receivedAt),
      different: (book) => {
        this.#log('warn', 'feed.book-differs', { symbol: book.symbol })
        this.#lose(book, 'gap')
        this.#repairs.start(book.symbol)
      },
    })
    this.#duties = new RestDuties({
      dialect,
      rest: this.#rest,
      clock,
      random,
      read: ({ endpoint, body, receivedAt }) => this.#reader.read(endpoint, body, receivedAt),
      onOffset: () => this.#setOffsets(this.#laneBySymbol.keys()),
      onDailyChanges: (changes) => context.onDailyChanges?.(this.exchange, changes),
      onListFailed: (reason) => {
        this.#trouble = reason
      },
      log: (level, event, data) => this.#log(level, event, data),
    })
  }

  start(): void {
    this.#duties.start()
  }

  want(books: readonly WantedBook[]): void {
    const wanted = new Set(books.filter(({ market }) => market === 'spot').map(({ symbol }) => symbol))
    for (const [symbol, lane] of [...this.#laneBySymbol]) {
      if (!wanted.has(symbol)) this.#drop(symbol, lane)
    }
    const missing = [...wanted].filter((symbol) => !this.#laneBySymbol.has(symbol))
    const room = this.#dialect.limits.symbolsPerSocket
    while (missing.length > 0) {
      const lane = this.#lanes.find(({ symbols }) => symbols.size < room) ?? this.#newLane()
      const part = missing.splice(0, room - lane.symbols.size)
      for (const symbol of part) this.#laneBySymbol.set(symbol, lane)
      this.#setOffsets(part)
      lane.add(part)
    }
  }

  repair(slot: BookSlot): void {
    if (this.#laneBySymbol.has(slot.symbol)) this.#repairs.start(slot.symbol)
  }

  confirm(slot: BookSlot): void {
    if (this.#laneBySymbol.get(slot.symbol)?.isOpen) this.#confirmations.start(slot)
  }

  refresh(slot: BookSlot): void {
    if (this.#laneBySymbol.get(slot.symbol)?.isOpen) this.#repairs.refresh(slot.symbol)
  }

  status(now: number): FeedStatus {
    const ban = this.#rest.ban(now)
    const count = (of: (connection: Connection) => number) =>
      this.#lanes.reduce((sum, { current }) => sum + (current === null ? 0 : of(current)), 0)
    return {
      exchange: this.exchange,
      ...standing({
        ban,
        maintenance: this.#gate.maintenance !== 'none',
        lanes: this.#lanes.length,
        open: this.#lanes.filter(({ isOpen }) => isOpen).length,
        failures: this.#gate.failures,
        lacksList: this.#duties.lacksList,
        wasLive: this.#wasLive,
        trouble: this.#trouble,
      }),
      sockets: this.#lanes.reduce((sum, { sockets }) => sum + sockets, 0),
      reconnects: this.#lanes.reduce((sum, { reconnects }) => sum + reconnects, this.#reconnectsOfOld),
      bans: this.#bans,
      bannedUntil: ban?.until ?? null,
      refusedFrames: this.#refusedFrames,
      unconfirmed: count(({ subscriptions }) => subscriptions.overdueCount),
      refusedSubscriptions: count(({ subscriptions }) => subscriptions.count('refused')),
      clockOffsetMs: this.#duties.offsetMs,
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#duties.stop()
    this.#repairs.stop()
    this.#gate.stop()
    for (const lane of this.#lanes) lane.stop()
    this.#rest.stop()
  }

  /** The engine's sink, with an ear for what the feed has to act on. */
  #listeningSink(): ReaderSink {
    const { sink } = this.#context
    return {
      slot: (market, symbol) => sink.slot(market, symbol),
      touched: (slot) => {
        this.#reading?.subscriptions.seen(slot.symbol)
        const known = this.#knownDepth?.look(slot, this.#context.clock.now())
        if (known === 'lost') {
          this.#log('info', 'feed.depth-exhausted', { symbol: slot.symbol })
          this.#lose(slot, 'gap')
          this.#repairs.start(slot.symbol)
          return
        }
        sink.touched(slot)
        if (known === 'refresh') this.#repairs.refresh(slot.symbol)
      },
      lost: (slot, reason) => {
        sink.lost(slot, reason)
        if (this.#laneBySymbol.has(slot.symbol)) this.#repairs.start(slot.symbol)
      },
      instruments: (exchange, market, list, complete) => {
        this.#duties.listed()
        this.#reading?.notData()
        sink.instruments(exchange, market, list, complete)
      },
      fact: (exchange, fact) => sink.fact(exchange, fact),
      control: (endpoint, event) => {
        this.#controlled(event)
        sink.control(endpoint, event)
      },
      refused: (endpoint, why) => {
        this.#refusedFrames++
        this.#reading?.refusedFrame()
        sink.refused(endpoint, why)
      },
    }
  }

  #controlled(event: ControlEvent): void {
    this.#reading?.control(event)
    if (event.kind === 'closing') {
      this.#log('info', 'feed.closing', { why: event.why })
      this.#lanes.find(({ current }) => current === this.#reading)?.closing()
    } else if (event.kind === 'system') {
      if (!event.trading) this.#log('warn', 'feed.maintenance', { why: event.why })
      this.#gate.announced(!event.trading)
    }
  }

  #newLane(): Lane {
    const { clock, random } = this.#context
    const lane = new Lane({
      dialect: this.#dialect,
      url: this.#socketUrl,
      clock,
      random,
      gate: this.#gate,
      nextId: () => this.#requestId++,
      events: {
        frame: (connection, bytes, receivedAt) => this.#read(connection, bytes, receivedAt),
        binary: (connection) => {
          this.#refusedFrames++
          connection.refusedFrame()
          this.#context.sink.refused(this.#socketEndpoint, 'binary')
        },
        sent: (text) => this.#reader.sent(this.#socketEndpoint, text),
        subscribed: (_lane, symbols) => this.#subscribed(symbols),
        refused: (_connection, symbols, why) => this.#log('warn', 'feed.subscription-refused', { symbols, why }),
        overdue: (_connection, symbols) => this.#log('warn', 'feed.subscription-unconfirmed', { symbols }),
        opened: (own, connection) => this.#opened(own, connection),
        tookOver: (own, startsAnew) => this.#tookOver(own, startsAnew),
        down: (own, end) => this.#down(own, end),
        failed: (end) => this.#failed(end),
      },
    })
    this.#lanes.push(lane)
    return lane
  }

  #drop(symbol: string, lane: Lane): void {
    this.#laneBySymbol.delete(symbol)
    this.#repairs.cancel(symbol)
    lane.remove(symbol)
    const slot = this.#context.sink.slot('spot', symbol)
    if (slot !== null) {
      this.#reader.forget(slot)
      this.#lose(slot, 'down')
    }
    if (lane.symbols.size > 0) return
    this.#reconnectsOfOld += lane.reconnects
    this.#lanes.splice(this.#lanes.indexOf(lane), 1)
  }

  #read(connection: Connection, bytes: Uint8Array, receivedAt: number): void {
    this.#reading = connection
    this.#reader.read(this.#socketEndpoint, bytes, receivedAt)
    this.#reading = null
    if (this.#dialect.time.kind === 'pong') this.#readPong(connection, bytes, receivedAt)
  }

  #lose(slot: BookSlot, reason: 'gap' | 'down'): void {
    const before = slot.validity
    slot.lose(reason)
    if (slot.validity !== before) this.#context.sink.lost(slot, reason)
  }

  /** Every book of the lane is invalid before anything else happens (reliability.md 5). */
  #down(lane: Lane, end: ConnectionEnd): void {
    for (const symbol of lane.symbols) {
      const slot = this.#context.sink.slot('spot', symbol)
      if (slot === null) continue
      this.#reader.forget(slot)
      this.#lose(slot, 'down')
    }
    for (const symbol of lane.symbols) this.#repairs.cancel(symbol)
    this.#trouble = end.reason
    this.#log('warn', 'feed.disconnected', { reason: end.reason, detail: end.detail, books: lane.symbols.size })
  }

  #failed(end: ConnectionEnd): void {
    this.#trouble = end.reason
    this.#log(alarmLevel(end.reason), 'feed.connect-failed', {
      reason: end.reason,
      detail: end.detail,
      failures: this.#gate.failures + 1,
    })
    if (end.status === null) return
    const verdict = this.#dialect.verdict(end.status, '')
    if (verdict.kind !== 'limited') return
    this.#rest.hold(verdict.reason, retryAfterMs(end.retryAfter, this.#context.clock.now()) ?? verdict.holdMs)
  }

  #opened(lane: Lane, connection: Connection): void {
    this.#wasLive = true
    if (this.#lanes.every(({ isOpen }) => isOpen)) this.#trouble = null
    if (this.#dialect.greeting !== null && lane === this.#lanes[0]) {
      connection.say(this.#dialect.greeting(this.#requestId++))
    }
  }

  /** Changes come from now on: where they need a base, it is fetched. */
  #subscribed(symbols: readonly string[]): void {
    if (this.#dialect.repair.kind === 'snapshot') for (const symbol of symbols) this.#startIfLost(symbol)
  }

  #startIfLost(symbol: string): void {
    if (this.#context.sink.slot('spot', symbol)?.isSynced === false) this.#repairs.start(symbol)
  }

  #tookOver(lane: Lane, startsAnew: boolean): void {
    this.#log('info', 'feed.connection-replaced', { books: lane.symbols.size })
    if (!startsAnew) {
      for (const symbol of lane.symbols) this.#startIfLost(symbol)
      return
    }
    const versions = new Map<BookSlot, number>()
    for (const symbol of lane.symbols) {
      const slot = this.#context.sink.slot('spot', symbol)
      if (slot?.isSynced) versions.set(slot, slot.version)
    }
    this.#context.clock.after(ANEW_MS, () => {
      if (this.#isStopped) return
      for (const [slot, version] of versions) {
        if (slot.version !== version || !slot.isSynced || !this.#laneBySymbol.has(slot.symbol)) continue
        this.#lose(slot, 'down')
        this.#repairs.start(slot.symbol)
      }
    })
  }

  #confirmed(slot: BookSlot, receivedAt: number): void {
    slot.confirmed(receivedAt)
    this.#laneBySymbol.get(slot.symbol)?.proven(receivedAt)
    this.#context.sink.touched(slot)
  }

  #banned(ban: Ban): void {
    this.#bans++
    this.#gate.hold(ban.until)
    this.#log('error', 'feed.banned', { reason: ban.reason, until: new Date(ban.until).toISOString() })
  }

  #readPong(connection: Connection, bytes: Uint8Array, receivedAt: number): void {
    const { time } = this.#dialect
    const { pingedAt } = connection
    if (time.kind !== 'pong' || bytes.length > LONGEST_PONG || Number.isNaN(pingedAt)) return
    const serverTime = time.parse(Buffer.from(bytes).toString('latin1'))
    if (serverTime !== null) this.#duties.measured(serverTime, pingedAt, receivedAt)
  }

  #setOffsets(symbols: Iterable<string>): void {
    const offset = this.#duties.offsetMs
    if (offset === null) return
    for (const symbol of symbols) {
      const slot = this.#context.sink.slot('spot', symbol)
      if (slot !== null) slot.clockOffsetMs = offset
    }
  }

  #log(level: 'info' | 'warn' | 'error', event: string, data: Record<string, unknown>): void {
    if (!this.#isStopped) this.#context.log(level, event, { exchange: this.exchange, ...data })
  }
}
