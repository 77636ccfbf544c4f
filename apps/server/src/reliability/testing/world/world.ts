import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BookSlot, EXCHANGES, type ExchangeId, type Instrument, type LossReason } from '@makas/domain'
import type { TestContext } from 'vitest'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import { FEEDS, LIVE_CHANNELS } from '../../../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../../../adapters/exchanges/protocols.ts'
import { seededRandom } from '../../../adapters/system/randomness.ts'
import type { MarketState } from '../../../app/engine-protocol/state.ts'
import { carryOptions, DEFAULT_CARRY } from '../../../app/market/detect/carry-settings.ts'
import { capOf, feeOf, identify } from '../../../app/market/legs/identify.ts'
import { LifetimesRecorder } from '../../../app/market/lifetimes/lifetimes-recorder.ts'
import type { FindingEvent } from '../../../app/market/lifetimes/opportunity-lifecycles.ts'
import { MarketRun } from '../../../app/market/market-run.ts'
import { Publisher } from '../../../app/market/publish/publisher.ts'
import type { Route } from '../../../app/market/route/route.ts'
import type { BookFeed } from '../../../app/ports/market/book-feed.ts'
import { type Simulator, startSimulator } from '../../../simulator/index.ts'
import { STEP_MS } from '../../../simulator/market/market.ts'
import { ON_THE_WAY_MS, TrueBooks } from './true-books.ts'
import { lastGateway, type VirtualGateway } from './virtual-network.ts'
import { virtualTime } from './virtual-time.ts'

export const ALL: readonly ExchangeId[] = EXCHANGES
/** Time between two publications, ms, as in the engine's thread. */
const PUBLISH_EVERY_MS = 100
const MOST_CLOSED = 100

type SimulatorOptions = Parameters<typeof startSimulator>[0]

export type WorldOptions = Partial<Omit<SimulatorOptions, 'port' | 'host' | 'speed'>> & {
  readonly seed: number
  readonly exchanges?: readonly ExchangeId[]
  /** Our own clock, given the true time; by default they are equal. */
  readonly ourClock?: (trueMs: number) => number
  /** How far our clock leaned since its start, ms; left out: it never leans. */
  readonly leanMs?: () => number
  /** `spot` (default): dollar pairs only, which makes a market's minute cheap. `all`: with perpetuals and cycles. */
  readonly covers?: 'spot' | 'all'
  /** Time between two publications, ms, instead of 100; fewer are cheaper where a test does not look at them. */
  readonly publishEveryMs?: number
  /** Whether rows are compared with the true books; false where a fault makes books that never were true. */
  readonly isWitnessed?: boolean
}

export type Loss = { readonly time: number; readonly slot: BookSlot; readonly reason: LossReason }

/** The market side in virtual time: simulated exchanges, real feeds, readers, engine and publisher. */
export class World {
  readonly run: MarketRun
  readonly recorder = new LifetimesRecorder({ store: null, log: () => undefined })
  readonly simulator: Simulator
  readonly gateway: VirtualGateway
  readonly truth: TrueBooks
  /** Faults of rows when they were evaluated or published. */
  readonly violations: string[] = []
  /**
   * Number of findings, and below the routes that closed last; findings are not kept, since a long run has millions.
   */
  findings = 0
  readonly closed: Route[] = []
  readonly losses: Loss[] = []
  /** Time until each lost book was repaired, ms. */
  readonly healed: number[] = []
  readonly refused: { readonly exchange: ExchangeId; readonly why: string }[] = []
  readonly logs: { readonly time: number; readonly event: string; readonly data: Readonly<Record<string, unknown>> }[] =
    []
  evaluations = 0
  rowsSeen = 0
  state: MarketState | null = null
  /** Called for each row that opens, changes or closes. */
  onFinding: (event: FindingEvent) => void = () => undefined
  /** Called for each published state. */
  onPublished: (state: MarketState) => void = () => undefined
  /** Called for each book after a valid frame. */
  onTouched: (slot: BookSlot) => void = () => undefined

  readonly #publisher = new Publisher()
  readonly #lostAt = new Map<BookSlot, number>()
  readonly #isWitnessed: boolean
  #exhausted = ''
  readonly #clock: { now(): number; after(ms: number, run: () => void): { cancel(): void } }
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'makas-reliability-'))

  constructor(simulator: Simulator, options: WorldOptions) {
    this.simulator = simulator
    this.gateway = lastGateway()
    this.truth = new TrueBooks(this.gateway.context.market)
    this.#isWitnessed = options.isWitnessed ?? true
    const { ourClock = (trueMs: number) => trueMs } = options
    this.#clock = {
      now: () => ourClock(virtualTime.now()),
      after: (ms, run) => virtualTime.after(ms, run),
      ...(options.leanMs === undefined ? {} : { leanMs: options.leanMs }),
    }
    this.run = new MarketRun({
      exchanges: options.exchanges ?? ALL,
      protocolOf: (exchange) => {
        const protocol = PROTOCOLS.find((one) => one.exchange === exchange)
        if (protocol === undefined) throw new Error(`no protocol of ${exchange}`)
        return protocol
      },
      channelOf: (exchange, market) => LIVE_CHANNELS[exchange][market],
      makeFeed: (exchange, sink, onDailyChanges) =>
        FEEDS[exchange]({
          sink: {
            ...sink,
            instruments: (from, market, list, complete) => {
              const wanted = options.covers === 'all' ? list : list.filter(isDollarPair)
              sink.instruments(from, market, wanted, complete)
            },
            touched: (slot, isTopMoved) => {
              this.#healed(slot)
              sink.touched(slot, isTopMoved)
              this.#evaluated(slot)
              this.onTouched(slot)
            },
            lost: (slot, reason) => {
              sink.lost(slot, reason)
              this.#lost(slot, reason)
            },
            refused: (endpoint, why) => {
              sink.refused(endpoint, why)
              this.refused.push({ exchange, why })
            },
          },
          clock: this.#clock,
          random: seededRandom(options.seed),
          origin: simulator.origin,
          dataDir: this.#dataDir,
          log: (_level, event, data) => {
            this.logs.push({ time: virtualTime.now(), event, data })
            if (event === 'feed.depth-exhausted') this.#exhausted = String(data.symbol)
          },
          onDailyChanges,
        }),
      identify,
      takerFee: feeOf(undefined),
      spotCap: capOf({ mantissa: 50_000n, decimals: 0 }),
      triCap: capOf({ mantissa: 50_000n, decimals: 0 }),
      carry: carryOptions(DEFAULT_CARRY, true),
      onFinding: (event) => {
        this.findings++
        if (event.event === 'closed') this.closed.push(event.route)
        if (this.closed.length > MOST_CLOSED) this.closed.shift()
        this.onFinding(event)
      },
      episodes: this.recorder,
      log: (_level, event, data) => this.logs.push({ time: virtualTime.now(), event, data }),
    })
    if (this.#isWitnessed) virtualTime.every(STEP_MS, () => this.truth.record(virtualTime.now()))
    virtualTime.every(options.publishEveryMs ?? PUBLISH_EVERY_MS, () => this.#publish())
  }

  get now(): number {
    return this.#clock.now()
  }

  /** Our clock minus the true time, ms. */
  get ourLeadMs(): number {
    return this.now - virtualTime.now()
  }

  get books(): readonly BookSlot[] {
    return this.run.engine.slots
  }

  booksOf(exchange: ExchangeId): readonly BookSlot[] {
    return this.books.filter((slot) => slot.exchange === exchange)
  }

  /** Number of live books. */
  get liveBooks(): number {
    return this.books.filter((slot) => slot.isLive(this.now)).length
  }

  feed(exchange: ExchangeId): BookFeed {
    const feed = this.run.feeds.find((one) => one.exchange === exchange)
    if (feed === undefined) throw new Error(`no feed of ${exchange}`)
    return feed
  }

  /** Open rows with a leg on an exchange or in a book. */
  rowsOf(of: ExchangeId | BookSlot): readonly Route[] {
    return [...this.run.engine.open].filter((route) =>
      route.legs.some(({ slot }) => (typeof of === 'string' ? slot.exchange === of : slot === of)),
    )
  }

  pass(ms: number): Promise<void> {
    return virtualTime.pass(ms)
  }

  /**
   * Advances the time until `holds`; returns the time that took, ms. After `withinMs` it throws with the world's state.
   */
  async until(what: string, holds: () => boolean, withinMs = 20_000): Promise<number> {
    const took = await virtualTime.until(holds, withinMs)
    if (took !== null) return took
    const missing = this.books
      .filter((slot) => !slot.isLive(this.now))
      .map(({ exchange, symbol }) => `${exchange} ${symbol}`)
    const logs = this.logs.slice(-5).map(({ event, data }) => `${event} ${JSON.stringify(data)}`)
    throw new Error(
      [
        JSON.stringify(this.refused.slice(-3)),
        `not within ${withinMs} ms: ${what}`,
        `not live: ${missing.length} of ${this.books.length}: ${missing.slice(0, 10)}`,
        ...logs,
      ].join('\n'),
    )
  }

  /** Waits until all books are proven and rows are listed. */
  async warm(): Promise<void> {
    await this.until('all books', () => this.books.length > 0 && this.liveBooks === this.books.length, 40_000)
    await this.until('rows', () => this.run.engine.open.size > 0, 40_000)
  }

  async stop(): Promise<void> {
    const stopped = Promise.all([this.run.stop(), this.simulator.stop()])
    await this.pass(100)
    await stopped
    virtualTime.clear()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  #publish(): void {
    const { now } = this
    this.run.tick(now)
    const { engine, feeds, changes } = this.run
    engine.evaluateDeferred(now)
    const inputs = {
      engine,
      feeds,
      changes,
      source: 'demo' as const,
      outlookOf: this.recorder.outlookOf,
      isDeciding: false,
      startedAt: 0,
    }
    this.state = this.#publisher.state(inputs, now, now)
    if (this.state.rows.spot.length !== engine.openByMode.spot)
      this.#wrong('published rows are not the open ones', null)
    for (const route of engine.open) this.#judge(route, 'published')
    this.onPublished(this.state)
  }

  #evaluated(slot: BookSlot): void {
    for (const route of this.run.engine.routesOf(slot)) {
      // A deferred route is evaluated by the tick that publishes it.
      if (route.isDeferred) continue
      this.evaluations++
      if (route.lifecycle.kind === 'open') this.#judge(route, 'evaluated')
    }
  }

  /** Pauses the market until every frame was read and every book repaired. */
  async settle(): Promise<void> {
    this.simulator.clearFaults()
    // Every market moves within this time, so that the last loss is noticed.
    await this.pass(1_500)
    this.simulator.pause()
    const areRepaired = () => this.books.every((slot) => slot.acceptsDeltas)
    // A reconnect may overtake a repair, which then loses the book once more.
    do {
      await this.until('all books repaired', areRepaired, 60_000)
      await this.pass(300)
    } while (!areRepaired())
  }

  /** Books that do not equal their exchange's now. */
  get differing(): readonly string[] {
    return this.books
      .filter((slot) => !slot.acceptsDeltas || !this.truth.hasBook(slot))
      .map(({ exchange, symbol }) => `${exchange} ${symbol}`)
  }

  /** Checks a listed row: its legs are live, fresh and uncrossed, and their levels are those of a true book. */
  #judge(route: Route, when: 'evaluated' | 'published'): void {
    const { opportunity } = route
    this.rowsSeen++
    if (opportunity === null) {
      this.#wrong('an open row without figures', route)
      return
    }
    for (const evidence of opportunity.legs) {
      const { slot } = evidence.leg
      const age = slot.ageMs(this.now)
      // Between two ticks a leg may exceed its limit by up to 100 ms.
      const late = when === 'evaluated' ? PUBLISH_EVERY_MS : 0
      if (!slot.acceptsDeltas || slot.halted) this.#wrong(`${when} with a ${slot.validity} leg`, route)
      if (age > slot.ageLimitMs + late) this.#wrong(`${when} with a leg ${age} ms old`, route)
      if (slot.isCrossed || slot.book.isCrossed) this.#wrong(`${when} with a crossed leg`, route)
      if (!this.#isWitnessed) continue
      // Late levels are right if their age is shown.
      const since = Math.min(evidence.receivedAt, this.now - age) - ON_THE_WAY_MS
      if (!this.truth.hasLeg(evidence, since))
        this.#wrong(`${when} with levels that never were (${slot.exchange})`, route)
      if (!this.truth.hasBook(slot, since)) this.#wrong(`${when} from a book that never was (${slot.exchange})`, route)
    }
  }

  #wrong(what: string, route: Route | null): void {
    this.violations.push(`${virtualTime.now()}: ${what}: ${route?.id ?? ''}`)
  }

  #lost(slot: BookSlot, reason: LossReason): void {
    // A market that moves beyond the snapshot's depth loses the book without a fault.
    const isExhausted = slot.exchange === 'binance' && slot.symbol === this.#exhausted
    this.#exhausted = ''
    if (!isExhausted) this.losses.push({ time: virtualTime.now(), slot, reason })
    if (!this.#lostAt.has(slot)) this.#lostAt.set(slot, virtualTime.now())
    for (const route of this.run.engine.routesOf(slot)) {
      if (route.lifecycle.kind === 'open') this.#wrong(`still open after the loss of a leg (${reason})`, route)
    }
  }

  #healed(slot: BookSlot): void {
    const lostAt = this.#lostAt.get(slot)
    if (lostAt === undefined || !slot.acceptsDeltas) return
    this.#lostAt.delete(slot)
    this.healed.push(virtualTime.now() - lostAt)
  }
}

const DOLLARS = ['USDT', 'USD', 'USDC']
const isDollarPair = ({ market, baseTicker, quoteTicker }: Instrument) =>
  market === 'spot' && ['USDT', 'USD'].includes(quoteTicker) && !DOLLARS.includes(baseTicker)

/** Starts a world that ends with the test. */
export async function startWorld(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: WorldOptions,
): Promise<World> {
  const { symbols = 30, seed, limits, clockOffsetMs, connectionLifeMs, faults } = options
  const simulator = await startSimulator({
    seed,
    symbols,
    port: 0,
    ...(faults === undefined ? {} : { faults }),
    ...(limits === undefined ? {} : { limits }),
    ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
    ...(connectionLifeMs === undefined ? {} : { connectionLifeMs }),
  })
  const world = new World(simulator, options)
  onTestFinished(() => world.stop())
  world.run.start()
  return world
}

/** A world of 12 coins that was warmed up, and its seed: `fixed`, or in the long run a fresh seed of the row. */
export async function warmWorld(
  context: Pick<TestContext, 'onTestFinished'>,
  row: string,
  fixed: number,
  options: Omit<WorldOptions, 'seed'> = {},
): Promise<{ readonly seed: number; readonly world: World }> {
  const seed = seedFor(row, fixed)
  const world = await startWorld(context, { symbols: 12, ...options, seed })
  await world.warm()
  return { seed, world }
}

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
