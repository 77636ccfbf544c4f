import { LIMITS, Status } from '@makas/contract'
import type { MarketState } from '../app/engine-protocol/state.ts'
import type { Clock } from '../app/ports/clock.ts'
import type { MarketSource } from '../app/ports/market-source.ts'
import type { EngineCondition, EngineEvidence, EngineSupervisor } from './engine/engine-supervisor.ts'
import { FrozenMarket } from './frozen-market.ts'
import { answerSource, hasRows, MarketView } from './presenters/market-view.ts'
import { firstStatus, statusWithoutEngine } from './presenters/status.ts'

/** The engine publishes every 100 ms; when it is silent for longer than this its newest list is no longer live. */
const TRUSTED_MS = 3_000
const TICK_MS = 250

/** What `/readyz` says of the market. */
export type Readiness = 'starting' | 'live' | 'demo' | 'replay' | 'cache' | 'empty'

export type BoardListener = {
  /** The newest state changed, or may no longer be believed. */
  readonly newest: (view: MarketView) => void
  /** It is time for the visitors' next snapshot. */
  readonly visitors: (view: MarketView) => void
}

type Engine = Pick<EngineSupervisor, 'condition' | 'freeze' | 'evidence' | 'listen'>

export type BoardOptions = {
  readonly engine: Engine
  readonly clock: Clock
  /** What the settings say of the source before the engine does; null while `auto` decides. */
  readonly source: MarketSource | null
}

/** Holds what the engine said last and decides who may see what of it: the newest for live readers, the frozen for visitors. */
export class MarketBoard {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #firstSource: MarketSource | null
  readonly #startedAt: number
  readonly #frozen = new FrozenMarket()
  readonly #listeners: BoardListener[] = []
  #newest: { readonly state: MarketState; readonly at: number } | null = null
  #live: MarketView
  #visitors: MarketView
  #wasTrusted = false
  #wasReady = false
  /** Start of the visitors' current round of 5 s. */
  #roundAt = Number.NEGATIVE_INFINITY
  #askedAt = Number.NEGATIVE_INFINITY
  #timer: { cancel(): void } | null = null

  constructor({ engine, clock, source }: BoardOptions) {
    this.#engine = engine
    this.#clock = clock
    this.#firstSource = source
    this.#startedAt = clock.now()
    this.#live = MarketView.empty(this.source, true, this.#startedAt)
    this.#visitors = MarketView.empty(this.source, false, this.#startedAt)
    engine.listen({
      message: (message) => (message.kind === 'state' ? this.#take(message.state) : this.#takeFrozen(message)),
      condition: (condition) => this.#became(condition),
    })
  }

  /** The market that is shown, as far as it is known. */
  get source(): MarketSource {
    return this.#newest?.state.source ?? this.#firstSource ?? 'live'
  }

  /** Opportunities that are open now, as `/api/market-stats` counts them for live readers. */
  get openCount(): number {
    return this.view(true).openCount
  }

  listen(listener: BoardListener): void {
    this.#listeners.push(listener)
  }

  start(): void {
    this.#timer = this.#clock.after(TICK_MS, () => {
      this.#tick()
      this.start()
    })
  }

  stop(): void {
    this.#timer?.cancel()
  }

  /** What a reader may see now. */
  view(isLive: boolean): MarketView {
    // Whoever reads does not wait for the next look at the clock, which may be late.
    if (isLive ? !this.#isTrusted && this.#wasTrusted : this.#frozen.isOver(this.#clock.now())) this.#tick()
    return isLive ? this.#live : this.#visitors
  }

  /** Row and evidence as that reader's list has them. */
  async evidence(id: string, isLive: boolean): Promise<EngineEvidence> {
    if (isLive) return this.#engine.evidence(id)
    const json = this.#frozen.evidence(id, this.#clock.now())
    return json === null ? { kind: 'closed' } : { kind: 'found', json }
  }

  /** The body of `/api/status`. */
  statusText(): string {
    const now = this.#clock.now()
    if (this.#newest === null) {
      const first = firstStatus(this.#firstSource, this.#startedAt, now)
      const { condition } = this.#engine
      return JSON.stringify(condition === 'running' ? first : statusWithoutEngine(first, reasonOf(condition), now))
    }
    if (this.#isTrusted) return this.#newest.state.status
    const last = Status.parse(JSON.parse(this.#newest.state.status))
    return JSON.stringify(statusWithoutEngine(last, reasonOf(this.#engine.condition), now))
  }

  /** Whether the exchanges' own market is being received, from one of them at least. */
  get hasLiveFeed(): boolean {
    if (this.source !== 'live' || !this.#isTrusted) return false
    return Status.parse(JSON.parse(this.statusText())).exchanges.some(({ books_live }) => books_live > 0)
  }

  /** Once anything could be served the market part stays ready: an honest empty list is an answer (reliability-matrix.md 10). */
  get readiness(): Readiness {
    if (!this.#wasReady) return 'starting'
    if (this.#isTrusted && this.#newest?.state.ready === true) return this.source
    return this.#visitors.hasRows ? 'cache' : 'empty'
  }

  get #isTrusted(): boolean {
    if (this.#newest === null || this.#engine.condition !== 'running') return false
    return this.#clock.now() - this.#newest.at <= TRUSTED_MS
  }

  #take(state: MarketState): void {
    this.#newest = { state, at: this.#clock.now() }
    this.#wasTrusted = true
    this.#live = MarketView.of(state, true)
    if (state.ready) this.#wasReady = true
    // The first proven rows are not kept from visitors for up to five seconds.
    if (state.ready && !this.#visitors.hasRows && hasRows(state) && !this.#isFreezing) this.#freeze()
    this.#tellNewest()
  }

  #takeFrozen(frozen: Parameters<FrozenMarket['take']>[0]): void {
    const now = this.#clock.now()
    this.#frozen.take(frozen, now)
    this.#showFrozen(now)
  }

  #showFrozen(now: number): void {
    const state = this.#frozen.state(now)
    if (state !== null) this.#visitors = MarketView.of(state, false)
    // A list that became empty keeps the time at which it did.
    else if (this.#visitors.hasRows || this.#visitors.source !== answerSource(this.source, false))
      this.#visitors = MarketView.empty(this.source, false, now)
    for (const { visitors } of this.#listeners) visitors(this.#visitors)
  }

  #became(condition: EngineCondition): void {
    if (condition === 'running') this.#roundAt = Number.NEGATIVE_INFINITY
    this.#tick()
  }

  #tick(): void {
    const now = this.#clock.now()
    if (this.#wasTrusted && !this.#isTrusted) {
      this.#wasTrusted = false
      this.#live = MarketView.empty(this.source, true, now)
      this.#tellNewest()
    }
    if (this.#frozen.isOver(now)) this.#showFrozen(now)
    if (now - this.#roundAt < LIMITS.visitorFreezeMs) return
    this.#frozen.sweep(now)
    if (this.#isTrusted) this.#freeze()
    else {
      this.#roundAt = now
      this.#showFrozen(now)
    }
  }

  get #isFreezing(): boolean {
    return this.#clock.now() - this.#askedAt < TICK_MS
  }

  #freeze(): void {
    this.#roundAt = this.#askedAt = this.#clock.now()
    this.#engine.freeze()
  }

  #tellNewest(): void {
    for (const { newest } of this.#listeners) newest(this.#live)
  }
}

function reasonOf(condition: EngineCondition): 'engine-restarting' | 'engine-stopped' {
  return condition === 'stopped' ? 'engine-stopped' : 'engine-restarting'
}
