import { CLOSED, type Episode, type LifecycleState, type Mode, type SpotRejection } from '@makas/domain'
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

/** Why a gap is no row now: the exact account, the states of the legs, or an unknown fee or rate. */
export type Rejection =
  | Exclude<SpotRejection, 'no-gap'>
  | 'stale'
  | 'crossed'
  | 'fee-unknown'
  | 'interval-unknown'
  | 'borrow-unknown'

/** The legs of one possible arbitrage: two exchanges, a coin and its perpetual, or a cycle. */
export abstract class Route {
  /** A pure function of the route (http-and-settings.md): safe in an address. */
  readonly id: string
  abstract readonly mode: Mode
  /** Legs in order of execution. */
  readonly legs: readonly MarketLeg[]
  lifecycle: LifecycleState = CLOSED

  /**
   * The array that holds this route's state. Screens change the state there by number, without this object, between
   * idle and counted for its fees, and from paying to deferred.
   */
  #states: RouteStates = new OwnState()
  #index = 0
  #opportunity: Opportunity | null = null
  /** Valid only in states other than `IDLE` and `FEES`, which imply it. */
  #rejection: Rejection | null = null
  #episode: Episode | null = null
  #confirmed = false
  #isDeferred = false

  constructor(id: string, legs: readonly MarketLeg[]) {
    this.id = id
    this.legs = legs
  }

  /** Binds the route to the state at `at` of an array, which holds from now on. */
  keepStateIn(states: RouteStates, at: number): void {
    this.#states = states
    this.#index = at
  }

  /** Ends the binding: the place in the array is idle, and may become another route's. */
  leaveStates(): void {
    const own = new OwnState()
    own.setState(0, this.state)
    this.#states.setState(this.#index, IDLE)
    this.keepStateIn(own, 0)
  }

  get state(): number {
    return this.#states.stateAt(this.#index)
  }

  /** Why the last evaluation made no row of a gap; null where it was positive or found no gap. */
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

  /** The running episode; null where no episode runs, and where lifetimes are not measured. */
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
    // Only an evaluation confirms, and an evaluation ends the wait.
    if (this.isDeferred) this.isDeferred = false
    this.#rejection = this.rejection
    this.#confirmed = confirmed
    this.#restate()
  }

  /** Whether its evaluation is deferred to the next tick. An evaluation or a loss before the tick ends the wait. */
  get isDeferred(): boolean {
    return this.#isDeferred || this.state === DEFERRED
  }

  set isDeferred(isDeferred: boolean) {
    this.#rejection = this.rejection
    this.#isDeferred = isDeferred
    this.#restate()
  }

  /** Whether it has no row, no episode, is not counted and not confirmed: as if it had never had a gap. */
  get isIdle(): boolean {
    return this.state === IDLE
  }

  /**
   * Whether its next evaluation may be deferred: it has a row or, with no episode under way, was rejected for slippage,
   * size or quarantine.
   */
  get mayBeDeferred(): boolean {
    return this.#mayBeDeferredWith(this.rejection)
  }

  /** Whether every leg is proven and fresh at `now` (epoch ms). */
  isLive(now: number): boolean {
    for (const { slot } of this.legs) if (!slot.isLive(now)) return false
    return true
  }

  /** Whether a leg has a best bid above its best ask, and may not be read. */
  get isCrossed(): boolean {
    for (const { slot } of this.legs) if (slot.isCrossed) return true
    return false
  }

  #mayBeDeferredWith(rejection: Rejection | null): boolean {
    if (this.#opportunity !== null) return true
    return this.#episode === null && (rejection === 'slippage' || rejection === 'size' || rejection === 'quarantine')
  }

  #restate(): void {
    this.#states.setState(this.#index, nextState(this.state, this.#stateOf(this.#rejection)))
  }

  #stateOf(rejection: Rejection | null): number {
    const hasNothingElse = this.#opportunity === null && this.#episode === null && !this.#confirmed
    if (hasNothingElse && rejection === null) return IDLE
    if (hasNothingElse && rejection === 'fees') return FEES
    // Uses the argument: `this.rejection` still belongs to the former state here. A screen does not know whether a gap
    // was confirmed, so the engine decides whether such a route waits.
    if (this.#confirmed || !this.#mayBeDeferredWith(rejection)) return ALWAYS_EVALUATE
    if (rejection !== 'quarantine') return this.#isDeferred ? DEFERRED : PAYS
    return this.#isDeferred && hasNothingElse ? QUARANTINED : ALWAYS_EVALUATE
  }
}

/** Order of two routes by their ids, by code unit. */
export const byId = (a: Route, b: Route) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Sorts the first `count` routes of a list by id; nearly always one or two. */
export function order(routes: Route[], count: number): void {
  for (let at = 1; at < count; at++) {
    const route = routes[at] as Route
    let to = at
    for (; to > 0 && byId(routes[to - 1] as Route, route) > 0; to--) routes[to] = routes[to - 1] as Route
    routes[to] = route
  }
}
