import {
  type BookSlot,
  type Decimal,
  detectTriangular,
  type TriangularAccount,
  type TriangularLegs,
  type TriangularRejection,
} from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import { placeOf, type TopOfBookTable } from '../legs/top-of-book-table.ts'
import { ages, captureLeg } from '../opportunity/evaluation.ts'
import { netPercent } from '../opportunity/net-percent.ts'
import type { TriOpportunity } from '../opportunity/tri-opportunity.ts'
import { type Judgement, type NegativeVerdict, NO_GAP, REJECTED, unreadable } from '../route/judgement.ts'
import type { TriRoute, TriStep, TriSteps } from '../route/tri-route.ts'
import type { Detector } from './detector.ts'
import { ExchangeCycles } from './exchange-cycles.ts'
import { classifyCycle, GAP, LOSES_TO_FEES, mayBeImplausibleLoss, mayWait, PLAUSIBLE } from './price-class.ts'

export type TriDetectorOptions = {
  /** Bound of the start amount by start asset; null for assets without a bound. */
  readonly triCap: (asset: string) => Decimal | null
  /** Whether this engine looks after a coin. */
  readonly owns: (coin: string) => boolean
  /** Number of routes with a gap and no row, by reason. */
  readonly rejected: { fees: number }
  /** Called for a route with a gap above 5 %, which only counts once fresh snapshots confirm it. */
  readonly onQuarantined: (route: TriRoute, now: number) => void
  /**
   * Called for a route that was set to `DEFERRED`, whose evaluation waits for the tick; null where nothing is deferred.
   */
  readonly onDeferred: ((route: TriRoute) => void) | null
}

/** Closes a row as `quarantine` without counting a gap: the product is below 1. */
const CLOSED_AS_QUARANTINE: NegativeVerdict = { reason: 'quarantine', rejection: null }
const NEGATIVE: Readonly<Record<TriangularRejection, NegativeVerdict>> = { 'no-gap': NO_GAP, ...REJECTED }
const NO_ROUTES: readonly TriRoute[] = []

/** Cycles of three trades on one exchange (formulas.md § 4). */
export class TriDetector implements Detector<TriRoute> {
  found: readonly TriRoute[] = NO_ROUTES
  readonly #options: TriDetectorOptions
  readonly #table: TopOfBookTable
  /** Cycles by the exchange's place in the records of the legs. */
  readonly #exchanges: (ExchangeCycles | undefined)[] = []

  constructor(table: TopOfBookTable, options: TriDetectorOptions) {
    this.#options = options
    this.#table = table
  }

  join(leg: MarketLeg): void {
    if (leg.slot.market !== 'spot') return
    const cycles = this.#cyclesOf(leg.number) ?? new ExchangeCycles(this.#table, this.#options)
    this.#exchanges[placeOf(leg.number)] = cycles
    cycles.add(leg)
  }

  leave(leg: MarketLeg): void {
    this.#cyclesOf(leg.number)?.remove(leg)
  }

  routesOf(leg: MarketLeg): readonly TriRoute[] {
    return this.#cyclesOf(leg.number)?.routesOf(leg) ?? NO_ROUTES
  }

  moved(number: number, slot: BookSlot): number {
    const cycles = this.#cyclesOf(number)
    if (cycles === undefined) return 0
    this.found = cycles.found
    return cycles.moved(number, slot)
  }

  lost(leg: MarketLeg): void {
    this.#cyclesOf(leg.number)?.block(leg)
  }

  termsChanged(leg: MarketLeg): void {
    this.#cyclesOf(leg.number)?.termsChanged(leg)
  }

  canWait(route: TriRoute): boolean {
    if (route.isCrossed) return false
    const priceClass = classifyCycle(route.topProduct, route.shareAfterFees)
    return mayWait(priceClass, route.rejection === 'quarantine', route.confirmed)
  }

  judge(route: TriRoute, now: number): Judgement {
    const { steps } = route
    const top = route.topProduct
    const priceClass = classifyCycle(top, route.shareAfterFees)
    const isGap = (priceClass & GAP) !== 0
    if (!isGap && route.isIdle) return NO_GAP
    const refusal = unreadable(route, isGap, now)
    if (refusal !== null) return refusal
    // A confirmation holds for one gap above 5 %: the route's next gap has to be confirmed anew.
    if (!isGap || (priceClass & PLAUSIBLE) !== 0) route.confirmed = false
    if (!isGap) {
      // Only an open row needs the reason of its closing.
      return route.opportunity !== null && mayBeImplausibleLoss(top) && isImplausible(steps)
        ? CLOSED_AS_QUARANTINE
        : NO_GAP
    }
    const legs = [takeable(steps[0]), takeable(steps[1]), takeable(steps[2])] as const
    const [first, second, third] = legs
    if (first === null || second === null || third === null) return REJECTED['fee-unknown']
    if ((priceClass & LOSES_TO_FEES) !== 0) return REJECTED.fees
    return this.#walk(route, [first, second, third], now)
  }

  #cyclesOf(number: number): ExchangeCycles | undefined {
    return this.#exchanges[placeOf(number)]
  }

  #walk(route: TriRoute, legs: TriangularLegs, now: number): Judgement {
    const finding = detectTriangular(legs, { cap: this.#options.triCap(route.assets[0]), confirmed: route.confirmed })
    if (finding.kind === 'none') {
      if (finding.why === 'quarantine') this.#options.onQuarantined(route, now)
      return NEGATIVE[finding.why]
    }
    const { account } = finding
    return {
      roi: () => netPercent(account.net, account.spent),
      capture: () => triOpportunity(route, legs, account, now),
    }
  }
}

function triOpportunity(
  route: TriRoute,
  legs: TriangularLegs,
  account: TriangularAccount,
  now: number,
): TriOpportunity {
  const capture = (at: 0 | 1 | 2) => captureLeg(legs[at].leg, legs[at].side, account.legs[at].levels)
  return {
    mode: 'tri',
    id: route.id,
    exchange: route.steps[0].leg.slot.exchange,
    assets: route.assets,
    pairs: [pairOf(route.steps[0]), pairOf(route.steps[1]), pairOf(route.steps[2])],
    account,
    legs: [capture(0), capture(1), capture(2)],
    ...ages(route.legs, now),
    detectedAt: route.lifecycle.kind === 'open' ? route.lifecycle.detectedAt : now,
    updatedAt: now,
  }
}

const pairOf = ({ leg }: TriStep) => `${leg.identity.base}/${leg.identity.quote}`

/** Whether a cycle gains or loses more than 5 % at its best prices (formulas.md § 6). */
function isImplausible(steps: TriSteps): boolean {
  const [first, second, third] = [takeable(steps[0]), takeable(steps[1]), takeable(steps[2])]
  if (first === null || second === null || third === null) return false
  const finding = detectTriangular([first, second, third], { cap: null, confirmed: false })
  return finding.kind === 'none' && finding.why === 'quarantine'
}

function takeable({ leg: { slot, terms }, side }: TriStep) {
  return terms === null ? null : { leg: { slot, terms }, side }
}
