import { type BookSlot, CycleScreen, type Cycles, findCycles, isSell, marketOf, ownerOf } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import { ALWAYS_EVALUATE, DEFERRED, FEES, IDLE, nextState, PAYS, QUARANTINED } from '../legs/route-state.ts'
import {
  ASKS,
  BIDS,
  LIVE_UNTIL,
  longer,
  pairRecordOf,
  placeOf,
  RECORD,
  type TopOfBookTable,
} from '../legs/top-of-book-table.ts'
import { byId } from '../route/route.ts'
import { TriRoute, type TriStep } from '../route/tri-route.ts'
import { CycleStates } from './cycle-states.ts'
import { classifyCycle, isCycleGap, LOSES_TO_FEES, mayWait, SURE_LOSS } from './price-class.ts'

const NO_ROUTES: readonly TriRoute[] = []
/** Up to this many cycles are sorted by insertion, which is quicker for few numbers. */
const FEW = 24

type ExchangeCyclesOptions = {
  readonly rejected: { fees: number }
  /** Called for each route that is set to `DEFERRED`; null where nothing is deferred. */
  readonly onDeferred: ((route: TriRoute) => void) | null
  /** Whether this engine looks after a coin. */
  readonly owns: (coin: string) => boolean
}

/** All cycles of one exchange. Tells by best prices which cycles a moved book concerns. */
export class ExchangeCycles {
  /** The routes that the last move concerns, in its first places. */
  readonly found: TriRoute[] = []
  readonly #table: TopOfBookTable
  /** Number of routes with a gap and no row, by reason. */
  readonly #rejected: { fees: number }
  readonly #onDeferred: ((route: TriRoute) => void) | null
  readonly #isOurs: (assets: readonly string[]) => boolean
  readonly #legs: MarketLeg[] = []
  /** Indexes of the markets that were taken out; other markets keep their indexes. */
  readonly #removed = new Set<number>()
  /** Index of a leg's market plus one, by the leg's record; 0: the record has no market on this exchange. */
  #markets = new Int32Array(1)
  /** Route objects by id; made when a cycle is first evaluated, and kept, since most cycles never have a gap. */
  readonly #routes = new Map<string, TriRoute>()
  /** Route objects by the cycle's present number. */
  #byCycle: (TriRoute | undefined)[] = []
  #index: CycleIndex | null = null
  /** A market was added or taken out since the cycles were found. */
  #isOutdated = false

  constructor(table: TopOfBookTable, { rejected, onDeferred, owns }: ExchangeCyclesOptions) {
    this.#table = table
    this.#rejected = rejected
    this.#onDeferred = onDeferred
    this.#isOurs = (assets) => owns(ownerOf(assets))
  }

  /** Adds a market; the cycles are found anew when the next book moves. */
  add(leg: MarketLeg): void {
    const record = pairRecordOf(leg.number)
    if (record >= this.#markets.length) this.#markets = longer(this.#markets, record + 1)
    this.#legs.push(leg)
    this.#markets[record] = this.#legs.length
    this.#isOutdated = true
  }

  /** Takes out a market with its routes; the cycles are found anew when the next book moves. */
  remove(leg: MarketLeg): void {
    const market = this.#marketOf(leg.number)
    if (market < 0) return
    for (const [id, route] of this.#routes) {
      if (!route.legs.includes(leg)) continue
      route.leaveStates()
      this.#routes.delete(id)
    }
    this.#removed.add(market)
    this.#markets[pairRecordOf(leg.number)] = 0
    this.#isOutdated = true
  }

  /** Routes through a leg that are not idle, in id order. */
  routesOf({ number }: MarketLeg): readonly TriRoute[] {
    if (this.#index === null) return NO_ROUTES
    const { states } = this.#index
    const routes: TriRoute[] = []
    for (const cycle of this.#cyclesOf(number)) if (states.bytes[cycle] !== IDLE) routes.push(this.#route(cycle))
    return routes.sort(byId)
  }

  /**
   * Finds the routes with a gap at the best prices, before fees, and the routes that are listed or counted; returns how
   * many. It counts steps between no gap and a gap that fees exceed itself.
   */
  moved(number: number, slot: BookSlot): number {
    const market = this.#marketOf(number)
    if (market < 0) return 0
    const { screen, ranks } = this.#cycles()
    this.#setPrices(screen, market, number, slot)
    const hits = screen.touch(market)
    let count = 0
    for (let at = 0; at < hits; at++) {
      const cycle = screen.hits[at] as number
      if (!this.#isDecided(cycle)) screen.hits[count++] = cycle
    }
    if (count > 1) order(screen.hits, count, ranks)
    for (let at = 0; at < count; at++) this.found[at] = this.#route(screen.hits[at] as number)
    return count
  }

  /** Leaves this book out of the screen until it moves again. */
  block({ number }: MarketLeg): void {
    const market = this.#marketOf(number)
    if (market >= 0) this.#index?.screen.block(market)
  }

  /**
   * Updates a leg's fee. Cycles that were rejected for fees are screened at every price change again, because the old
   * bound no longer holds.
   */
  termsChanged(leg: MarketLeg): void {
    const market = this.#marketOf(leg.number)
    if (this.#index === null || market < 0) return
    const { screen, states, sharesAfterFee } = this.#index
    sharesAfterFee[market] = leg.shareAfterFee
    for (const cycle of this.#cyclesOf(leg.number)) if (states.bytes[cycle] === FEES) screen.watch(cycle, true)
  }

  /**
   * Whether the screen decides on a cycle after a move: no gap, a gap that fees exceed (counted here) or a deferred
   * account. False where only the exact evaluation can tell.
   */
  #isDecided(cycle: number): boolean {
    const { screen, states, conversions, sharesAfterFee } = this.#index as CycleIndex
    const state = states.bytes[cycle]
    if (state === ALWAYS_EVALUATE || state === QUARANTINED) return false
    const top = screen.product(cycle)
    if (!(top > 0 && top < Number.POSITIVE_INFINITY)) return false
    if (!isCycleGap(top)) {
      if (state === FEES) {
        states.setState(cycle, nextState(state, IDLE))
        this.#rejected.fees--
      }
      return state !== DEFERRED && state !== PAYS
    }
    const first = marketOf(conversions[cycle * 3] as number)
    const second = marketOf(conversions[cycle * 3 + 1] as number)
    const third = marketOf(conversions[cycle * 3 + 2] as number)
    const shareAfterFees =
      (sharesAfterFee[first] as number) * (sharesAfterFee[second] as number) * (sharesAfterFee[third] as number)
    const priceClass = classifyCycle(top, shareAfterFees)
    // A crossed or lost book sets the product to 0; that case has already returned above.
    if (state === DEFERRED || state === PAYS) {
      const stillPays = mayWait(priceClass, false, false)
      if (state === DEFERRED || !stillPays) return stillPays
      if (this.#onDeferred === null) return false
      states.setState(cycle, nextState(state, DEFERRED))
      this.#onDeferred(this.#route(cycle))
      return true
    }
    const until = Math.min(this.#liveUntilOf(first), this.#liveUntilOf(second), this.#liveUntilOf(third))
    if ((priceClass & LOSES_TO_FEES) === 0 || !((this.#table.clock[0] as number) <= until)) return false
    if (state === IDLE) {
      states.setState(cycle, nextState(state, FEES))
      this.#rejected.fees++
    }
    // The cycle stays counted without another look while the product of its best prices is a gap below this bound.
    screen.hold(cycle, SURE_LOSS / shareAfterFees)
    return true
  }

  /** Epoch ms until which a market's book is live. */
  #liveUntilOf(market: number): number {
    return this.#table.doubles[(this.#index as CycleIndex).liveUntilAt[market] as number] as number
  }

  #marketOf(number: number): number {
    return (this.#markets[pairRecordOf(number)] ?? 0) - 1
  }

  /** Numbers of the cycles that lead through a leg. */
  #cyclesOf(number: number): Int32Array {
    const { offsets, ofMarket } = (this.#index as CycleIndex).cycles
    const market = this.#marketOf(number)
    return ofMarket.subarray(offsets[market] ?? 0, offsets[market + 1] ?? 0)
  }

  #setPrices(screen: CycleScreen, market: number, number: number, slot: BookSlot): void {
    const { doubles } = this.#table
    const at = pairRecordOf(number) * RECORD + placeOf(number)
    if (slot.isCrossed) screen.block(market)
    else screen.set(market, doubles[at + BIDS] as number, doubles[at + ASKS] as number, 1)
  }

  #cycles(): CycleIndex {
    if (this.#index === null || this.#isOutdated) this.#index = this.#find()
    return this.#index
  }

  #find(): CycleIndex {
    const before = this.#index
    // Cycles get new numbers here: a state without a route object would be lost, so the object is made.
    before?.states.bytes.forEach((state, cycle) => {
      if (state !== IDLE) this.#route(cycle)
    })
    const markets = this.#legs.map(({ identity: { base, quote } }, index) => ({ index, base, quote }))
    const listed = markets.filter(({ index }) => !this.#removed.has(index))
    const cycles = findCycles(listed, this.#isOurs)
    const screen = new CycleScreen(cycles)
    const states = new CycleStates(cycles.count, screen)
    for (const [market, { number, slot }] of this.#legs.entries()) {
      if (slot.acceptsDeltas) this.#setPrices(screen, market, number, slot)
    }
    const ids = Array.from({ length: cycles.count }, (_, at) => TriRoute.id(this.#exchange, assetsOf(cycles, at)))
    this.#byCycle = new Array<TriRoute | undefined>(cycles.count)
    for (const [cycle, id] of ids.entries()) {
      const route = this.#routes.get(id)
      if (route === undefined) continue
      states.setState(cycle, route.state)
      this.#bind(states, cycle, route)
    }
    this.#isOutdated = false
    return {
      cycles,
      conversions: cycles.conversions,
      screen,
      states,
      ranks: ranksOf(ids),
      sharesAfterFee: Float64Array.from(this.#legs, (leg) => leg.shareAfterFee),
      liveUntilAt: Int32Array.from(
        this.#legs,
        ({ number }) => pairRecordOf(number) * RECORD + LIVE_UNTIL + placeOf(number),
      ),
    }
  }

  #bind(states: CycleStates, cycle: number, route: TriRoute): void {
    route.keepStateIn(states, cycle)
    this.#byCycle[cycle] = route
  }

  #route(cycle: number): TriRoute {
    const known = this.#byCycle[cycle]
    if (known !== undefined) return known
    const { cycles, states } = this.#index as CycleIndex
    const assets = assetsOf(cycles, cycle)
    const route = new TriRoute(assets, [this.#step(cycle, 0), this.#step(cycle, 1), this.#step(cycle, 2)])
    this.#routes.set(route.id, route)
    this.#bind(states, cycle, route)
    return route
  }

  get #exchange(): string {
    return (this.#legs[0] as MarketLeg).slot.exchange
  }

  #step(cycle: number, at: number): TriStep {
    const conversion = (this.#index as CycleIndex).conversions[cycle * 3 + at] as number
    return { leg: this.#legs[marketOf(conversion)] as MarketLeg, side: isSell(conversion) ? 'sell' : 'buy' }
  }
}

/** The cycles as found last, with data by cycle number and by market index. */
type CycleIndex = {
  readonly cycles: Cycles
  readonly conversions: Int32Array
  readonly screen: CycleScreen
  readonly states: CycleStates
  /** Rank of each cycle in the order of the routes' ids. */
  readonly ranks: Int32Array
  /** Share that a trade leaves after its fee, by market; NaN while the fee is unknown. */
  readonly sharesAfterFee: Float64Array
  /** Index into the top-of-book table of the moment until which a market's book is live, by market. */
  readonly liveUntilAt: Int32Array
}

const assetsOf = ({ assets }: Cycles, cycle: number): TriRoute['assets'] => [
  assets[cycle * 3] as string,
  assets[cycle * 3 + 1] as string,
  assets[cycle * 3 + 2] as string,
]

/** Sorts the first `count` cycles of a list by rank; nearly always a handful. */
function order(cycles: Int32Array, count: number, ranks: Int32Array): void {
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

/** The rank of each id, compared by code unit. */
function ranksOf(ids: readonly string[]): Int32Array {
  const order = ids.map((_, at) => at).sort((a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : 1))
  const ranks = new Int32Array(ids.length)
  for (const [rank, at] of order.entries()) ranks[at] = rank
  return ranks
}
