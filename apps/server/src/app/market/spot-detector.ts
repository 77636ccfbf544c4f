import { type BookSlot, type Decimal, detectSpot, type SpotRejection } from '@makas/domain'
import type { Detector } from './detector.ts'
import { ages, captureLeg } from './evaluation.ts'
import { type Judgement, type Negative, NO_GAP, REJECTED, unreadable } from './judgement.ts'
import type { MarketLeg } from './market-leg.ts'
import { byId } from './route.ts'
import { SpotRoute } from './spot-route.ts'

/** Doubles are only trusted to reject: a loser may pass this margin, a winner never fails it (performance.md 3.5). */
const SCREEN_MARGIN = 1 + 1e-9
/** Two doubles that differ by less are taken for the same price when gaps are counted. */
const SAME_PRICE = 1 + 1e-12

/** A gap surely above 5 %, which nobody believes before it is confirmed; what is nearer is left to exact numbers. */
const SURELY_DOUBTED = 1.05 * (1 + 1e-9)
const SURELY_BELIEVED = 1.05 * (1 - 1e-9)

export type SpotDetectorOptions = {
  /** Bound of the buy leg's notional; null for quotes that have none. */
  readonly spotCap: (quote: string) => Decimal | null
  /** A gap above 5 % wants to be confirmed by fresh snapshots. */
  readonly onQuarantined: (route: SpotRoute, now: number) => void
}

const NEGATIVE: Readonly<Record<SpotRejection, Negative>> = { 'no-gap': NO_GAP, ...REJECTED }
const NO_ROUTES: readonly SpotRoute[] = []

/** A book with the routes through it, and the best prices at which they were judged last. */
class SpotPlace {
  readonly routes: readonly SpotRoute[]
  readonly #leg: MarketLeg
  #bid = Number.NaN
  #ask = Number.NaN

  constructor(leg: MarketLeg, routes: readonly SpotRoute[]) {
    this.#leg = leg
    this.routes = routes
  }

  /** The best prices are those by which all routes were settled: whatever moved below them changes nothing. */
  stayed(): boolean {
    const { bid, ask } = this.#leg
    if (bid === this.#bid && ask === this.#ask && this.#areSettled()) return true
    this.#bid = bid
    this.#ask = ask
    return false
  }

  /** Whatever is told next of the book is looked at. */
  doubt(): void {
    this.#bid = Number.NaN
  }

  #areSettled(): boolean {
    for (const route of this.routes) if (!route.isSettled) return false
    return true
  }
}

/** The same pair on two exchanges (formulas.md § 1). */
export class SpotDetector implements Detector<SpotRoute> {
  readonly routes: SpotRoute[] = []
  readonly #options: SpotDetectorOptions
  readonly #bySlot = new Map<BookSlot, SpotPlace>()
  readonly #legsByPair = new Map<string, MarketLeg[]>()

  constructor(options: SpotDetectorOptions) {
    this.#options = options
  }

  /** Makes the routes between a new leg and the same pair elsewhere. Perpetuals have none. */
  join(leg: MarketLeg): void {
    if (leg.slot.market !== 'spot') return
    const pair = `${leg.identity.base}/${leg.identity.quote}`
    const others = this.#legsByPair.get(pair) ?? []
    // A second ticker of the same coin on one exchange would make routes of the same name: the first listed stands.
    if (others.some(({ slot }) => slot.exchange === leg.slot.exchange)) return
    for (const other of others) {
      for (const route of [new SpotRoute(leg, other), new SpotRoute(other, leg)]) {
        this.routes.push(route)
        for (const one of [leg, other]) {
          this.#bySlot.set(one.slot, new SpotPlace(one, [...this.routesOf(one.slot), route].sort(byId)))
        }
      }
    }
    this.#legsByPair.set(pair, [...others, leg])
  }

  routesOf(slot: BookSlot): readonly SpotRoute[] {
    return this.#bySlot.get(slot)?.routes ?? NO_ROUTES
  }

  moved(slot: BookSlot): readonly SpotRoute[] {
    const place = this.#bySlot.get(slot)
    return place === undefined || place.stayed() ? NO_ROUTES : place.routes
  }

  lost(slot: BookSlot): void {
    this.doubt(slot)
  }

  doubt(slot: BookSlot): void {
    for (const { legs } of this.routesOf(slot)) for (const leg of legs) this.#bySlot.get(leg.slot)?.doubt()
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
    const { account } = finding
    return {
      mode: 'spot',
      id: route.id,
      base: buy.identity.base,
      quote: buy.identity.quote,
      account,
      legs: [captureLeg(buyLeg, 'buy', account.buyLevels), captureLeg(sellLeg, 'sell', account.sellLevels)],
      ...ages(route.legs, now),
      detectedAt: route.standing.kind === 'open' ? route.standing.detectedAt : now,
      updatedAt: now,
    }
  }
}
