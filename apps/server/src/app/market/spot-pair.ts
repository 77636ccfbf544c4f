import type { MarketLeg } from './market-leg.ts'
import { byId } from './route.ts'
import { SpotRoute } from './spot-route.ts'

/** Two doubles that differ by less are taken for the same price when gaps are counted. */
export const SAME_PRICE = 1 + 1e-12

const NO_ROUTES: readonly SpotRoute[] = []

/**
 * One pair on all exchanges that have it: their best prices side by side, so that most moves are told apart from gaps
 * without a look at any other book.
 */
export class SpotPair {
  readonly #places: SpotPlace[] = []
  #bids = new Float64Array(0)
  #asks = new Float64Array(0)
  /** What the last move concerned; used again by the next one. */
  readonly #found: SpotRoute[] = []
  /** No route has anything to lose: only a gap concerns them. */
  #isIdle = true

  /** A further exchange that has the pair: the routes between it and the others. */
  join(leg: MarketLeg): readonly SpotRoute[] {
    const routes = this.#places.flatMap(({ leg: other }) => [new SpotRoute(leg, other), new SpotRoute(other, leg)])
    const place = new SpotPlace(leg)
    this.#places.push(place)
    for (const one of this.#places) {
      const own = routes.filter(({ buy, sell }) => buy === one.leg || sell === one.leg)
      one.routes = [...one.routes, ...own].sort(byId)
      one.ends = one.routes.map(({ buy, sell }) => ({ buy: this.#placeOf(buy), sell: this.#placeOf(sell) }))
    }
    this.#bids = Float64Array.from(this.#places, ({ leg: { bid } }) => bid)
    this.#asks = Float64Array.from(this.#places, ({ leg: { ask } }) => ask)
    return routes
  }

  has({ slot }: MarketLeg): boolean {
    return this.#places.some(({ leg }) => leg.slot.exchange === slot.exchange)
  }

  /** Where the leg that joined last stands. */
  get last(): number {
    return this.#places.length - 1
  }

  routesAt(at: number): readonly SpotRoute[] {
    return (this.#places[at] as SpotPlace).routes
  }

  /** The routes that a move of this leg's book may have changed. The list is good until the next call. */
  moved(at: number): readonly SpotRoute[] {
    const place = this.#places[at] as SpotPlace
    const { bid, ask } = place.leg
    this.#bids[at] = bid
    this.#asks[at] = ask
    if (!this.#isIdle && place.stayed(bid, ask)) return NO_ROUTES
    this.#isIdle = (this.#isIdle || this.#areIdle()) && !this.#hasGap(at, bid, ask)
    return this.#isIdle ? NO_ROUTES : this.#concerned(place)
  }

  /** Whatever is told next of these books is looked at. */
  doubt(): void {
    this.#isIdle = false
    for (const place of this.#places) place.doubt()
  }

  /** Those with a gap, and those that have something to lose. */
  #concerned({ routes, ends }: SpotPlace): readonly SpotRoute[] {
    const found = this.#found
    found.length = 0
    for (let at = 0; at < routes.length; at++) {
      const route = routes[at] as SpotRoute
      const { buy, sell } = ends[at] as Ends
      const isGap = (this.#bids[sell] as number) > (this.#asks[buy] as number) * SAME_PRICE
      if (isGap || !route.isIdle) found.push(route)
    }
    return found
  }

  #placeOf(leg: MarketLeg): number {
    return this.#places.findIndex((place) => place.leg === leg)
  }

  #areIdle(): boolean {
    for (const { routes } of this.#places) for (const route of routes) if (!route.isIdle) return false
    return true
  }

  #hasGap(at: number, bid: number, ask: number): boolean {
    const bids = this.#bids
    const asks = this.#asks
    for (let other = 0; other < bids.length; other++) {
      if (other === at) continue
      if (bid > (asks[other] as number) * SAME_PRICE || (bids[other] as number) > ask * SAME_PRICE) return true
    }
    return false
  }
}

/** Where the books of a route stand among those of the pair. */
type Ends = { readonly buy: number; readonly sell: number }

/** One exchange's book of the pair with its routes, and the best prices at which they were judged last. */
class SpotPlace {
  readonly leg: MarketLeg
  routes: readonly SpotRoute[] = NO_ROUTES
  ends: readonly Ends[] = []
  #bid = Number.NaN
  #ask = Number.NaN

  constructor(leg: MarketLeg) {
    this.leg = leg
  }

  /** The best prices are those by which all routes were settled, or wait: whatever moved below them changes nothing. */
  stayed(bid: number, ask: number): boolean {
    if (bid === this.#bid && ask === this.#ask && this.#areAtRest()) return true
    this.#bid = bid
    this.#ask = ask
    return false
  }

  doubt(): void {
    this.#bid = Number.NaN
  }

  #areAtRest(): boolean {
    for (const route of this.routes) if (!route.isSettled && !route.isWaiting) return false
    return true
  }
}
