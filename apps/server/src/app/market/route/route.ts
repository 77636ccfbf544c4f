import { CLOSED, type Episode, type Mode, type SpotRejection, type Standing } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import {
  ALWAYS_EVALUATE,
  DEFERRED,
  FEES,
  IDLE,
  nextState,
  OwnState,
  PAYS,
  QUARANTINED,
  type RouteStates,
} from '../legs/route-state.ts'
import type { Opportunity } from '../opportunity/opportunity.ts'

/** Why a gap is no row now: what detection says, the states of the legs, and facts that nobody told. */
export type Rejection =
  | Exclude<SpotRejection, 'no-gap'>
  | 'stale'
  | 'crossed'
  | 'fee-unknown'
  | 'interval-unknown'
  | 'borrow-unknown'

/** A way to earn from some books: two exchanges, a coin and its perpetual, or a cycle. */
export abstract class Route {
  /** A pure function of the route (http-and-settings.md): safe in an address. */
  readonly id: string
  abstract readonly mode: Mode
  /** In order of execution. */
  readonly legs: readonly MarketLeg[]
  standing: Standing = CLOSED

  /**
   * Whoever screens routes by number takes one from idle to counted for its fees, and back, and from paying to deferred,
   * without the object.
   */
  #states: RouteStates = new OwnState()
  #at = 0
  #opportunity: Opportunity | null = null
  /** Good only where the state does not say it. */
  #rejection: Rejection | null = null
  #episode: Episode | null = null
  #confirmed = false
  #isDeferred = false

  constructor(id: string, legs: readonly MarketLeg[]) {
    this.id = id
    this.legs = legs
  }

  /** Its state is kept there from now on, and is the one that is there. */
  keepStateIn(states: RouteStates, at: number): void {
    this.#states = states
    this.#at = at
  }

  get state(): number {
    return this.#states.stateAt(this.#at)
  }

  /** What the last evaluation said, if it was negative and there was a gap. */
  get rejection(): Rejection | null {
    const { state } = this
    return state === IDLE ? null : state === FEES ? 'fees' : this.#rejection
  }

  set rejection(rejection: Rejection | null) {
    this.#rejection = rejection
    this.#restate()
  }

  /** The last positive evaluation, while open. */
  get opportunity(): Opportunity | null {
    return this.#opportunity
  }

  set opportunity(opportunity: Opportunity | null) {
    this.#rejection = this.rejection
    this.#opportunity = opportunity
    this.#restate()
  }

  /** What its lifetime is measured by; null where none goes on, and always in a replay. */
  get episode(): Episode | null {
    return this.#episode
  }

  set episode(episode: Episode | null) {
    this.#rejection = this.rejection
    this.#episode = episode
    this.#restate()
  }

  /** A gap above 5 % that fresh snapshots have confirmed (formulas.md § 6). */
  get confirmed(): boolean {
    return this.#confirmed
  }

  set confirmed(confirmed: boolean) {
    if (confirmed === this.#confirmed) return
    this.#rejection = this.rejection
    this.#confirmed = confirmed
    this.#restate()
  }

  /** Its evaluation is deferred to the next tick; an evaluation or a loss before that ends it. */
  get isDeferred(): boolean {
    return this.#isDeferred || this.state === DEFERRED
  }

  set isDeferred(isWaiting: boolean) {
    this.#rejection = this.rejection
    this.#isDeferred = isWaiting
    this.#restate()
  }

  /** No row, no episode, nothing counted, nothing confirmed: as if it had never had a gap. */
  get isIdle(): boolean {
    return this.state === IDLE
  }

  /** Idle, or counted for its fees alone: only other best prices, or legs that may be read no more, change that. */
  get isDecidedByTopOfBook(): boolean {
    const { state } = this
    return state === IDLE || state === FEES
  }

  /** It is open, or its best prices pay and its depth did not: evaluating it means walking the depth, so it may be deferred. */
  get pays(): boolean {
    return this.#paysWith(this.rejection)
  }

  /** Every leg is proven and fresh at `now` (ms). */
  isLive(now: number): boolean {
    for (const { slot } of this.legs) if (!slot.isLive(now)) return false
    return true
  }

  /** A leg whose best prices overlap may not be read. */
  get isCrossed(): boolean {
    for (const { slot } of this.legs) if (slot.isCrossed) return true
    return false
  }

  #paysWith(rejection: Rejection | null): boolean {
    if (this.#opportunity !== null) return true
    return this.#episode === null && (rejection === 'slippage' || rejection === 'size' || rejection === 'quarantine')
  }

  #restate(): void {
    this.#states.setState(this.#at, nextState(this.state, this.#stateOf(this.#rejection)))
  }

  #stateOf(rejection: Rejection | null): number {
    const hasNothingElse = this.#opportunity === null && this.#episode === null && !this.#confirmed
    if (hasNothingElse && rejection === null) return IDLE
    if (hasNothingElse && rejection === 'fees') return FEES
    // By what it is now: while a state is being found, `rejection` still says what the last one was.
    if (!this.#paysWith(rejection)) return ALWAYS_EVALUATE
    if (rejection !== 'quarantine') return this.#isDeferred ? DEFERRED : PAYS
    return this.#isDeferred && hasNothingElse ? QUARANTINED : ALWAYS_EVALUATE
  }
}

/** Order of two routes by their ids, by code unit. */
export const byId = (a: Route, b: Route) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Puts the first routes of a list in the order of their ids: nearly always one or two. */
export function order(routes: Route[], count: number): void {
  for (let at = 1; at < count; at++) {
    const route = routes[at] as Route
    let to = at
    for (; to > 0 && byId(routes[to - 1] as Route, route) > 0; to--) routes[to] = routes[to - 1] as Route
    routes[to] = route
  }
}
