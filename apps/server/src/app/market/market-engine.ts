import type { BookSlot, ExchangeId, Instrument, LossReason, MarketKind, Mode } from '@makas/domain'
import type { ControlEvent, Endpoint, ReaderSink } from '../ports/exchange-reader.ts'
import { CarryDetector } from './carry-detector.ts'
import type { Detector } from './detector.ts'
import type { EngineOptions } from './engine-options.ts'
import { atOnce } from './in-turns.ts'
import { type CloseReason, deadReason } from './judgement.ts'
import { legTerms, MarketLeg, sameTerms } from './market-leg.ts'
import { PerpFacts } from './perp-facts.ts'
import { byId, type Rejection, type Route } from './route.ts'
import { SpotDetector } from './spot-detector.ts'
import type { SpotRoute } from './spot-route.ts'
import { Standings } from './standings.ts'
import { TriDetector } from './tri-detector.ts'

/**
 * All books of one market source and the routes through them: which gaps pay, since when, and why the others do not.
 * It has no clock: every call says what time it is.
 */
export class MarketEngine {
  readonly slots: BookSlot[] = []
  readonly perps: PerpFacts

  readonly #options: EngineOptions
  readonly #standings: Standings
  readonly #conflates: boolean
  readonly #spot: SpotDetector
  /** In the order of their routes' ids. */
  readonly #detectors: readonly Detector[]
  readonly #byMode: Readonly<Record<Mode, Detector>>
  readonly #slotByName = new Map<string, BookSlot | null>()
  readonly #instruments = new Map<string, Instrument>()
  /** By the index of the book. */
  readonly #legs: (MarketLeg | undefined)[] = []
  #legCount = 0
  readonly #halted = new Set<string>()
  readonly #crossed = new Set<BookSlot>()
  /** Books that were found too old at the last look. */
  readonly #quiet = new Set<BookSlot>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #waiting: Route[] = []
  #touched: BookSlot[] = []
  #inFrame = false
  #now = 0
  /** Counts what may give any leg's routes something to say though its best prices stayed. */
  #unrest = 0

  constructor(options: EngineOptions) {
    this.#options = options
    const onQuarantined = (route: Route, now: number) => options.onQuarantined?.(route, now)
    this.#standings = new Standings(options.onFinding, options.episodes ?? null)
    this.perps = new PerpFacts(options.carry)
    this.#conflates = options.conflates === true
    this.#spot = new SpotDetector({ spotCap: options.spotCap, onQuarantined })
    const carry = new CarryDetector({
      ...options.carry,
      perps: this.perps,
      tickerOf: ({ slot, identity }) =>
        this.instrument(slot.exchange, slot.market, slot.symbol)?.baseTicker ?? identity.base,
      onQuarantined,
    })
    const tri = new TriDetector({ triCap: options.triCap, onQuarantined })
    this.#byMode = { carry, spot: this.#spot, tri }
    this.#detectors = [carry, this.#spot, tri]
  }

  /** Routes that are rows now. */
  get open(): ReadonlySet<Route> {
    return this.#standings.open
  }

  get openByMode(): Readonly<Record<Mode, number>> {
    return this.#standings.openByMode
  }

  /** Routes whose latest evaluation had a gap and no row, by reason. */
  get rejected(): Readonly<Record<Rejection, number>> {
    return this.#standings.rejected
  }

  /** All routes between two exchanges. */
  get routes(): readonly SpotRoute[] {
    return this.#spot.routes
  }

  /** What an exchange's reader talks to. */
  sink(exchange: ExchangeId): ReaderSink {
    // By market and symbol alone: a name that is built anew for every frame must also be hashed anew (performance.md 4).
    const known = { spot: new Map<string, BookSlot>(), perp: new Map<string, BookSlot>() }
    return {
      slot: (market, symbol) => {
        const found = known[market].get(symbol)
        if (found !== undefined) return found
        const slot = this.slot(exchange, market, symbol)
        if (slot !== null) known[market].set(symbol, slot)
        return slot
      },
      touched: (slot) => this.#touch(slot),
      lost: (slot, reason) => this.#lost(slot, reason),
      instruments: (_, market, list, complete) => this.#listed(exchange, market, list, complete),
      fact: (_, fact) => this.perps.told(exchange, fact, this.#now),
      control: (endpoint, event) => this.#controlled(endpoint, event),
      refused: (endpoint, why) => this.#options.onRefused?.(endpoint, why),
    }
  }

  /** Moves the clock: books that have grown too old or stayed crossed take their rows with them. */
  tick(now: number): void {
    atOnce(this.ticking(now))
  }

  /** The same in pieces, for callers who have frames to read meanwhile. */
  *ticking(now: number): Generator<void, void, void> {
    this.#now = Math.max(this.#now, now)
    for (const slot of this.#crossed) {
      if (slot.loseIfCrossedTooLong(now)) this.#lost(slot, 'crossed')
      else if (!slot.isCrossed) this.#crossed.delete(slot)
    }
    yield
    const dying = [...this.open].filter((route) => !route.isLive(now))
    for (const route of dying.sort(byId)) {
      // A frame that came meanwhile may have closed it, or brought its books back.
      if (route.opportunity === null || route.isLive(now)) continue
      this.#standings.negative(route, deadReason(route, now), now, 'stale')
      yield
    }
    if (this.#now - this.#lookedAt >= LOOK_EVERY_MS) yield* this.#lookForQuiet(this.#now)
    this.#standings.tick(now)
  }

  /** Evaluates what has waited since the last beat, so that what is published now is accounted for now. */
  settle(now: number): void {
    atOnce(this.settling(() => now))
  }

  /** The same an account at a time, each as of when it is made. */
  *settling(clock: () => number): Generator<void, void, void> {
    const waiting = this.#waiting
    this.#waiting = []
    for (const route of waiting) {
      route.isWaiting = false
      if (!route.isWalked) {
        stir(route)
        continue
      }
      this.#evaluate(this.#byMode[route.mode], route, clock())
      yield
    }
  }

  /** Reads one frame and evaluates after it, once for each route that it touched. */
  frame(now: number, read: () => void): void {
    this.#now = Math.max(this.#now, now)
    this.#inFrame = true
    read()
    this.#inFrame = false
    const touched = this.#touched
    if (touched.length === 0) return
    this.#touched = []
    for (const slot of touched) this.#watchCrossing(slot)
    if (touched.length === 1) this.#evaluateSlot(touched[0] as BookSlot, now)
    else this.#evaluateSlots(touched, now)
  }

  /** Ends all rows, in id order. */
  end(reason: CloseReason | 'end', now: number): readonly Route[] {
    const routes = [...this.open].sort(byId)
    if (reason !== 'end') for (const route of routes) this.#standings.negative(route, reason, now, 'stale')
    return routes
  }

  /** We stop looking: what still pays is not seen to its end. */
  stopped(): void {
    this.#standings.censorEpisodes('shutdown')
  }

  slot(exchange: ExchangeId, market: MarketKind, symbol: string): BookSlot | null {
    const name = key(exchange, market, symbol)
    const known = this.#slotByName.get(name)
    if (known !== undefined) return known
    const slot = this.#options.openSlot(exchange, market, symbol)
    if (slot === null) return null
    this.#slotByName.set(name, slot)
    slot.index = this.slots.length
    this.slots.push(slot)
    const instrument = this.#instruments.get(name)
    slot.halted = this.#halted.has(venue(exchange, market))
    if (instrument !== undefined) this.#bind(slot, instrument)
    return slot
  }

  instrument(exchange: ExchangeId, market: MarketKind, symbol: string): Instrument | undefined {
    return this.#instruments.get(key(exchange, market, symbol))
  }

  instruments(): Iterable<Instrument> {
    return this.#instruments.values()
  }

  legOf(slot: BookSlot): MarketLeg | undefined {
    return this.#legs[slot.index]
  }

  /** The routes that have something to lose through a book, in id order. */
  routesOf(slot: BookSlot): readonly Route[] {
    const leg = this.#legs[slot.index]
    return leg === undefined ? [] : this.#detectors.flatMap((detector) => detector.routesOf(leg))
  }

  #touch(slot: BookSlot): void {
    if (!this.#inFrame) {
      this.#watchCrossing(slot)
      this.#evaluateSlot(slot, slot.receivedAt)
    } else if (!this.#touched.includes(slot)) this.#touched.push(slot)
  }

  #evaluateSlot(slot: BookSlot, now: number): void {
    const leg = this.#legs[slot.index]
    // Most frames change no best price, and most best prices concern nobody: those cost no look at any route.
    if (leg === undefined || leg.isAtRest(this.#unrest)) return
    let isAtRest = true
    for (const detector of this.#detectors) {
      for (const route of detector.moved(leg)) {
        isAtRest = false
        this.#look(detector, route, now)
      }
    }
    if (isAtRest) leg.rest(this.#unrest)
  }

  /** One frame of several books: each route is looked at once, after all of them. */
  #evaluateSlots(touched: readonly BookSlot[], now: number): void {
    const legs = touched.flatMap((slot) => this.#legs[slot.index] ?? [])
    for (const detector of this.#detectors) {
      const routes = new Set(legs.flatMap((leg) => detector.moved(leg)))
      for (const route of [...routes].sort(byId)) this.#look(detector, route, now)
    }
  }

  #look(detector: Detector, route: Route, now: number): void {
    if (!this.#conflates || !route.isWalked || !detector.canWait(route)) this.#evaluate(detector, route, now)
    else if (!route.isWaiting) {
      route.isWaiting = true
      this.#waiting.push(route)
    }
  }

  /** Gaps whose legs grew too old since the last look are counted as such, though nothing touched them. */
  *#lookForQuiet(now: number): Generator<void, void, void> {
    this.#lookedAt = now
    for (const [at, slot] of this.slots.entries()) {
      if (at % SLOTS_A_PIECE === 0) yield
      const isQuiet = slot.isSynced && !slot.isLive(now)
      if (isQuiet === this.#quiet.has(slot)) continue
      if (isQuiet) this.#silenced(slot, now)
      else this.#quiet.delete(slot)
    }
  }

  #silenced(slot: BookSlot, now: number): void {
    this.#unrest++
    this.#quiet.add(slot)
    const leg = this.#legs[slot.index]
    if (leg === undefined) return
    for (const detector of this.#detectors) {
      detector.doubt(leg)
      for (const route of detector.routesOf(leg))
        if (route.rejection !== null) this.#standings.negative(route, deadReason(route, now), now, 'stale')
    }
  }

  #watchCrossing(slot: BookSlot): void {
    if (slot.isCrossed) this.#crossed.add(slot)
  }

  #evaluate(detector: Detector, route: Route, now: number): void {
    stir(route)
    const judgement = detector.judge(route, now)
    if ('mode' in judgement) this.#standings.settle(route, judgement, now)
    else this.#standings.negative(route, judgement.reason, now, judgement.rejection)
  }

  #lost(slot: BookSlot, reason: LossReason): void {
    this.#crossed.delete(slot)
    this.#withdraw(slot, reason)
    this.#options.onLost?.(slot, reason)
  }

  /** Nothing may be read from this book: its rows leave, its gaps are no longer counted. */
  #withdraw(slot: BookSlot, reason: CloseReason): void {
    this.#unrest++
    const leg = this.#legs[slot.index]
    if (leg === undefined) return
    for (const detector of this.#detectors) {
      detector.lost(leg)
      for (const route of detector.routesOf(leg)) this.#standings.negative(route, reason, this.#now, null)
    }
  }

  #listed(exchange: ExchangeId, market: MarketKind, list: readonly Instrument[], complete: boolean): void {
    for (const instrument of list) this.#instruments.set(key(exchange, market, instrument.symbol), instrument)
    for (const instrument of list) this.#apply(instrument)
    if (complete) {
      const names = new Set(list.map((instrument) => instrument.symbol))
      for (const instrument of [...this.#instruments.values()]) {
        if (instrument.exchange !== exchange || instrument.market !== market || names.has(instrument.symbol)) continue
        const gone: Instrument = { ...instrument, status: 'gone' }
        this.#instruments.set(key(exchange, market, instrument.symbol), gone)
        this.#apply(gone)
      }
    }
    this.#options.onInstruments?.(exchange, market)
  }

  /** Brings a listed instrument's book and terms up to date with the list. */
  #apply(instrument: Instrument): void {
    const { exchange, market, symbol } = instrument
    if (market === 'perp') this.perps.listed(instrument)
    const slot = this.#slotByName.get(key(exchange, market, symbol))
    if (slot === undefined || slot === null) return
    this.#bind(slot, instrument)
  }

  #bind(slot: BookSlot, instrument: Instrument): void {
    if (instrument.status === 'gone') {
      if (slot.validity !== 'GONE') {
        slot.delist()
        this.#lost(slot, 'down')
      }
      return
    }
    this.#setHalted(slot, instrument.status !== 'trading' || this.#halted.has(venue(slot.exchange, slot.market)))
    const identity = instrument.inverse ? null : this.#options.identify(instrument)
    // Without the size of a contract nobody knows how many coins a level holds.
    const isCounted = slot.sizeUnit !== 'contracts' || instrument.contractSize !== null
    if (identity === null || !isCounted) return
    const fee = this.#options.takerFee(instrument, identity)
    const terms = legTerms(instrument, fee, identity.multiplierDigits)
    const known = this.#legs[slot.index]
    this.#unrest++
    if (known === undefined) {
      const leg = new MarketLeg(this.#legCount++, slot, identity, terms)
      this.#legs[slot.index] = leg
      for (const detector of this.#detectors) detector.join(leg)
    } else if (!sameTerms(known.terms, terms)) {
      known.setTerms(terms)
      for (const detector of this.#detectors) detector.doubt(known)
      this.#evaluateSlot(slot, this.#now)
    }
  }

  #controlled(endpoint: Endpoint, event: ControlEvent): void {
    if (event.kind === 'system') this.#system(endpoint, event.trading)
    this.#options.onControl?.(endpoint, event)
  }

  /** The exchange stopped or resumed trading as a whole (F17). */
  #system({ exchange, market }: Endpoint, trading: boolean): void {
    const name = venue(exchange, market)
    if (trading) this.#halted.delete(name)
    else this.#halted.add(name)
    for (const slot of this.slots) {
      if (slot.exchange !== exchange || slot.market !== market) continue
      const status = this.#instruments.get(key(exchange, market, slot.symbol))?.status ?? 'trading'
      this.#setHalted(slot, !trading || status === 'halted')
    }
  }

  #setHalted(slot: BookSlot, halted: boolean): void {
    if (slot.halted === halted) return
    this.#unrest++
    slot.halted = halted
    const leg = this.#legs[slot.index]
    if (!halted || leg === undefined) return
    for (const detector of this.#detectors) {
      detector.lost(leg)
      for (const route of detector.routesOf(leg)) {
        if (route.standing.kind === 'open') this.#standings.negative(route, 'halted', this.#now, null)
        else this.#standings.lostFromSight(route, 'halted', this.#now)
      }
    }
  }
}

/** What a route says, or why it says nothing, may be another thing from now on. */
function stir(route: Route): void {
  for (const leg of route.legs) leg.stir()
}

/** Books that have grown too old are looked for once a beat. */
const LOOK_EVERY_MS = 100
/** Some hundredths of a millisecond. */
const SLOTS_A_PIECE = 256
const key = (exchange: ExchangeId, market: MarketKind, symbol: string) => `${exchange} ${market} ${symbol}`
const venue = (exchange: ExchangeId, market: MarketKind) => `${exchange} ${market}`
