import { type BookSlot, CycleScreen, type Cycles, findCycles, isSell, marketOf } from '@makas/domain'
import type { MarketLeg } from './market-leg.ts'
import { byId } from './route.ts'
import { TriRoute, type TriStep } from './tri-route.ts'

const NO_ROUTES: readonly TriRoute[] = []

/** All cycles of one exchange: which of them a moved book concerns, by their best prices. */
export class ExchangeCycles {
  readonly #legs: MarketLeg[] = []
  readonly #indexOf = new Map<BookSlot, number>()
  /** Routes are made when something is worth telling of them, and kept: most cycles never have a gap. */
  readonly #routes = new Map<string, TriRoute>()
  /** The same by the cycle's present number. */
  #byCycle: (TriRoute | undefined)[] = []
  readonly #ofSlot = new Map<BookSlot, TriRoute[]>()
  #cycles: Cycles | null = null
  #screen: CycleScreen | null = null
  #cycleOf = new Map<TriRoute, number>()

  /** A further market: the cycles are found anew when the next book moves. */
  add(leg: MarketLeg): void {
    this.#indexOf.set(leg.slot, this.#legs.length)
    this.#legs.push(leg)
    this.#cycles = null
    this.#screen = null
  }

  /** Routes that were ever looked at. */
  routesOf(slot: BookSlot): readonly TriRoute[] {
    return this.#ofSlot.get(slot) ?? NO_ROUTES
  }

  /** Routes with a gap at the best prices, before fees, and those that are listed or counted. */
  moved(slot: BookSlot): readonly TriRoute[] {
    const index = this.#indexOf.get(slot)
    if (index === undefined) return NO_ROUTES
    const screen = this.#screen ?? this.#build()
    this.#tell(screen, index)
    const found = screen.touch(index)
    if (found === 0) return NO_ROUTES
    if (found === 1) return [this.#route(screen.hits[0] as number)]
    return Array.from({ length: found }, (_, at) => this.#route(screen.hits[at] as number)).sort(byId)
  }

  /** Nothing is screened with this book until it moves again. */
  block(slot: BookSlot): void {
    const index = this.#indexOf.get(slot)
    if (index !== undefined) this.#screen?.block(index)
  }

  /** Whether a route has something to lose: then every move of its books concerns it. */
  watch(route: TriRoute, wanted: boolean): void {
    const cycle = this.#cycleOf.get(route)
    if (cycle !== undefined) this.#screen?.watch(cycle, wanted)
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
    const known = [...this.#routes.values()]
    this.#cycleOf = new Map()
    this.#byCycle = new Array<TriRoute | undefined>(cycles.count)
    if (known.length > 0) for (let cycle = 0; cycle < cycles.count; cycle++) this.#rejoin(cycle)
    for (const route of known) if (!route.isIdle) this.watch(route, true)
    return screen
  }

  /** A route outlasts the finding of cycles anew. */
  #rejoin(cycle: number): void {
    const route = this.#routes.get(TriRoute.id(this.#exchange, this.#assets(cycle)))
    if (route !== undefined) this.#bind(cycle, route)
  }

  #bind(cycle: number, route: TriRoute): void {
    this.#cycleOf.set(route, cycle)
    this.#byCycle[cycle] = route
  }

  #route(cycle: number): TriRoute {
    const known = this.#byCycle[cycle]
    if (known !== undefined) return known
    const assets = this.#assets(cycle)
    const route = new TriRoute(assets, [this.#step(cycle, 0), this.#step(cycle, 1), this.#step(cycle, 2)])
    this.#routes.set(route.id, route)
    this.#bind(cycle, route)
    for (const { slot } of route.legs) this.#ofSlot.set(slot, [...this.routesOf(slot), route].sort(byId))
    return route
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
