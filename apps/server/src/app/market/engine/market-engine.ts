import type { BookSlot, ExchangeId, Instrument, LossReason, MarketKind, Mode } from '@makas/domain'
import type { Endpoint, ReaderSink } from '../../ports/market/exchange-reader.ts'
import { CarryDetector } from '../detect/carry-detector.ts'
import type { Detector } from '../detect/detector.ts'
import { SpotDetector } from '../detect/spot-detector.ts'
import { TriDetector } from '../detect/tri-detector.ts'
import { bookName, Listings } from '../legs/listings.ts'
import { legTerms, type MarketLeg, sameTerms } from '../legs/market-leg.ts'
import { ownerIn } from '../legs/owned.ts'
import { PerpFacts } from '../legs/perp-facts.ts'
import { StaleBooks } from '../legs/stale-books.ts'
import { TopOfBookTable } from '../legs/top-of-book-table.ts'
import { OpportunityLifecycles } from '../lifetimes/opportunity-lifecycles.ts'
import { type CloseReason, unreadableReason } from '../route/judgement.ts'
import { byId, type Rejection, type Route } from '../route/route.ts'
import type { SpotRoute } from '../route/spot-route.ts'
import { DeferredRoutes } from './deferred-routes.ts'
import type { EngineOptions } from './engine-options.ts'
import { MarketLegs } from './market-legs.ts'
import { runToEnd } from './time-slices.ts'

/**
 * All books of one market source and the routes through them: which gaps pay, since when, and why the others do not.
 * Has no clock: callers pass the time (epoch ms). Losses, facts and lists carry none and count as of `#latest`.
 */
export class MarketEngine {
  readonly slots: BookSlot[] = []
  readonly perps: PerpFacts

  readonly #options: EngineOptions
  readonly #lifecycles: OpportunityLifecycles
  readonly #conflates: boolean
  readonly #table = new TopOfBookTable()
  readonly #carry: CarryDetector
  readonly #spot: SpotDetector
  readonly #tri: TriDetector
  /** Detectors in the order of their routes' ids. */
  readonly #detectors: readonly Detector[]
  readonly #byMode: Readonly<Record<Mode, Detector>>
  readonly #slotByName = new Map<string, BookSlot | null>()
  readonly #listings = new Listings()
  readonly #legs: MarketLegs
  readonly #crossed = new Set<BookSlot>()
  readonly #stale = new StaleBooks()
  readonly #deferred = new DeferredRoutes()
  #touched: BookSlot[] = []
  #inFrame = false
  #now = 0
  /** Counts changes (terms, halts, losses) that may concern routes without a new price. A leg is clean in one epoch. */
  #epoch = 0

  constructor(options: EngineOptions) {
    this.#options = options
    const owns = ownerIn(options.shard)
    const onQuarantined = (route: Route, now: number) => options.onQuarantined?.(route, now)
    this.#lifecycles = new OpportunityLifecycles(options.onFinding, options.episodes ?? null)
    this.perps = new PerpFacts(options.carry)
    this.#conflates = options.conflates === true
    const { rejected } = this.#lifecycles
    const onDeferred = this.#conflates ? (route: Route) => this.#deferred.start(route) : null
    this.#spot = new SpotDetector(this.#table, { spotCap: options.spotCap, rejected, onQuarantined, onDeferred })
    this.#carry = new CarryDetector(this.#table, {
      ...options.carry,
      perps: this.perps,
      rejected,
      owns,
      tickerOf: ({ slot, identity }) =>
        this.instrument(slot.exchange, slot.market, slot.symbol)?.baseTicker ?? identity.base,
      onQuarantined,
    })
    this.#tri = new TriDetector(this.#table, { triCap: options.triCap, owns, rejected, onQuarantined, onDeferred })
    this.#byMode = { carry: this.#carry, spot: this.#spot, tri: this.#tri }
    this.#detectors = [this.#carry, this.#spot, this.#tri]
    this.#legs = new MarketLegs(this.#table, this.#detectors, owns)
  }

  get open(): ReadonlySet<Route> {
    return this.#lifecycles.open
  }

  get openByMode(): Readonly<Record<Mode, number>> {
    return this.#lifecycles.openByMode
  }

  /** Routes whose latest evaluation had a gap and no row, by reason. */
  get rejected(): Readonly<Record<Rejection, number>> {
    return this.#lifecycles.rejected
  }

  get isDeferring(): boolean {
    return !this.#deferred.isEmpty
  }

  /** All routes between two exchanges. */
  get routes(): readonly SpotRoute[] {
    return this.#spot.routes
  }

  /** The sink that an exchange's reader reports to. */
  sink(exchange: ExchangeId): ReaderSink {
    // Keyed by market, then symbol: a joined key would have to be built and hashed anew for every frame.
    const known = { spot: new Map<string, BookSlot>(), perp: new Map<string, BookSlot>() }
    return {
      slot: (market, symbol) => {
        const found = known[market].get(symbol)
        if (found !== undefined) return found
        const slot = this.slot(exchange, market, symbol)
        if (slot !== null) known[market].set(symbol, slot)
        return slot
      },
      touched: (slot, isTopMoved) => this.#touch(slot, isTopMoved ?? true),
      lost: (slot, reason) => this.#lost(slot, reason),
      instruments: (_, market, list, complete) => this.#listed(exchange, market, list, complete),
      fact: (_, fact) => this.perps.apply(exchange, fact, this.#latest),
      control: (endpoint, event) => {
        if (event.kind === 'system') this.#system(endpoint, event.trading)
      },
      refused: (endpoint, why) => this.#options.onRefused?.(endpoint, why),
    }
  }

  /** Moves the clock: rows of books that are too old or stayed crossed are closed. */
  tick(now: number): void {
    runToEnd(this.ticking(now))
  }

  /** `tick` in pieces, for callers who read frames meanwhile. */
  *ticking(now: number): Generator<void, void, void> {
    this.#now = Math.max(this.#now, now)
    for (const slot of this.#crossed) {
      if (slot.loseIfCrossedTooLong(now)) {
        this.#lost(slot, 'crossed')
        this.#options.onStayedCrossed?.(slot)
      } else if (!slot.isCrossed) this.#crossed.delete(slot)
    }
    yield
    yield* this.#lifecycles.closing(now)
    yield* this.#stale.look(this.slots, this.#now, (slot, at) => this.#wentStale(slot, at))
    this.#lifecycles.tick(now)
  }

  /** Evaluates the routes deferred since the last tick, so that what is published now is as of now. */
  evaluateDeferred(now: number): void {
    runToEnd(this.evaluatingDeferred(() => now))
  }

  /**
   * `evaluateDeferred` in pieces of one route, each as of the time at which it is evaluated. A row that pays no more
   * closes, whoever reads. Of the rows that pay, the rows of `modes` (left out: all) take their new opportunity, and so
   * does each row whose opportunity is a second old. The others wait.
   */
  *evaluatingDeferred(clock: () => number, modes?: readonly Mode[]): Generator<void, void, void> {
    yield* this.#deferred.evaluating({
      modes,
      uncaptured: this.#lifecycles.uncaptured,
      now: () => this.#reach(clock()),
      evaluate: (route, now, isWanted) => this.#evaluate(this.#byMode[route.mode], route, now, isWanted),
      ended: (route) => this.#markDirty(route),
    })
  }

  /** Brings an open route up to date: its row may change, or close. */
  capture(route: Route, now: number): void {
    if (!route.isDeferred && !this.#lifecycles.uncaptured.has(route)) return
    this.#evaluate(this.#byMode[route.mode], route, this.#reach(now))
  }

  /** Reads a recorded frame, then evaluates each route that it touched once; live, `touched` evaluates at once. */
  frame(now: number, read: () => void): void {
    this.#now = Math.max(this.#now, now)
    this.#inFrame = true
    read()
    this.#inFrame = false
    const touched = this.#touched
    if (touched.length === 0) return
    this.#touched = []
    this.#table.clock[0] = now
    if (touched.length === 1) this.#evaluateSlot(touched[0] as BookSlot)
    else this.#evaluateSlots(touched, now)
  }

  end(reason: CloseReason | 'end', now: number): readonly Route[] {
    return this.#lifecycles.end(reason, now)
  }

  /** The process stops: episodes that go on are censored. */
  stopped(): void {
    this.#lifecycles.censorEpisodes('shutdown')
  }

  slot(exchange: ExchangeId, market: MarketKind, symbol: string): BookSlot | null {
    const name = bookName(exchange, market, symbol)
    const known = this.#slotByName.get(name)
    if (known !== undefined) return known
    const slot = this.#options.openSlot(exchange, market, symbol)
    if (slot === null) return null
    this.#slotByName.set(name, slot)
    slot.index = this.slots.length
    this.slots.push(slot)
    slot.halted = this.#listings.isHalted(exchange, market)
    const instrument = this.instrument(exchange, market, symbol)
    if (instrument !== undefined) this.#bind(slot, instrument)
    return slot
  }

  instrument(exchange: ExchangeId, market: MarketKind, symbol: string): Instrument | undefined {
    return this.#listings.of(exchange, market, symbol)
  }

  instruments(): Iterable<Instrument> {
    return this.#listings.all()
  }

  legOf(slot: BookSlot): MarketLeg | undefined {
    return this.#legs.of(slot)
  }

  /** All routes through a book that are not idle, perhaps also some idle routes, in id order. */
  routesOf(slot: BookSlot): readonly Route[] {
    const leg = this.#legs.of(slot)
    return leg === undefined ? [] : this.#detectors.flatMap((detector) => detector.routesOf(leg))
  }

  /** Takes over a frame of a book. `isTopMoved`: a best price differs from the previous call's, or may differ. */
  #touch(slot: BookSlot, isTopMoved: boolean): void {
    const number = this.#table.numberOf(slot)
    if (number >= 0) {
      this.#table.setLiveUntil(number, slot)
      // Most frames change no best price, and most best prices concern no route.
      if (isTopMoved && this.#table.setPrices(number, slot)) this.#table.markDirty(number)
      else if (this.#table.isClean(number, this.#epoch) && !this.#carry.has(number)) return
    }
    if (slot.isCrossed) this.#crossed.add(slot)
    if (!this.#inFrame) {
      this.#table.clock[0] = slot.receivedAt
      this.#evaluateSlot(slot)
    } else if (!this.#touched.includes(slot)) this.#touched.push(slot)
  }

  /** Evaluates or defers the routes of a moved book, as of the table's clock. */
  #evaluateSlot(slot: BookSlot): void {
    const number = this.#table.numberOf(slot)
    if (number < 0) return
    this.#evaluateFound(this.#carry, this.#carry.moved(number))
    if (this.#table.isClean(number, this.#epoch)) return
    const spot = this.#spot.moved(number)
    this.#evaluateFound(this.#spot, spot)
    const tri = this.#tri.moved(number, slot)
    this.#evaluateFound(this.#tri, tri)
    if (spot + tri === 0) this.#table.markClean(number, this.#epoch)
    else this.#table.markDirty(number)
  }

  #evaluateFound(detector: Detector, count: number): void {
    if (count === 0) return
    const now = this.#table.clock[0] as number
    for (let at = 0; at < count; at++) this.#evaluateOrDefer(detector, detector.found[at] as Route, now)
  }

  /** Evaluates a frame that touched several books: each route once, after all of them. */
  #evaluateSlots(touched: readonly BookSlot[], now: number): void {
    const legs = touched.flatMap((slot) => this.#legs.of(slot) ?? [])
    for (const detector of this.#detectors) {
      const routes = new Set<Route>()
      for (const { number, slot } of legs) {
        const count = detector.moved(number, slot)
        for (const route of detector.found.slice(0, count)) routes.add(route)
      }
      for (const route of [...routes].sort(byId)) this.#evaluateOrDefer(detector, route, now)
    }
    for (const { number } of legs) this.#table.markDirty(number)
  }

  #evaluateOrDefer(detector: Detector, route: Route, now: number): void {
    if (!this.#conflates || !route.mayBeDeferred || !detector.canWait(route)) this.#evaluate(detector, route, now)
    else this.#deferred.add(route)
  }

  /** Counts the gaps through a book that has become too old or halted as `stale`, though no frame touched them. */
  #wentStale(slot: BookSlot, now: number): void {
    this.#epoch++
    const leg = this.#legs.of(slot)
    if (leg === undefined) return
    this.#table.setLiveUntil(leg.number, slot)
    for (const detector of this.#detectors) {
      detector.termsChanged(leg)
      for (const route of detector.routesOf(leg))
        if (route.rejection !== null) this.#lifecycles.negative(route, unreadableReason(route, now), now, 'stale')
    }
  }

  /** `isWanted`: an open row takes its new opportunity now. Else the row keeps its last opportunity while it pays. */
  #evaluate(detector: Detector, route: Route, now: number, isWanted = true): void {
    this.#markDirty(route)
    const judgement = detector.judge(route, now)
    if ('rejection' in judgement) this.#lifecycles.negative(route, judgement.reason, now, judgement.rejection)
    else if (isWanted || route.opportunity === null) this.#lifecycles.positive(route, judgement.capture(), now)
    else this.#lifecycles.pays(route, judgement.roi, now)
  }

  /** Moves the clock on to `now`, and returns what it then shows. */
  #reach(now: number): number {
    this.#now = Math.max(this.#now, now)
    return this.#now
  }

  /** Marks the legs of a route whose result may change: their next frames are screened even if best prices stay. */
  #markDirty(route: Route): void {
    for (const { number } of route.legs) this.#table.markDirty(number)
  }

  /** Time of losses, facts and lists: the time of the last tick, or of the last evaluation since. */
  get #latest(): number {
    return Math.max(this.#now, this.#table.clock[0] as number)
  }

  /** The book may no longer be read: closes its rows, and counts its gaps no longer. */
  #lost(slot: BookSlot, reason: LossReason): void {
    this.#crossed.delete(slot)
    this.#epoch++
    const leg = this.#legs.of(slot)
    if (leg === undefined) return
    this.#table.read(leg.number, slot)
    for (const detector of this.#detectors) {
      detector.lost(leg)
      for (const route of detector.routesOf(leg)) this.#lifecycles.negative(route, reason, this.#latest, null)
    }
  }

  #listed(exchange: ExchangeId, market: MarketKind, list: readonly Instrument[], complete: boolean): void {
    for (const instrument of this.#listings.take(exchange, market, list, complete)) this.#apply(instrument)
    this.#options.onInstruments?.(exchange, market)
  }

  /** Brings a listed instrument's book and terms up to date with the list. */
  #apply(instrument: Instrument): void {
    const { exchange, market, symbol } = instrument
    if (market === 'perp') this.perps.listed(instrument)
    const slot = this.#slotByName.get(bookName(exchange, market, symbol))
    if (slot === undefined || slot === null) return
    this.#bind(slot, instrument)
  }

  #bind(slot: BookSlot, instrument: Instrument): void {
    if (instrument.status === 'gone') {
      if (slot.validity !== 'GONE') {
        slot.delist()
        this.#lost(slot, 'down')
      }
      this.#legs.leave(slot)
      return
    }
    this.#setHalted(slot, instrument.status !== 'trading' || this.#listings.isHalted(slot.exchange, slot.market))
    const identity = instrument.inverse ? null : this.#options.identify(instrument)
    // Without the contract size the number of coins of a level is unknown.
    const isCounted = slot.sizeUnit !== 'contracts' || instrument.contractSize !== null
    if (identity === null || !isCounted) return
    const fee = this.#options.takerFee(instrument, identity)
    const terms = legTerms(instrument, fee, identity.multiplierDigits)
    const known = this.#legs.of(slot)
    this.#epoch++
    if (known === undefined) this.#legs.join(slot, identity, terms)
    else if (!sameTerms(known.terms, terms)) {
      known.terms = terms
      this.#table.setFee(known)
      for (const detector of this.#detectors) detector.termsChanged(known)
      this.#table.clock[0] = this.#latest
      this.#evaluateSlot(slot)
    }
  }

  #system(endpoint: Endpoint, trading: boolean): void {
    const { exchange, market } = endpoint
    this.#listings.trades(endpoint, trading)
    for (const slot of this.slots) {
      if (slot.exchange !== exchange || slot.market !== market) continue
      this.#setHalted(slot, !trading || this.instrument(exchange, market, slot.symbol)?.status === 'halted')
    }
  }

  #setHalted(slot: BookSlot, halted: boolean): void {
    if (slot.halted === halted) return
    this.#epoch++
    slot.halted = halted
    const leg = this.#legs.of(slot)
    if (leg === undefined) return
    this.#table.setLiveUntil(leg.number, slot)
    if (!halted) return
    for (const detector of this.#detectors) {
      detector.lost(leg)
      for (const route of detector.routesOf(leg)) {
        if (route.lifecycle.kind === 'open') this.#lifecycles.negative(route, 'halted', this.#latest, null)
        else this.#lifecycles.lostFromSight(route, 'halted', this.#latest)
      }
    }
  }
}
