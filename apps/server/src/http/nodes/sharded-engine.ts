import { LIMITS } from '@makas/contract'
import { byMode, shardOf } from '@makas/domain'
import type {
  EvidenceById,
  MarketState,
  MarketTally,
  MarketUpdate,
  PublishedRow,
  Valuation,
} from '../../app/engine-protocol/state.ts'
import { coinOfRoute } from '../../app/market/route/route-coin.ts'
import type { History, HistoryQuestion, HistoryReader } from '../../app/ports/market/archive.ts'
import type { DemoMarket } from '../../app/ports/market/demo-market.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import type { Bus } from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import type { Metric } from '../../app/ports/system/metric.ts'
import type { PaperMoment, PaperQuote } from '../../app/ports/trading/paper.ts'
import type { HeldCoins, Wallets } from '../../app/ports/trading/wallets.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import type { EngineCondition, EngineEvidence, EngineListener } from '../engine/engine-supervisor.ts'
import { outlasts } from '../frozen-market.ts'
import { oldestOf } from '../presenters/market-view.ts'
import type { ShardsHeard } from '../routes/health.ts'
import { mergedEvidence, mergedLifetimes, mergedPersonal, mergedQuote, mergedValuation } from './merged-answers.ts'
import { MarketMerger } from './merged-market.ts'
import { metricsOfShards } from './merged-metrics.ts'
import { RemoteEngine } from './remote-engine.ts'
import { type ReadState, TextReader } from './shard-texts.ts'

/** Least time between two merged states, ms, as with one engine. Each shard publishes about five states a second. */
const MERGE_EVERY_MS = 100
/**
 * Time after which visitors' lists are merged without late shards, ms. Each shard freezes every five to six seconds.
 */
const FROZEN_EVERY_MS = 6_500
/**
 * Largest age of the oldest input of an absent shard's frozen state, ms; it is shown until its next leader freezes. At
 * the full limit the lists of all shards would end with it (`FrozenMarket`).
 */
const SHOWN_FROZEN_MS = LIMITS.visitorMaxAgeMs - 1_000
const LOOK_EVERY_MS = 250

type Options = {
  readonly bus: Bus
  readonly shardCount: number
  readonly clock: Clock
  readonly log: EventLog
}

/** A shard's state for visitors, with the evidence of its rows. */
type FrozenState = Pick<Extract<MarketUpdate, { kind: 'frozen' }>, 'evidence'> & { readonly read: ReadState }

/** A shard's last known states. */
class HeardShard {
  readonly remote: RemoteEngine
  state: ReadState | null = null
  frozen: FrozenState | null = null
  /** Whether the frozen state is not merged yet. */
  isUnmerged = false
  /** Evidence of rows that closed since the last merge. */
  closed: EvidenceById = {}
  tally: MarketTally | null = null
  /** Whether the shard's state cannot be read. The shard then counts as away. */
  isUnread = false
  readonly #texts = new TextReader()
  /** Added to row revisions: a new engine counts from the beginning, and a changed row must not seem unchanged. */
  #base = 0
  #highest = 0

  constructor(remote: RemoteEngine) {
    this.remote = remote
  }

  get isAway(): boolean {
    return this.isUnread || this.remote.condition !== 'running'
  }

  get shardsHeard(): RemoteEngine['shardsHeard'] {
    return this.isUnread && this.remote.shardsHeard === 'all' ? 'none' : this.remote.shardsHeard
  }

  /** End of the time in which its frozen state is shown, epoch ms; null: no state, or too old. */
  shownUntil(now: number): number | null {
    if (this.frozen === null) return null
    const until = oldestOf(this.frozen.read.state) + SHOWN_FROZEN_MS
    return until >= now ? until : null
  }

  take(update: MarketUpdate, now: number): void {
    const read = this.#texts.read(this.#counted(update.state))
    if (update.kind === 'state') {
      this.isUnread = read === null
      this.state = read
      this.tally = read?.tally ?? this.tally
      return
    }
    if (read === null) return
    const isKept = this.shownUntil(now) !== null && this.frozen !== null && outlasts(this.frozen.read.state, read.state)
    if (!isKept) this.frozen = { read, evidence: update.evidence }
    this.closed = { ...this.closed, ...update.closed }
    this.isUnmerged = true
  }

  /** Drops the live state. The revisions of the next leader begin above all revisions so far. */
  lost(): void {
    this.state = null
    this.#base = this.#highest
  }

  #counted(state: MarketState): MarketState {
    const counted = (rows: readonly PublishedRow[]) =>
      rows.map((row) => {
        const revision = row.revision + this.#base
        if (revision > this.#highest) this.#highest = revision
        return { ...row, revision }
      })
    return { ...state, rows: byMode((mode) => counted(state.rows[mode])) }
  }
}

/**
 * Several engines that share the coins (`SHARDS`), seen from above as one engine. Their states are merged, and a
 * question goes to the shard of its coin. Rows of an absent shard are removed, and the status says that some are
 * missing.
 */
export class ShardedEngine implements EngineClient, HistoryReader {
  readonly #options: Options
  readonly #shards: readonly HeardShard[]
  readonly #listeners: EngineListener[] = []
  readonly #merger = new MarketMerger()
  readonly #frozenMerger = new MarketMerger()
  /** Shards whose unreadable state was logged. */
  readonly #unread = new Set<HeardShard>()
  #condition: EngineCondition = 'restarting'
  #mergedAt = Number.NEGATIVE_INFINITY
  #merging: { cancel(): void } | null = null
  #frozenAt = Number.NEGATIVE_INFINITY
  /** When the first shown frozen state becomes too old, epoch ms. */
  #shownUntil = Number.POSITIVE_INFINITY
  #timer: { cancel(): void } | null = null

  constructor(options: Options) {
    this.#options = options
    const { shardCount, ...common } = options
    this.#shards = Array.from({ length: shardCount }, (_, shard) => {
      const heard = new HeardShard(new RemoteEngine({ ...common, shard: { shard, shardCount } }))
      heard.remote.listen({
        message: (update) => this.#heard(heard, update),
        condition: () => this.#became(heard),
      })
      return heard
    })
  }

  /** `running` while any shard runs. The rows of other shards are missing then, and the status says so. */
  get condition(): EngineCondition {
    return this.#condition
  }

  get shardsHeard(): ShardsHeard {
    const each = new Set(this.#shards.map((shard) => shard.shardsHeard))
    if (each.has('refused')) return 'refused'
    return each.size > 1 ? 'some' : each.has('all') ? 'all' : 'none'
  }

  get #hasHeard(): boolean {
    return this.#shards.some(({ isAway }) => !isAway)
  }

  /** Null: simulated exchanges listen on loopback, out of reach from here. */
  get demoMarket(): DemoMarket | null {
    return null
  }

  listen(listener: EngineListener): void {
    this.#listeners.push(listener)
  }

  start(): void {
    for (const { remote } of this.#shards) remote.start()
    this.#look()
  }

  async stop(): Promise<void> {
    this.#timer?.cancel()
    this.#merging?.cancel()
    await Promise.all(this.#shards.map(({ remote }) => remote.stop()))
  }

  viewers(): void {
    // Nothing to tell: the states of other processes have the rows of all modes.
  }

  freeze(): void {
    // Nothing to ask: frozen states come by themselves.
  }

  async evidence(id: string): Promise<EngineEvidence> {
    return mergedEvidence(await this.#askFor(id, (remote) => remote.evidence(id)))
  }

  /** Figures of all shards, labelled with the shard, and which shards answer; null: no shard answers. */
  async metrics(): Promise<readonly Metric[] | null> {
    const answers = await Promise.all(
      this.#shards.map(async ({ remote }, shard) => ({ shard, metrics: await remote.metrics() })),
    )
    const merged = metricsOfShards(answers, this.#shards.length)
    const refused: Metric = {
      name: 'makas_shard_rows_refused',
      kind: 'counter',
      help: 'Rows of the shard that could not be read',
      samples: this.#shards.map(({ remote }, shard) => ({
        labels: { shard: String(shard) },
        value: remote.refusedRows,
      })),
    }
    const up: Metric = {
      name: 'makas_shard_up',
      kind: 'gauge',
      help: '1 while the engine of the shard answers',
      samples: answers.map(({ shard, metrics }) => ({
        labels: { shard: String(shard) },
        value: metrics === null ? 0 : 1,
      })),
    }
    return merged === null ? null : [up, refused, ...merged]
  }

  async lifetimes(source: LifetimeSource): Promise<string | null> {
    return mergedLifetimes(await this.#askAll((remote) => remote.lifetimes(source)))
  }

  async valuation(held: readonly HeldCoins[]): Promise<Valuation | null> {
    const answers = await this.#askAll((remote) => remote.valuation(held))
    return mergedValuation(answers, held, (coin) => shardOf(coin, this.#shards.length))
  }

  async personal(wallets: Wallets): Promise<string | null> {
    const { clock } = this.#options
    const answers = await this.#askAll(async (remote) => ({ text: await remote.personal(wallets), time: clock.now() }))
    const now = clock.now()
    return mergedPersonal(
      answers.map(({ text }) => text),
      answers.map(({ time }) => now - time),
    )
  }

  async paperQuote(id: string, amount: string): Promise<PaperQuote | null> {
    return mergedQuote(await this.#askFor(id, (remote) => remote.paperQuote(id, amount)))
  }

  async paperMoment(id: string, size: string): Promise<PaperMoment | null> {
    const answers = await this.#askFor(id, (remote) => remote.paperMoment(id, size))
    return answers.find((one) => one !== null && one.books !== null) ?? answers.find((one) => one !== null) ?? null
  }

  async history(question: HistoryQuestion): Promise<History | null> {
    const answers = await this.#askFor(question.route, (remote) => remote.history(question))
    return answers.find((one) => one !== null && one.recorded > 0) ?? answers.find((one) => one !== null) ?? null
  }

  /** Asks the shard of the route's coin, or all shards where the id does not name a coin. */
  #askFor<T>(id: string, ask: (remote: RemoteEngine) => Promise<T>): Promise<readonly T[]> {
    const coin = coinOfRoute(id)
    const owner = coin === null ? undefined : this.#shards[shardOf(coin, this.#shards.length)]
    return owner === undefined ? this.#askAll(ask) : Promise.all([ask(owner.remote)])
  }

  #askAll<T>(ask: (remote: RemoteEngine) => Promise<T>): Promise<readonly T[]> {
    return Promise.all(this.#shards.map(({ remote }) => ask(remote)))
  }

  #heard(shard: HeardShard, update: MarketUpdate): void {
    const wasAway = shard.isAway
    shard.take(update, this.#options.clock.now())
    if (shard.isUnread) this.#complain(shard)
    if (shard.isAway !== wasAway) this.#became(shard)
    if (update.kind === 'state') this.#mergeSoon()
    else this.#freezeIfDue()
  }

  #complain(shard: HeardShard): void {
    if (this.#unread.has(shard)) return
    this.#unread.add(shard)
    this.#options.log('error', 'shard-state-unread', { shard: this.#shards.indexOf(shard), alarm: true })
  }

  #became(shard: HeardShard): void {
    if (shard.isAway) {
      shard.lost()
      // Removes the shard's rows at once.
      if (this.#hasHeard) this.#merge()
    }
    const isStopped = this.#shards.every(({ remote }) => remote.condition === 'stopped')
    this.#become(isStopped ? 'stopped' : this.#hasHeard ? 'running' : 'restarting')
  }

  #mergeSoon(): void {
    const { clock } = this.#options
    const wait = this.#mergedAt + MERGE_EVERY_MS - clock.now()
    if (wait <= 0) this.#merge()
    else this.#merging ??= clock.after(wait, () => this.#merge())
  }

  #merge(): void {
    this.#merging?.cancel()
    this.#merging = null
    this.#mergedAt = this.#options.clock.now()
    const heard = this.#shards.flatMap(({ state }) => state ?? [])
    const away = this.#shards.flatMap(({ state, tally }) => (state === null ? [tally] : []))
    const state = this.#merger.merge({ heard, away, now: this.#mergedAt })
    if (state !== null) this.#tell({ kind: 'state', state })
  }

  /** Merges visitors' lists once per round: when every heard shard has frozen, or the round is late. */
  #freezeIfDue(): void {
    const now = this.#options.clock.now()
    const isWhole = this.#shards.every(({ isUnmerged, isAway }) => isUnmerged || isAway)
    const isLate = now - this.#frozenAt >= FROZEN_EVERY_MS && this.#shards.some(({ isUnmerged }) => isUnmerged)
    if (isWhole || isLate) this.#freezeAll(now)
  }

  #freezeAll(now: number): void {
    this.#frozenAt = now
    const ends = this.#shards.map((shard) => shard.shownUntil(now))
    this.#shownUntil = Math.min(Number.POSITIVE_INFINITY, ...ends.filter((end) => end !== null))
    const frozen = this.#shards.flatMap((shard, at) => (ends[at] === null ? [] : (shard.frozen ?? [])))
    const away = this.#shards.flatMap((shard, at) => (ends[at] === null ? [shard.tally] : []))
    const state = this.#frozenMerger.merge({ heard: frozen.map(({ read }) => read), away, now }, true)
    if (state === null) return
    const evidence = Object.assign(
      {},
      ...frozen.filter(({ read }) => read.state.source === state.source).map(({ evidence: of }) => of),
    )
    const closed = Object.assign({}, ...this.#shards.map((shard) => shard.closed))
    for (const shard of this.#shards) {
      shard.isUnmerged = false
      shard.closed = {}
    }
    this.#tell({ kind: 'frozen', state, evidence, closed })
  }

  #look(): void {
    if (this.#shards.some(({ isUnmerged }) => isUnmerged)) this.#freezeIfDue()
    const now = this.#options.clock.now()
    if (now > this.#shownUntil) this.#freezeAll(now)
    this.#timer = this.#options.clock.after(LOOK_EVERY_MS, () => this.#look())
  }

  #tell(update: MarketUpdate): void {
    for (const { message } of this.#listeners) message(update)
  }

  #become(condition: EngineCondition): void {
    if (condition === this.#condition || this.#condition === 'stopped') return
    this.#condition = condition
    for (const listener of this.#listeners) listener.condition(condition)
  }
}
