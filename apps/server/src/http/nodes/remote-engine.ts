import { byMode, type Shard } from '@makas/domain'
import type { MarketState, MarketUpdate, Valuation } from '../../app/engine-protocol/state.ts'
import type { History, HistoryQuestion, HistoryReader } from '../../app/ports/market/archive.ts'
import type { DemoMarket } from '../../app/ports/market/demo-market.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import { type Bus, isNewer, type StateVersion } from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import type { Metric } from '../../app/ports/system/metric.ts'
import type { PaperMoment, PaperQuote } from '../../app/ports/trading/paper.ts'
import type { HeldCoins, Wallets } from '../../app/ports/trading/wallets.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import type { EngineCondition, EngineEvidence, EngineListener } from '../engine/engine-supervisor.ts'
import type { ShardsHeard } from '../routes/health.ts'
import { frozenTopic, leftTopic, publicationIn, questionTopic, stateTopic } from './publication-codec.ts'
import { ANSWERS, type NodeAnswers, type NodeQuestion } from './questions.ts'
import { timelyAlone, withoutUnreadable } from './timely-state.ts'
import { fromBytes, toBytes } from './value-codec.ts'

/** Time limit of an answer of the other process, ms; after it the question counts as unanswered. */
const ANSWER_WITHIN_MS = 2_000
/** Largest age of a state on arrival, ms. An older state was held up, or comes from a process that had slept. */
const STATE_MAX_AGE_MS = 1_500
/** Largest age of a frozen state on arrival, ms: visitors may see older data, with its age. */
const FROZEN_MAX_AGE_MS = 60_000
/** Time after a state for which its engine counts as running, ms. */
const HEARD_WITHIN_MS = 3_000
/** Interval of the checks of the engine's silence and of the clock measurement's age, ms. */
const LOOK_EVERY_MS = 250
/** Age at which the offset of the clocks is measured again, ms. */
const TIME_EVERY_MS = 10_000
/** Largest round trip of a clock measurement, ms; a longer one says too little of the other clock. */
const LONGEST_TRIP_MS = 500
/** Time after which a refused engine no longer counts as there, ms. */
const REFUSED_MS = 10_000

type Options = {
  readonly bus: Bus
  readonly shard: Shard
  readonly clock: Clock
  readonly log: EventLog
}

/** A publication as it came over the bus. */
type UnreadPublication = { readonly version: StateVersion; readonly bytes: Uint8Array }

/** The other process's clock minus ours, ms. */
/** A measured offset of the other clock, ms, and our clock's lean at that time. */
type Offset = { readonly node: string; readonly ms: number; readonly time: number; readonly leanMs: number }

/**
 * The engine of another process, with the calls of an engine in this process. A state is used only if its age is known:
 * the offset of the other clock from ours is measured.
 */
export class RemoteEngine implements EngineClient, HistoryReader {
  readonly #options: Options
  readonly #listeners: EngineListener[] = []
  readonly #ends: (() => void)[] = []
  #condition: EngineCondition = 'restarting'
  #heardAt = Number.NEGATIVE_INFINITY
  #offset: Offset | null = null
  #isMeasuring = false
  /** Newest version on either topic: one leader publishes both. */
  #newest: StateVersion | null = null
  /** Version of the newest state: the lease's epoch and the engine's own number. */
  #lastState: StateVersion | null = null
  #timer: { cancel(): void } | null = null
  #hasComplained = false
  /** Count of unreadable rows; a row counts again in each state that holds it. */
  #refusedRows = 0
  /** When an engine with another number of shards was heard last. It is asked nothing. */
  #refusedAt = Number.NEGATIVE_INFINITY
  #isRefusing = false
  /** Publications by topic whose process's clock offset is not known yet. */
  readonly #unread = new Map<string, UnreadPublication>()

  constructor(options: Options) {
    this.#options = options
  }

  get condition(): EngineCondition {
    return this.#condition
  }

  /** Whether this shard is heard; `refused` while an engine set to another number of shards (`SHARDS`) leads it. */
  get shardsHeard(): Exclude<ShardsHeard, 'some'> {
    if (this.#isRefusing && this.#options.clock.now() - this.#refusedAt <= REFUSED_MS) return 'refused'
    return this.#condition === 'running' ? 'all' : 'none'
  }

  get refusedRows(): number {
    return this.#refusedRows
  }

  /** Null: simulated exchanges listen on loopback, out of reach from here. */
  get demoMarket(): DemoMarket | null {
    return null
  }

  listen(listener: EngineListener): void {
    this.#listeners.push(listener)
  }

  start(): void {
    const {
      bus,
      shard: { shard },
    } = this.#options
    for (const topic of [stateTopic(shard), frozenTopic(shard)])
      this.#ends.push(bus.watchState(topic, (version, bytes) => this.#heard(topic, { version, bytes })))
    this.#ends.push(bus.watchState(leftTopic(shard), ({ epoch }) => this.#left(epoch)))
    this.#look()
  }

  async stop(): Promise<void> {
    this.#timer?.cancel()
    for (const end of this.#ends) end()
    this.#become('stopped')
  }

  viewers(): void {
    // Nothing to tell: the states of other processes have the rows of all modes.
  }

  freeze(): void {
    // Nothing to ask: frozen states come by themselves, the same for all processes.
  }

  async evidence(id: string): Promise<EngineEvidence> {
    return (await this.#ask('evidence', { kind: 'evidence', id })) ?? { kind: 'unavailable' }
  }

  metrics(): Promise<readonly Metric[] | null> {
    return this.#ask('metrics', { kind: 'metrics' })
  }

  lifetimes(source: LifetimeSource): Promise<string | null> {
    return this.#ask('lifetimes', { kind: 'lifetimes', source })
  }

  valuation(held: readonly HeldCoins[]): Promise<Valuation | null> {
    return this.#ask('valuation', { kind: 'valuation', held })
  }

  personal(wallets: Wallets): Promise<string | null> {
    return this.#ask('personal', { kind: 'personal', wallets })
  }

  paperQuote(id: string, amount: string): Promise<PaperQuote | null> {
    return this.#ask('paper-quote', { kind: 'paper-quote', id, amount })
  }

  paperMoment(id: string, size: string): Promise<PaperMoment | null> {
    return this.#ask('paper-moment', { kind: 'paper-moment', id, size })
  }

  history(question: HistoryQuestion): Promise<History | null> {
    return this.#ask('history', { kind: 'history', question })
  }

  #heard(topic: string, heard: UnreadPublication): void {
    const { version, bytes } = heard
    // An older lease on either topic: a process that lost it has woken up.
    if (this.#condition === 'stopped' || (this.#newest !== null && version.epoch < this.#newest.epoch)) return
    const publication = publicationIn(bytes)
    if (publication === null) {
      if (!this.#hasComplained) this.#options.log('warn', 'engine-news-refused', { bytes: bytes.length })
      this.#hasComplained = true
      return
    }
    if (isNewer(version, this.#newest)) this.#newest = version
    if (publication.of !== this.#options.shard.shardCount) {
      this.#refuse(publication.of)
      return
    }
    this.#isRefusing = false
    const ageMs = this.#ageOf(publication.news.state, publication.node)
    if (ageMs === null) {
      this.#unread.set(topic, heard)
      void this.#measure()
      return
    }
    if (ageMs > (publication.news.kind === 'state' ? STATE_MAX_AGE_MS : FROZEN_MAX_AGE_MS)) return
    if (publication.news.kind === 'state') {
      const run = { epoch: version.epoch, count: publication.news.state.version }
      // Another engine, or a restarted one: its row revisions begin anew, however quick the change was.
      if (this.#lastState !== null && (run.epoch !== this.#lastState.epoch || run.count < this.#lastState.count))
        this.#become('restarting')
      this.#lastState = run
      this.#heardAt = this.#options.clock.now() - ageMs
      this.#become('running')
    }
    const { state, refused } = withoutUnreadable(publication.news.state)
    if (refused > 0) this.#refuseRows(refused)
    const update = this.#timely(ofOurClock({ ...publication.news, state }, ageMs, this.#options.clock.now()))
    for (const { message } of this.#listeners) message(update)
  }

  /** Counts unreadable rows and logs the first time. The rest of the state is shown. */
  #refuseRows(count: number): void {
    const { shard, log } = this.#options
    if (this.#refusedRows === 0) log('error', 'engine-rows-refused', { shard: shard.shard, rows: count, alarm: true })
    this.#refusedRows += count
  }

  /** The leader announced that it leaves, so nobody waits for the time limit. */
  #left(epoch: number): void {
    if (epoch === this.#newest?.epoch && this.#condition === 'running') this.#become('restarting')
  }

  /** Ages an update to now. With several shards the merger ages all states at once. */
  #timely(update: MarketUpdate): MarketUpdate {
    const { shard, clock } = this.#options
    return shard.shardCount > 1
      ? update
      : { ...update, state: timelyAlone(update.state, clock.now(), update.kind === 'frozen') }
  }

  /** Refuses an engine with another number of shards: rows would be missing, or stand in two shards. */
  #refuse(shardCount: number): void {
    const { shard: own, clock, log } = this.#options
    const { shard, shardCount: ours } = own
    this.#refusedAt = clock.now()
    if (this.#isRefusing) return
    this.#isRefusing = true
    log('error', 'engine-of-other-shards', { shard, ours, theirs: shardCount, alarm: true })
    if (this.#condition === 'running') this.#become('restarting')
  }

  /** Age of a state, ms; null while the offset of its process's clock is unknown. */
  #ageOf({ asOf }: MarketState, node: string): number | null {
    if (this.#offset?.node !== node) return null
    const { clock } = this.#options
    const age = clock.now() + this.#offset.ms - asOf - ((clock.leanMs?.() ?? 0) - this.#offset.leanMs)
    // A clock was set: the state waits until the offset is measured again.
    return age < -LONGEST_TRIP_MS ? null : Math.max(0, age)
  }

  async #measure(): Promise<void> {
    if (this.#isMeasuring) return
    this.#isMeasuring = true
    const { clock } = this.#options
    const sent = clock.now()
    const answer = await this.#ask('time', { kind: 'time' })
    const received = clock.now()
    this.#isMeasuring = false
    if (answer === null || received - sent > LONGEST_TRIP_MS) return
    const leanMs = clock.leanMs?.() ?? 0
    this.#offset = { node: answer.node, ms: answer.at - (sent + received) / 2, time: received, leanMs }
    const unread = [...this.#unread]
    this.#unread.clear()
    for (const [topic, heard] of unread) this.#heard(topic, heard)
  }

  #look(): void {
    const { clock } = this.#options
    const now = clock.now()
    if (this.#condition === 'running' && now - this.#heardAt > HEARD_WITHIN_MS) this.#become('restarting')
    if (this.#offset !== null && now - this.#offset.time > TIME_EVERY_MS) void this.#measure()
    this.#timer = clock.after(LOOK_EVERY_MS, () => this.#look())
  }

  async #ask<K extends keyof NodeAnswers>(
    kind: K,
    question: Extract<NodeQuestion, { kind: K }>,
  ): Promise<NodeAnswers[K] | null> {
    const {
      bus,
      shard: { shard },
    } = this.#options
    if (this.#newest === null || this.#isRefusing) return null
    // A hanging engine is asked nothing but the time: without the clock's offset no state makes it `running`.
    if (kind !== 'time' && this.#condition !== 'running') return null
    const topic = questionTopic(shard, this.#newest.epoch)
    const answer = await bus.ask(topic, toBytes(question), ANSWER_WITHIN_MS)
    if (answer.kind === 'unanswered') return null
    return ANSWERS[kind].safeParse(fromBytes(answer.bytes)).data ?? null
  }

  #become(condition: EngineCondition): void {
    if (condition === this.#condition || this.#condition === 'stopped') return
    this.#condition = condition
    for (const listener of this.#listeners) listener.condition(condition)
  }
}

/** Converts the state's timestamps to the local clock. */
function ofOurClock(update: MarketUpdate, ageMs: number, now: number): MarketUpdate {
  const asOf = now - Math.round(ageMs)
  const moved = asOf - update.state.asOf
  const oldestInput = byMode((mode) => update.state.oldestInput[mode] + moved)
  return { ...update, state: { ...update.state, asOf, oldestInput } }
}
