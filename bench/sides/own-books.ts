import { BookSlot, type ExchangeId, parseExact, type Shard, WHOLE } from '@makas/domain'
import { FrameIntake } from '../../apps/server/src/adapters/exchanges/_shared/feed/frame-intake.ts'
import { Connection } from '../../apps/server/src/adapters/exchanges/_shared/socket/connection.ts'
import type { openSocket, SocketEvents } from '../../apps/server/src/adapters/exchanges/_shared/socket/socket.ts'
import type { Dialect } from '../../apps/server/src/adapters/exchanges/_shared/talk/dialect.ts'
import { BINANCE_SPOT } from '../../apps/server/src/adapters/exchanges/binance/feed.ts'
import { BYBIT_SPOT } from '../../apps/server/src/adapters/exchanges/bybit/feed.ts'
import { KRAKEN_SPOT } from '../../apps/server/src/adapters/exchanges/kraken/feed.ts'
import { OKX_SPOT } from '../../apps/server/src/adapters/exchanges/okx/feed.ts'
import { createSystemClock } from '../../apps/server/src/adapters/system/system-clock.ts'
import { carryOptions, DEFAULT_CARRY } from '../../apps/server/src/app/market/detect/carry-settings.ts'
import { DEFAULT_SPOT_CAP, DEFAULT_TRI_CAP } from '../../apps/server/src/app/market/detect/default-caps.ts'
import { MarketEngine } from '../../apps/server/src/app/market/engine/market-engine.ts'
import { TICK_EVERY_MS } from '../../apps/server/src/app/market/engine-loop.ts'
import { capOf, feeOf } from '../../apps/server/src/app/market/legs/identify.ts'
import type { FindingEvent } from '../../apps/server/src/app/market/lifetimes/opportunity-lifecycles.ts'
import type { Endpoint, ReaderSink } from '../../apps/server/src/app/ports/market/exchange-reader.ts'
import type { Clock } from '../../apps/server/src/app/ports/system/clock.ts'
import { type BenchFrame, nameOf, type Traffic, timeOf } from '../traffic/frame.ts'
import { COMPARED_LEVELS, type FinalBooks, type TopBook } from './final-books.ts'

const SPOT: readonly Dialect[] = [BINANCE_SPOT, OKX_SPOT, BYBIT_SPOT, KRAKEN_SPOT]
/** Levels of a side in the snapshots of recorded and simulated traffic. */
const SNAPSHOT_LEVELS = 1_000
const SYSTEM = createSystemClock()
const ignore = () => undefined

/**
 * An exchange's connection: `socket` takes its frames from the benchmark, `intake` reads answers to REST calls,
 * `connect` opens another connection for the given symbols.
 */
type Line = {
  readonly intake: FrameIntake
  readonly socket: SocketEvents
  readonly connect: (url: string, symbols: ReadonlySet<string>, open: typeof openSocket) => void
}

/** Our connections, readers and books as the server runs them, with or without detection. */
export class OwnBooks implements FinalBooks {
  findings = 0
  /** Called for each row that opens, changes or closes. */
  onFinding: (event: FindingEvent) => void = ignore
  readonly engine: MarketEngine | null
  readonly #slots = new Map<string, BookSlot>()
  readonly #lines: Partial<Record<ExchangeId, Line>> = {}
  /** Gives the traffic's time; also reads the system clock, so that it costs as much as the server's clock. */
  readonly #clock: Clock = {
    now: () => {
      SYSTEM.now()
      return this.#receivedAt
    },
    after: () => ({ cancel: ignore }),
  }
  readonly #isLive: boolean
  #receivedAt = Number.NaN
  #index = 0
  #times: readonly number[] | undefined
  /** Index of the first frame that has a time. */
  #begunAt = 0
  #tickedAt = Number.NEGATIVE_INFINITY

  /**
   * @param shard only routes of the shard's coins are looked for.
   * @param isLive the time is the system's, not the traffic's.
   */
  constructor(traffic: Traffic, detects: boolean, shard: Shard = WHOLE, isLive = false) {
    this.#isLive = isLive
    const options = new Map(traffic.books.map((book) => [nameOf(book.exchange, book.symbol), book.options]))
    const openSlot = (exchange: ExchangeId, symbol: string) => {
      const chosen = options.get(nameOf(exchange, symbol))
      if (chosen === undefined) return null
      const slot = new BookSlot(exchange, 'spot', symbol, chosen)
      slot.channel = chosen.channel
      this.#slots.set(nameOf(exchange, symbol), slot)
      return slot
    }
    this.engine = detects
      ? new MarketEngine({
          identify: traffic.identify,
          takerFee: feeOf(undefined),
          spotCap: capOf(parseExact(DEFAULT_SPOT_CAP)),
          triCap: capOf(parseExact(DEFAULT_TRI_CAP)),
          carry: carryOptions(DEFAULT_CARRY, true),
          conflates: true,
          shard,
          openSlot: (exchange, market, symbol) => (market === 'spot' ? openSlot(exchange, symbol) : null),
          onFinding: (event) => {
            this.findings++
            this.onFinding(event)
          },
        })
      : null
    for (const dialect of SPOT) {
      const { exchange } = dialect.protocol
      const sink = this.engine?.sink(exchange) ?? plainSink((symbol) => openSlot(exchange, symbol))
      const symbols = traffic.books.filter((book) => book.exchange === exchange).map(({ symbol }) => symbol)
      const moving = traffic.frames.filter((frame) => frame.exchange === exchange).map(({ symbol }) => symbol)
      this.#lines[exchange] = this.#line(dialect, sink, new Set(moving))
      if (this.engine !== null) {
        for (const symbol of symbols) sink.slot('spot', symbol)
        sink.instruments(
          exchange,
          'spot',
          traffic.instruments.filter((one) => one.exchange === exchange),
          false,
        )
      }
    }
    this.begin(traffic)
  }

  /**
   * Forgets all books and reads the frames that are not timed. The readers stay, as in a server that runs for days: new
   * readers would be compiled anew, and a short run would measure that.
   */
  begin(traffic: Traffic): void {
    for (const slot of this.#slots.values()) this.#forget(slot)
    this.findings = 0
    this.#times = traffic.times
    this.#begunAt = Number.POSITIVE_INFINITY
    for (const frame of traffic.setup) this.read(frame)
    this.#begunAt = this.#index
  }

  /** Reads a frame, after a tick if one is due. */
  read(frame: BenchFrame): void {
    const { now } = this
    if (now - this.#tickedAt >= TICK_EVERY_MS) this.#tick(now)
    this.take(frame, now)
  }

  /** Reads a frame without a tick; the caller ticks. */
  take(frame: BenchFrame, now = this.now): void {
    this.#index++
    this.#receivedAt = now
    const { intake, socket } = this.#lines[frame.exchange] as Line
    if (frame.fresh) this.#forget(this.#slots.get(nameOf(frame.exchange, frame.symbol)))
    if (frame.endpoint.transport === 'rest') intake.answer(frame.endpoint, frame.bytes, now)
    else socket.frame(frame.bytes, false)
  }

  /** Ticks the engine and evaluates the deferred routes, as the server does before it publishes. */
  #tick(now: number): void {
    this.#tickedAt = now
    this.engine?.tick(now)
    this.engine?.evaluateDeferred(now)
  }

  /** Opens a connection of the server's own to `url`, whose frames are read as they come. */
  connect(exchange: ExchangeId, url: string, symbols: ReadonlySet<string>, open: typeof openSocket): void {
    this.#lines[exchange]?.connect(url, symbols, open)
  }

  /**
   * Epoch ms: the time of the next frame or, in traffic without times, a time computed from its index; for live books
   * the system's time.
   */
  get now(): number {
    if (this.#isLive) return SYSTEM.now()
    if (this.#times === undefined) return timeOf(this.#index)
    return this.#times[Math.max(0, this.#index - this.#begunAt)] ?? timeOf(this.#index)
  }

  readAll(frames: readonly BenchFrame[]): void {
    for (const frame of frames) this.read(frame)
  }

  get slots(): readonly BookSlot[] {
    return [...this.#slots.values()]
  }

  topOf(exchange: ExchangeId, symbol: string): TopBook {
    const slot = this.#slots.get(nameOf(exchange, symbol))
    return slot === undefined ? { bids: [], asks: [] } : { bids: top(slot, 'bids'), asks: top(slot, 'asks') }
  }

  #forget(slot: BookSlot | undefined): void {
    if (slot === undefined) return
    slot.lose('down')
    this.#lines[slot.exchange]?.intake.forget(slot)
  }

  /**
   * One connection with all books of an exchange: the path of a frame is the same on each connection. Repairs and
   * reconnects are left out, since the traffic is complete.
   */
  #line(dialect: Dialect, sink: ReaderSink, symbols: ReadonlySet<string>): Line {
    const { protocol, socket, repair } = dialect
    const endpoint = socketPlace(dialect)
    const trouble = (what: string) => {
      throw new Error(`${protocol.exchange}: ${what}`)
    }
    const intake = new FrameIntake({
      protocol,
      repair: repair.kind === 'snapshot' ? { ...repair, levels: SNAPSHOT_LEVELS } : repair,
      sink,
      events: {
        ...{ exhausted: ignore, shallow: ignore, lost: ignore, listed: ignore, doubted: ignore },
        ...{ refused: () => true, fact: ignore, control: ignore },
      },
    })
    let requests = 0
    const connect = (url: string, names: ReadonlySet<string>, open: typeof openSocket, clock = SYSTEM) => {
      new Connection(
        socket,
        url,
        clock,
        () => ++requests,
        names,
        false,
        {
          opened: ignore,
          ended: (_, { detail }) => trouble(detail),
          frame: (connection, bytes, receivedAt) => intake.frame(endpoint, connection, bytes, receivedAt),
          spoke: ignore,
          binary: () => trouble('a binary frame'),
          sent: (text) => intake.sent(endpoint, text),
          subscribed: ignore,
          refused: (_, refused) => trouble(`${refused} refused`),
          overdue: ignore,
          ticked: ignore,
        },
        open,
      )
    }
    let played: SocketEvents | null = null
    const play = (_: string, events: SocketEvents) => {
      played = events
      return { send: ignore, ping: ignore, discard: ignore }
    }
    connect('', symbols, play, this.#clock)
    const events = played as SocketEvents | null
    if (events === null) throw new Error('a connection opens its socket at once')
    events.opened()
    return { intake, socket: events, connect }
  }
}

function plainSink(open: (symbol: string) => BookSlot | null): ReaderSink {
  const slots = new Map<string, BookSlot | null>()
  return {
    slot: (_, symbol) => {
      const known = slots.get(symbol)
      if (known !== undefined) return known
      const slot = open(symbol)
      slots.set(symbol, slot)
      return slot
    },
    touched: ignore,
    lost: ignore,
    instruments: ignore,
    control: ignore,
    fact: ignore,
    refused: ignore,
  }
}

function top({ book }: BookSlot, side: 'bids' | 'asks'): [number, number][] {
  const levels = book[side]
  return Array.from({ length: Math.min(levels.count, COMPARED_LEVELS) }, (_, rank) => [
    Number(`${levels.priceAt(rank)}e-${book.priceDecimals}`),
    Number(`${levels.sizeAt(rank)}e-${book.sizeDecimals}`),
  ])
}

function socketPlace({ address, socket, protocol }: Dialect): Endpoint {
  const place = protocol.endpoint(new URL(`${address.hosts.socket}${socket.path}`))
  if (place === null) throw new Error(`${protocol.exchange}: the reader does not know its own socket`)
  return place
}
