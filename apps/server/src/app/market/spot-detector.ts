import { type Decimal, detectSpot, type Leg, type SpotAccount, type SpotRejection } from '@makas/domain'
import type { Detector } from './detector.ts'
import { ages, captureLeg } from './evaluation.ts'
import { type Judgement, type Negative, NO_GAP, REJECTED, unreadable } from './judgement.ts'
import type { MarketLeg } from './market-leg.ts'
import { SCREEN_MARGIN, SURELY_BELIEVED, SURELY_DOUBTED } from './screen-margins.ts'
import type { SpotOpportunity } from './spot-opportunity.ts'
import { SAME_PRICE, SpotPair } from './spot-pair.ts'
import type { SpotRoute } from './spot-route.ts'

export type SpotDetectorOptions = {
  /** Bound of the buy leg's notional; null for quotes that have none. */
  readonly spotCap: (quote: string) => Decimal | null
  /** A gap above 5 % wants to be confirmed by fresh snapshots. */
  readonly onQuarantined: (route: SpotRoute, now: number) => void
}

const NEGATIVE: Readonly<Record<SpotRejection, Negative>> = { 'no-gap': NO_GAP, ...REJECTED }
const NO_ROUTES: readonly SpotRoute[] = []

/** Where a leg stands among those of its pair. */
type Place = { readonly pair: SpotPair; readonly at: number }

/** The same pair on two exchanges (formulas.md § 1). */
export class SpotDetector implements Detector<SpotRoute> {
  readonly routes: SpotRoute[] = []
  readonly #options: SpotDetectorOptions
  /** By the leg's number. */
  readonly #places: (Place | undefined)[] = []
  readonly #pairs = new Map<string, SpotPair>()

  constructor(options: SpotDetectorOptions) {
    this.#options = options
  }

  /** Makes the routes between a new leg and the same pair elsewhere. Perpetuals have none. */
  join(leg: MarketLeg): void {
    if (leg.slot.market !== 'spot') return
    const name = `${leg.identity.base}/${leg.identity.quote}`
    const pair = this.#pairs.get(name) ?? new SpotPair()
    this.#pairs.set(name, pair)
    // A second ticker of the same coin on one exchange would make routes of the same name: the first listed stands.
    if (pair.has(leg)) return
    this.routes.push(...pair.join(leg))
    this.#places[leg.number] = { pair, at: pair.last }
  }

  routesOf({ number }: MarketLeg): readonly SpotRoute[] {
    const place = this.#places[number]
    return place === undefined ? NO_ROUTES : place.pair.routesAt(place.at)
  }

  moved({ number }: MarketLeg): readonly SpotRoute[] {
    const place = this.#places[number]
    return place === undefined ? NO_ROUTES : place.pair.moved(place.at)
  }

  lost(leg: MarketLeg): void {
    this.doubt(leg)
  }

  doubt({ number }: MarketLeg): void {
    this.#places[number]?.pair.doubt()
  }

  canWait(route: SpotRoute): boolean {
    const { buy, sell } = route
    if (route.isCrossed) return false
    const isDoubted = !route.confirmed && sell.bid > buy.ask * SURELY_DOUBTED
    if (route.rejection === 'quarantine') return isDoubted
    return sell.bidKept > buy.askPaid && (route.confirmed || sell.bid < buy.ask * SURELY_BELIEVED)
  }

  /** The hot path: nearly every call ends at a comparison of doubles with a verdict that was made beforehand. */
  judge(route: SpotRoute, now: number): Judgement {
    const { buy, sell } = route
    const isGap = sell.bid > buy.ask * SAME_PRICE
    // Without a gap, and with nothing to take back, no state of the books would change anything.
    if (!isGap && route.isIdle) return NO_GAP
    const dead = unreadable(route, isGap, now)
    if (dead !== null) return dead
    if (!isGap) {
      route.confirmed = false
      return NO_GAP
    }
    if (buy.terms === null || sell.terms === null) return REJECTED['fee-unknown']
    if (!(sell.bidKept * SCREEN_MARGIN > buy.askPaid)) return REJECTED.fees

    if (!route.confirmed && sell.bid > buy.ask * SURELY_DOUBTED) {
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
    return spotOpportunity(route, buyLeg, sellLeg, finding.account, now)
  }
}

/** A positive evaluation with the books as they are now. */
export function spotOpportunity(
  { id, buy: { identity }, legs, standing }: SpotRoute,
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
    detectedAt: standing.kind === 'open' ? standing.detectedAt : now,
    updatedAt: now,
  }
}
