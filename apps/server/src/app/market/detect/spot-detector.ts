import { type Decimal, detectSpot, type Leg, type SpotAccount, type SpotRejection } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import { pairRecordOf, placeOf, type TopOfBookTable } from '../legs/top-of-book-table.ts'
import { ages, captureLeg } from '../opportunity/evaluation.ts'
import { netPercent } from '../opportunity/net-percent.ts'
import type { SpotOpportunity } from '../opportunity/spot-opportunity.ts'
import { type Judgement, type NegativeVerdict, NO_GAP, REJECTED, unreadable } from '../route/judgement.ts'
import { byId, order } from '../route/route.ts'
import { SpotRoute } from '../route/spot-route.ts'
import type { Detector } from './detector.ts'
import { classifySpot, GAP, IMPLAUSIBLE, LOSES_TO_FEES, mayWait, PLAUSIBLE } from './price-class.ts'
import { cellOf, SpotScreen } from './spot-screen.ts'

export type SpotDetectorOptions = {
  /** Bound of the buy leg's notional; null for quotes that have none. */
  readonly spotCap: (quote: string) => Decimal | null
  /** Number of routes with a gap and no row, by reason. */
  readonly rejected: { fees: number }
  /** Called for a route with a gap above 5 %, which only counts once fresh snapshots confirm it. */
  readonly onQuarantined: (route: SpotRoute, now: number) => void
  /**
   * Called for a route that was set to `DEFERRED`, whose evaluation waits for the tick; null where nothing is deferred.
   */
  readonly onDeferred: ((route: SpotRoute) => void) | null
}

const NEGATIVE: Readonly<Record<SpotRejection, NegativeVerdict>> = { 'no-gap': NO_GAP, ...REJECTED }
const NO_ROUTES: readonly SpotRoute[] = []

/** Detects gaps of one pair between two exchanges (formulas.md § 1). */
export class SpotDetector implements Detector<SpotRoute> {
  readonly routes: SpotRoute[] = []
  readonly found: SpotRoute[] = []
  readonly #options: SpotDetectorOptions
  readonly #table: TopOfBookTable
  readonly #screen: SpotScreen
  /** The legs of a record that can be traded against each other, in the order in which they became known. */
  readonly #pairs: MarketLeg[][] = []
  /** Routes by the leg's number, in id order. */
  readonly #ofLeg: SpotRoute[][] = []
  /** Routes by the index of their state byte. */
  readonly #byCell = new Map<number, SpotRoute>()

  constructor(table: TopOfBookTable, options: SpotDetectorOptions) {
    this.#options = options
    this.#table = table
    const { onDeferred } = options
    const onCellDeferred =
      onDeferred === null ? null : (cell: number) => onDeferred(this.#byCell.get(cell) as SpotRoute)
    this.#screen = new SpotScreen(table, options.rejected, onCellDeferred)
  }

  /**
   * Makes the routes between a new leg and the same pair elsewhere. Perpetuals have no such routes, nor has a second
   * ticker of the same coin on one exchange, whose routes would have the same ids. These legs have records of their
   * own.
   */
  join(leg: MarketLeg): void {
    const pair = this.#pairs[pairRecordOf(leg.number)] ?? []
    this.#pairs[pairRecordOf(leg.number)] = pair
    for (const other of pair) {
      this.#add(leg, other)
      this.#add(other, leg)
    }
    pair.push(leg)
  }

  leave(leg: MarketLeg): void {
    const pair = this.#pairs[pairRecordOf(leg.number)] ?? []
    this.#pairs[pairRecordOf(leg.number)] = pair.filter((other) => other !== leg)
    for (const route of this.routesOf(leg)) {
      route.leaveStates()
      this.#byCell.delete(cellFor(route))
      this.routes.splice(this.routes.indexOf(route), 1)
      for (const { number } of route.legs)
        this.#ofLeg[number] = (this.#ofLeg[number] ?? []).filter((other) => other !== route)
    }
  }

  routesOf({ number }: MarketLeg): readonly SpotRoute[] {
    return this.#ofLeg[number] ?? NO_ROUTES
  }

  moved(number: number): number {
    const count = this.#screen.moved(number)
    for (let at = 0; at < count; at++) {
      this.found[at] = this.#byCell.get(this.#screen.found[at] as number) as SpotRoute
    }
    if (count > 1) order(this.found, count)
    return count
  }

  /**
   * Nothing to do: each frame screens the legs that are marked dirty, and a lost book has no prices that make a gap.
   */
  lost(): void {
    return
  }

  termsChanged(): void {
    return
  }

  canWait(route: SpotRoute): boolean {
    return !route.isCrossed && mayWait(classOf(route), route.rejection === 'quarantine', route.confirmed)
  }

  /** Nearly every call ends at a comparison of doubles, with a preallocated verdict. */
  judge(route: SpotRoute, now: number): Judgement {
    const { buy, sell } = route
    const priceClass = classOf(route)
    const isGap = (priceClass & GAP) !== 0
    // An idle route without a gap stays idle, whatever the state of its books.
    if (!isGap && route.isIdle) return NO_GAP
    const refusal = unreadable(route, isGap, now)
    if (refusal !== null) return refusal
    // A confirmation holds for one gap above 5 %: the route's next gap has to be confirmed anew.
    if (!isGap || (priceClass & PLAUSIBLE) !== 0) route.confirmed = false
    if (!isGap) return NO_GAP
    if (buy.terms === null || sell.terms === null) return REJECTED['fee-unknown']
    if ((priceClass & LOSES_TO_FEES) !== 0) return REJECTED.fees

    if (!route.confirmed && (priceClass & IMPLAUSIBLE) !== 0) {
      this.#options.onQuarantined(route, now)
      return REJECTED.quarantine
    }
    const buyLeg = { slot: buy.slot, terms: buy.terms }
    const sellLeg = { slot: sell.slot, terms: sell.terms }
    const cap = this.#options.spotCap(buy.identity.quote)
    const finding = detectSpot(buyLeg, sellLeg, { cap, confirmed: route.confirmed })
    if (finding.kind === 'none') {
      if (finding.why === 'quarantine') this.#options.onQuarantined(route, now)
      return NEGATIVE[finding.why]
    }
    const { account } = finding
    return {
      roi: () => netPercent(account.net, account.cost),
      capture: () => spotOpportunity(route, buyLeg, sellLeg, account, now),
    }
  }

  #add(buy: MarketLeg, sell: MarketLeg): void {
    const route = new SpotRoute(buy, sell)
    const cell = cellFor(route)
    route.keepStateIn(this.#table, cell)
    this.#byCell.set(cell, route)
    this.routes.push(route)
    for (const { number } of route.legs) this.#ofLeg[number] = [...(this.#ofLeg[number] ?? []), route].sort(byId)
  }
}

const cellFor = ({ buy, sell }: SpotRoute) =>
  cellOf(pairRecordOf(buy.number), placeOf(buy.number), placeOf(sell.number))

const classOf = ({ buy, sell }: SpotRoute) => classifySpot(sell.bid, buy.ask, sell.bidAfterFee, buy.askAfterFee)

/** A positive evaluation with the books as they are now. */
export function spotOpportunity(
  { id, buy: { identity }, legs, lifecycle }: SpotRoute,
  buy: Leg,
  sell: Leg,
  account: SpotAccount,
  now: number,
): SpotOpportunity {
  return {
    mode: 'spot',
    id,
    base: identity.base,
    quote: identity.quote,
    account,
    legs: [captureLeg(buy, 'buy', account.buyLevels), captureLeg(sell, 'sell', account.sellLevels)],
    ...ages(legs, now),
    detectedAt: lifecycle.kind === 'open' ? lifecycle.detectedAt : now,
    updatedAt: now,
  }
}
