import { LIMITS, type Mode, Status } from '@makas/contract'
import { MODES } from '@makas/domain'
import type { MarketState } from '../app/engine-protocol/state.ts'
import type { MarketSource } from '../app/ports/market/market-source.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EngineClient } from './engine/engine-client.ts'
import type { EngineCondition, EngineEvidence } from './engine/engine-supervisor.ts'
import { FrozenMarket } from './frozen-market.ts'
import { answerSource, MarketView } from './presenters/market-view.ts'
import { firstStatus, statusWithoutEngine } from './presenters/status.ts'

/**
 * Silence of the engine after which its newest list no longer counts as live, ms. The engine publishes every 100 ms.
 */
const TRUSTED_MS = 3_000
const TICK_MS = 250
/** Time for which a mode counts as read after a call for its list, ms. A page that polls asks again within it. */
const READ_FOR_MS = 2_500
/** Longest wait of a live viewer for rows that the engine makes first, ms. */
const ROWS_WITHIN_MS = 2_000

/** State of the market in `/readyz`. */
export type Readiness = 'starting' | 'live' | 'demo' | 'replay' | 'cache' | 'empty'

export type BoardListener = {
  /** Whether the listener has live viewers of the mode; left out: none. */
  readonly reads?: (mode: Mode) => boolean
  /** Called when the newest state changed, or is no longer trusted. */
  readonly newest: (view: MarketView) => void
  /** Called when the visitors' next snapshot is due. */
  readonly visitors: (view: MarketView) => void
}

type Engine = Pick<EngineClient, 'condition' | 'viewers' | 'freeze' | 'evidence' | 'listen'>

export type BoardOptions = {
  readonly engine: Engine
  readonly clock: Clock
  /** The market source of the settings, shown until the engine names one; null while `auto` decides. */
  readonly source: MarketSource | null
}

/** A live viewer who waits for the rows of a mode that nobody read before. */
type Waiting = { readonly mode: Mode; readonly resolve: () => void }

/**
 * Holds the engine's newest state and the frozen one, and decides who sees which: live viewers the newest, visitors the
 * frozen.
 */
export class MarketBoard {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #firstSource: MarketSource | null
  readonly #startedAt: number
  readonly #frozen = new FrozenMarket()
  readonly #listeners: BoardListener[] = []
  #newest: { readonly state: MarketState; readonly time: number } | null = null
  #live: MarketView
  #visitors: MarketView
  #wasTrusted = false
  #wasReady = false
  /** Start of the visitors' current round of 5 s. */
  #roundAt = Number.NEGATIVE_INFINITY
  readonly #readUntil = new Map<Mode, number>()
  /** The modes that the engine was told to have live viewers. */
  #read: readonly Mode[] = []
  #waiting: Waiting[] = []
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

  /** The market source that is shown. */
  get source(): MarketSource {
    return this.#newest?.state.source ?? this.#firstSource ?? 'live'
  }

  /** Open opportunities, as `/api/market-stats` counts them for live viewers. */
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

  /**
   * What a live viewer of a mode's list sees now. The engine makes rows only for read modes: the first viewer of a mode
   * waits until its rows are there, and sees none if that takes too long.
   */
  async listed(mode: Mode): Promise<MarketView> {
    this.#readUntil.set(mode, this.#clock.now() + READ_FOR_MS)
    this.#tellViewers()
    if (this.#isTrusted && this.#isUnread(mode)) await this.#rowsOf(mode)
    return this.view(true)
  }

  /** What a viewer sees now. A live list has rows only while its mode is read (`listed`). */
  view(isLive: boolean): MarketView {
    // The next tick may be late: a list that is over is dropped when it is read.
    if (isLive ? !this.#isTrusted && this.#wasTrusted : this.#frozen.isOver(this.#clock.now())) this.#tick()
    return isLive ? this.#live : this.#visitors
  }

  /** Row and evidence as the viewer's own list has them. */
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

  /** Whether at least one exchange of the live market is being received. */
  get hasLiveFeed(): boolean {
    return this.#liveExchanges.some(({ books_live }) => books_live > 0)
  }

  /** Measured offsets of the live market's exchanges from our clock, ms. */
  get clockOffsets(): readonly number[] {
    return this.#liveExchanges.flatMap(({ skew_ms }) => skew_ms ?? [])
  }

  get #liveExchanges() {
    if (this.source !== 'live' || !this.#isTrusted) return []
    return Status.parse(JSON.parse(this.statusText())).exchanges
  }

  /** Stays ready once anything could be served: an honest empty list is an answer (reliability-matrix.md 10). */
  get readiness(): Readiness {
    if (!this.#wasReady) return 'starting'
    if (this.#isTrusted && this.#newest?.state.ready === true) return this.source
    return this.#visitors.hasRows ? 'cache' : 'empty'
  }

  #isUnread(mode: Mode): boolean {
    return this.#live.unread.includes(mode)
  }

  #rowsOf(mode: Mode): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#clock.after(ROWS_WITHIN_MS, () => done())
      const waiting = { mode, resolve: () => done() }
      const done = () => {
        timer.cancel()
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        resolve()
      }
      this.#waiting.push(waiting)
    })
  }

  /** Tells the engine which modes are read, if that has changed. */
  #tellViewers(): void {
    const now = this.#clock.now()
    const isRead = (mode: Mode) =>
      (this.#readUntil.get(mode) ?? 0) > now || this.#listeners.some(({ reads }) => reads?.(mode) === true)
    const read = MODES.filter(isRead)
    if (read.length === this.#read.length && read.every((mode) => this.#read.includes(mode))) return
    this.#read = read
    this.#engine.viewers(read)
  }

  get #isTrusted(): boolean {
    if (this.#newest === null || this.#engine.condition !== 'running') return false
    return this.#clock.now() - this.#newest.time <= TRUSTED_MS
  }

  #take(state: MarketState): void {
    this.#newest = { state, time: this.#clock.now() }
    this.#wasTrusted = true
    this.#live = MarketView.of(state, true)
    if (state.ready) this.#wasReady = true
    // Visitors get the first proven rows at once instead of at the next round of 5 s.
    if (state.ready && !this.#visitors.hasRows && this.openCount > 0 && !this.#isFreezing) this.#freeze()
    this.#tellNewest()
    for (const { mode, resolve } of this.#waiting) if (!this.#isUnread(mode)) resolve()
  }

  #takeFrozen(frozen: Parameters<FrozenMarket['take']>[0]): void {
    const now = this.#clock.now()
    this.#frozen.take(frozen, now)
    this.#showFrozen(now)
  }

  #showFrozen(now: number): void {
    const state = this.#frozen.state(now)
    if (state !== null) this.#visitors = MarketView.of(state, false)
    // An empty list keeps the time at which it became empty.
    else if (this.#visitors.hasRows || this.#visitors.source !== answerSource(this.source, false))
      this.#visitors = MarketView.empty(this.source, false, now)
    for (const { visitors } of this.#listeners) visitors(this.#visitors)
  }

  #became(condition: EngineCondition): void {
    // The next engine begins anew: the last state of the lost engine is not its state, however young.
    if (condition !== 'running' && this.#newest !== null)
      this.#newest = { ...this.#newest, time: Number.NEGATIVE_INFINITY }
    if (condition === 'running') this.#roundAt = Number.NEGATIVE_INFINITY
    this.#tick()
  }

  #tick(): void {
    const now = this.#clock.now()
    this.#tellViewers()
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
