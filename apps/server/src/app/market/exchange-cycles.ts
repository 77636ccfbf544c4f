import { CycleScreen, type Cycles, findCycles, isSell, marketOf } from '@makas/domain'
import type { MarketLeg } from './market-leg.ts'
import { byId } from './route.ts'
import { TriRoute, type TriStep } from './tri-route.ts'

const NO_ROUTES: readonly TriRoute[] = []
/** So many numbers are sorted quicker by insertion. */
const FEW = 24

/** All cycles of one exchange: which of them a moved book concerns, by their best prices. */
export class ExchangeCycles {
  readonly #legs: MarketLeg[] = []
  /** By the leg's number. */
  readonly #indexOf: (number | undefined)[] = []
  /** Routes are made when something is worth telling of them, and kept: most cycles never have a gap. */
  readonly #routes = new Map<string, TriRoute>()
  /** The same by the cycle's present number. */
  #byCycle: (TriRoute | undefined)[] = []
  readonly #ofLeg = new Map<MarketLeg, { readonly routes: TriRoute[]; isSorted: boolean }>()
  #cycles: Cycles | null = null
  #screen: CycleScreen | null = null
  /** The place of each cycle in the order of the routes' ids. */
  #ranks: Int32Array = new Int32Array(0)
  /** What the last move found; used again by the next one. */
  readonly #found: TriRoute[] = []

  /** A further market: the cycles are found anew when the next book moves. */
  add(leg: MarketLeg): void {
    this.#indexOf[leg.number] = this.#legs.length
    this.#legs.push(leg)
    this.#cycles = null
    this.#screen = null
  }

  /** Routes that were ever looked at, in id order. */
  routesOf(leg: MarketLeg): readonly TriRoute[] {
    const known = this.#ofLeg.get(leg)
    if (known === undefined) return NO_ROUTES
    // Asked for when a book is lost, which is rare; routes come by the hundred.
    if (!known.isSorted) known.routes.sort(byId)
    known.isSorted = true
    return known.routes
  }

  /**
   * Routes with a gap at the best prices, before fees, and those that are listed or counted, in id order. The list is
   * good until the next call.
   */
  moved(leg: MarketLeg): readonly TriRoute[] {
    const index = this.#indexOf[leg.number]
    if (index === undefined) return NO_ROUTES
    const screen = this.#screen ?? this.#build()
    this.#tell(screen, index)
    const found = screen.touch(index)
    if (found === 0) return NO_ROUTES
    if (found > 1) this.#order(screen.hits, found)
    const routes = this.#found
    routes.length = found
    for (let at = 0; at < found; at++) routes[at] = this.#route(screen.hits[at] as number)
    return routes
  }

  /** Nothing is screened with this book until it moves again. */
  block(leg: MarketLeg): void {
    const index = this.#indexOf[leg.number]
    if (index !== undefined) this.#screen?.block(index)
  }

  /** Whether a route has something to lose: then every move of its books concerns it. */
  watch(route: TriRoute, wanted: boolean): void {
    if (route.isWatched === wanted && !route.isHeld) return
    route.isWatched = wanted
    route.isHeld = false
    if (route.cycle >= 0) this.#screen?.watch(route.cycle, wanted)
  }

  /** The route is counted, and will be for as long as the product of its best prices is a gap below `high`. */
  hold(route: TriRoute, high: number): void {
    if (route.cycle < 0 || this.#screen === null) return
    route.isWatched = true
    route.isHeld = true
    this.#screen.hold(route.cycle, high)
  }

  /** Every move concerns the routes through a book again. */
  doubt(leg: MarketLeg): void {
    for (const route of this.routesOf(leg)) if (route.isHeld) this.watch(route, true)
  }

  /** Sorts the first cycles of a list by rank: nearly always a handful, and numbers, not names. */
  #order(cycles: Int32Array, count: number): void {
    const ranks = this.#ranks
    if (count > FEW) {
      cycles.subarray(0, count).sort((a, b) => (ranks[a] as number) - (ranks[b] as number))
      return
    }
    for (let at = 1; at < count; at++) {
      const cycle = cycles[at] as number
      const rank = ranks[cycle] as number
      let to = at
      for (; to > 0 && (ranks[cycles[to - 1] as number] as number) > rank; to--) cycles[to] = cycles[to - 1] as number
      cycles[to] = cycle
    }
  }

  #tell(screen: CycleScreen, index: number): void {
    const leg = this.#legs[index] as MarketLeg
    if (leg.slot.isCrossed) screen.block(index)
    else screen.set(index, leg.bid, leg.ask, 1)
  }

  #build(): CycleScreen {
    const cycles = findCycles(this.#legs.map(({ identity: { base, quote } }, index) => ({ index, base, quote })))
    const screen = new CycleScreen(cycles)
    this.#cycles = cycles
    this.#screen = screen
    this.#legs.forEach(({ slot }, index) => {
      if (slot.isSynced) this.#tell(screen, index)
    })
    const ids = Array.from({ length: cycles.count }, (_, cycle) => TriRoute.id(this.#exchange, this.#assets(cycle)))
    this.#ranks = ranksOf(ids)
    this.#byCycle = new Array<TriRoute | undefined>(cycles.count)
    // A route outlasts the finding of cycles anew.
    for (const route of this.#routes.values()) route.cycle = -1
    for (const [cycle, id] of ids.entries()) {
      const route = this.#routes.get(id)
      if (route !== undefined) this.#bind(cycle, route)
    }
    for (const route of this.#routes.values()) {
      route.isWatched = false
      route.isHeld = false
      if (!route.isIdle) this.watch(route, true)
    }
    return screen
  }

  #bind(cycle: number, route: TriRoute): void {
    route.cycle = cycle
    this.#byCycle[cycle] = route
  }

  #route(cycle: number): TriRoute {
    const known = this.#byCycle[cycle]
    if (known !== undefined) return known
    const assets = this.#assets(cycle)
    const route = new TriRoute(assets, [this.#step(cycle, 0), this.#step(cycle, 1), this.#step(cycle, 2)])
    this.#routes.set(route.id, route)
    this.#bind(cycle, route)
    for (const leg of route.legs) this.#enter(leg, route)
    return route
  }

  #enter(leg: MarketLeg, route: TriRoute): void {
    const known = this.#ofLeg.get(leg)
    if (known === undefined) this.#ofLeg.set(leg, { routes: [route], isSorted: true })
    else {
      known.routes.push(route)
      known.isSorted = false
    }
  }

  get #exchange(): string {
    return (this.#legs[0] as MarketLeg).slot.exchange
  }

  #assets(cycle: number): TriRoute['assets'] {
    const { assets } = this.#cycles as Cycles
    return [assets[cycle * 3] as string, assets[cycle * 3 + 1] as string, assets[cycle * 3 + 2] as string]
  }

  #step(cycle: number, at: number): TriStep {
    const conversion = (this.#cycles as Cycles).conversions[cycle * 3 + at] as number
    return { leg: this.#legs[marketOf(conversion)] as MarketLeg, side: isSell(conversion) ? 'sell' : 'buy' }
  }
}

/** The place of each id among all of them, by code unit. */
function ranksOf(ids: readonly string[]): Int32Array {
  const order = ids.map((_, at) => at).sort((a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : 1))
  const ranks = new Int32Array(ids.length)
  for (const [rank, at] of order.entries()) ranks[at] = rank
  return ranks
}
