import {
  type BookSlot,
  type BookState,
  type Decimal,
  detectSpot,
  type ExchangeId,
  follow,
  type Instrument,
  type LossReason,
  type MarketKind,
  type SpotRejection,
  type Verdict,
} from '@makas/domain'
import type { ControlEvent, Endpoint, ReaderSink } from '../ports/exchange-reader.ts'
import { type Identity, legTerms, MarketLeg, sameTerms } from './market-leg.ts'
import { ages, captureLeg, type SpotOpportunity, sameOffer } from './spot-opportunity.ts'
import { type Rejection, SpotRoute } from './spot-route.ts'

/** Why an opportunity ended; the words of `closed` findings (runtime.md). */
export type CloseReason = 'negative' | 'stale' | 'halted' | 'quarantine' | LossReason

export type FindingEvent = {
  readonly t: number
  readonly event: 'opened' | 'changed' | 'closed'
  readonly reason: CloseReason | null
  readonly route: SpotRoute
  /** The last positive evaluation. */
  readonly opportunity: SpotOpportunity
}

export type EngineOptions = {
  /** Names and multipliers of an instrument by the identity table; null = not compared with anything. */
  readonly identify: (instrument: Instrument) => Identity | null
  /** The taker fee of an instrument; null = unknown. */
  readonly takerFee: (instrument: Instrument, identity: Identity) => Decimal | null
  /** Bound of the buy leg's notional; null for quotes that have none. */
  readonly spotCap: (quote: string) => Decimal | null
  /** Opens a book at the first sight of an instrument; null where it is not wanted. */
  readonly openSlot: (exchange: ExchangeId, market: MarketKind, symbol: string) => BookSlot | null
  readonly onFinding: (event: FindingEvent) => void
  /** A book was lost and somebody who talks to the exchange should repair it. */
  readonly onLost?: (slot: BookSlot, reason: LossReason) => void
  readonly onInstruments?: (exchange: ExchangeId, market: MarketKind) => void
  readonly onControl?: (endpoint: Endpoint, event: ControlEvent) => void
  readonly onRefused?: (endpoint: Endpoint, why: string) => void
  /** A gap above 5 % wants to be confirmed by fresh snapshots. */
  readonly onQuarantined?: (route: SpotRoute, now: number) => void
}

/** Doubles are only trusted to reject: a loser may pass this margin, a winner never fails it (performance.md 3.5). */
const SCREEN_MARGIN = 1 + 1e-9
/** Two doubles that differ by less are taken for the same price when gaps are counted. */
const SAME_PRICE = 1 + 1e-12

/**
 * All books of one market source and the routes between them: which gaps pay, since when, and why the others do not.
 * It has no clock: every call says what time it is.
 */
export class MarketEngine {
  readonly slots: BookSlot[] = []
  readonly routes: SpotRoute[] = []
  readonly open = new Set<SpotRoute>()
  /** Routes whose latest evaluation had a gap and no row, by reason. */
  readonly rejected: Record<Rejection, number> = {
    fees: 0,
    slippage: 0,
    size: 0,
    quarantine: 0,
    stale: 0,
    crossed: 0,
    'fee-unknown': 0,
  }

  readonly #options: EngineOptions
  readonly #slotByName = new Map<string, BookSlot | null>()
  readonly #instruments = new Map<string, Instrument>()
  readonly #legs = new Map<BookSlot, MarketLeg>()
  readonly #routes = new Map<BookSlot, SpotRoute[]>()
  readonly #legsByPair = new Map<string, MarketLeg[]>()
  readonly #halted = new Set<string>()
  readonly #crossed = new Set<BookSlot>()
  #touched: BookSlot[] = []
  #inFrame = false
  #now = 0

  constructor(options: EngineOptions) {
    this.#options = options
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
      fact: () => undefined,
      control: (endpoint, event) => this.#controlled(endpoint, event),
      refused: (endpoint, why) => this.#options.onRefused?.(endpoint, why),
    }
  }

  /** Moves the clock: books that have grown too old or stayed crossed take their rows with them. */
  tick(now: number): void {
    this.#now = Math.max(this.#now, now)
    for (const slot of this.#crossed) {
      if (slot.loseIfCrossedTooLong(now)) this.#lost(slot, 'crossed')
      else if (!slot.isCrossed) this.#crossed.delete(slot)
    }
    const dying = [...this.open].filter((route) => !route.buy.slot.isLive(now) || !route.sell.slot.isLive(now))
    for (const route of dying.sort(byId)) this.#close(route, deadReason(route, now), now, 'stale')
  }

  /** Reads one frame and evaluates after it, once for each book that it touched. */
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
    else {
      const routes = new Set(touched.flatMap((slot) => this.routesOf(slot)))
      for (const route of [...routes].sort(byId)) this.#evaluate(route, now)
    }
  }

  /** Ends all rows, in id order. */
  end(reason: CloseReason | 'end', now: number): readonly SpotRoute[] {
    const routes = [...this.open].sort(byId)
    if (reason !== 'end') for (const route of routes) this.#close(route, reason, now, 'stale')
    return routes
  }

  slot(exchange: ExchangeId, market: MarketKind, symbol: string): BookSlot | null {
    const name = key(exchange, market, symbol)
    const known = this.#slotByName.get(name)
    if (known !== undefined) return known
    const slot = this.#options.openSlot(exchange, market, symbol)
    if (slot === null) return null
    this.#slotByName.set(name, slot)
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
    return this.#legs.get(slot)
  }

  /** The routes that a book takes part in, in id order. */
  routesOf(slot: BookSlot): readonly SpotRoute[] {
    return this.#routes.get(slot) ?? NO_ROUTES
  }

  #touch(slot: BookSlot): void {
    if (!this.#inFrame) {
      this.#watchCrossing(slot)
      this.#evaluateSlot(slot, slot.receivedAt)
    } else if (!this.#touched.includes(slot)) this.#touched.push(slot)
  }

  #evaluateSlot(slot: BookSlot, now: number): void {
    for (const route of this.routesOf(slot)) this.#evaluate(route, now)
  }

  #watchCrossing(slot: BookSlot): void {
    if (slot.isCrossed) this.#crossed.add(slot)
  }

  #evaluate(route: SpotRoute, now: number): void {
    // Without a gap, and with nothing to take back, no state of the books would change anything.
    if (route.isIdle && !hasGap(route)) return
    const judgement = this.#judge(route, now)
    if ('account' in judgement) this.#settle(route, judgement, now)
    else this.#negative(route, judgement.reason, now, judgement.rejection)
  }

  /** The hot path: nearly every call ends at a comparison of doubles with a verdict that was made beforehand. */
  #judge(route: SpotRoute, now: number): Negative | SpotOpportunity {
    const { buy, sell } = route
    const isGap = hasGap(route)
    if (!buy.slot.isLive(now) || !sell.slot.isLive(now)) {
      return { reason: deadReason(route, now), rejection: isGap ? 'stale' : null }
    }
    if (buy.slot.isCrossed || sell.slot.isCrossed) return isGap ? CROSSED : CROSSED_NO_GAP
    if (!isGap) {
      route.confirmed = false
      return NO_GAP
    }
    if (buy.terms === null || sell.terms === null) return REJECTED['fee-unknown']
    if (!(sell.bidKept * SCREEN_MARGIN > buy.askPaid)) return REJECTED.fees

    const buyLeg = { slot: buy.slot, terms: buy.terms }
    const sellLeg = { slot: sell.slot, terms: sell.terms }
    const cap = this.#options.spotCap(buy.identity.quote)
    const finding = detectSpot(buyLeg, sellLeg, { cap, confirmed: route.confirmed })
    if (finding.kind === 'none') {
      if (finding.why === 'quarantine') this.#options.onQuarantined?.(route, now)
      return REJECTED[finding.why]
    }
    const { account } = finding
    return {
      id: route.id,
      base: buy.identity.base,
      quote: buy.identity.quote,
      account,
      legs: [captureLeg(buyLeg, 'buy', account.buyLevels), captureLeg(sellLeg, 'sell', account.sellLevels)],
      ...ages(buy.slot, sell.slot, now),
      detectedAt: route.standing.kind === 'open' ? route.standing.detectedAt : now,
      updatedAt: now,
    }
  }

  #settle(route: SpotRoute, opportunity: SpotOpportunity, now: number): void {
    this.#count(route, null)
    const before = route.opportunity
    const verdict: Verdict = before !== null && sameOffer(before, opportunity) ? 'unchanged' : 'positive'
    const { standing, event } = follow(route.standing, verdict, now)
    route.standing = standing
    route.opportunity = opportunity
    this.open.add(route)
    if (event !== null) this.#options.onFinding({ t: now, event, reason: null, route, opportunity })
  }

  #negative(route: SpotRoute, reason: CloseReason, now: number, rejection: Rejection | null): void {
    if (route.standing.kind === 'open') this.#close(route, reason, now, rejection)
    else if (route.rejection !== rejection) this.#count(route, rejection)
  }

  #close(route: SpotRoute, reason: CloseReason, now: number, rejection: Rejection | null): void {
    this.#count(route, rejection)
    const { standing, event } = follow(route.standing, 'negative', now)
    const { opportunity } = route
    route.standing = standing
    route.opportunity = null
    this.open.delete(route)
    if (event !== null && opportunity !== null) this.#options.onFinding({ t: now, event, reason, route, opportunity })
  }

  #count(route: SpotRoute, rejection: Rejection | null): void {
    if (route.rejection !== null) this.rejected[route.rejection]--
    if (rejection !== null) this.rejected[rejection]++
    route.rejection = rejection
  }

  #lost(slot: BookSlot, reason: LossReason): void {
    this.#crossed.delete(slot)
    for (const route of this.routesOf(slot)) this.#negative(route, reason, this.#now, null)
    this.#options.onLost?.(slot, reason)
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
    if (identity === null) return
    const fee = this.#options.takerFee(instrument, identity)
    const terms = legTerms(instrument, fee, identity.multiplierDigits)
    const known = this.#legs.get(slot)
    if (known === undefined) this.#join(new MarketLeg(slot, identity, terms))
    else if (!sameTerms(known.terms, terms)) {
      known.setTerms(terms)
      for (const route of this.routesOf(slot)) this.#evaluate(route, this.#now)
    }
  }

  /** Makes the spot routes between a new leg and the same pair elsewhere. Perpetuals have none. */
  #join(leg: MarketLeg): void {
    this.#legs.set(leg.slot, leg)
    if (leg.slot.market !== 'spot') return
    const pair = `${leg.identity.base}/${leg.identity.quote}`
    const others = this.#legsByPair.get(pair) ?? []
    // A second ticker of the same coin on one exchange would make routes of the same name: the first listed stands.
    if (others.some(({ slot }) => slot.exchange === leg.slot.exchange)) return
    for (const other of others) {
      for (const route of [new SpotRoute(leg, other), new SpotRoute(other, leg)]) {
        this.routes.push(route)
        for (const { slot } of [leg, other]) this.#routes.set(slot, [...this.routesOf(slot), route].sort(byId))
      }
    }
    this.#legsByPair.set(pair, [...others, leg])
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
    slot.halted = halted
    for (const route of this.routesOf(slot)) {
      if (halted && route.standing.kind === 'open') this.#close(route, 'halted', this.#now, null)
    }
  }
}

/** A negative verdict: what it means for an open row, and how the gap is counted. */
type Negative = { readonly reason: CloseReason; readonly rejection: Rejection | null }

const NO_GAP: Negative = { reason: 'negative', rejection: null }
const CROSSED: Negative = { reason: 'crossed', rejection: 'crossed' }
const CROSSED_NO_GAP: Negative = { reason: 'crossed', rejection: null }
const REJECTED: Record<SpotRejection | 'fee-unknown', Negative> = {
  'no-gap': NO_GAP,
  fees: { reason: 'negative', rejection: 'fees' },
  slippage: { reason: 'negative', rejection: 'slippage' },
  size: { reason: 'negative', rejection: 'size' },
  quarantine: { reason: 'quarantine', rejection: 'quarantine' },
  'fee-unknown': { reason: 'negative', rejection: 'fee-unknown' },
}

const NO_ROUTES: readonly SpotRoute[] = []
const byId = (a: SpotRoute, b: SpotRoute) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const key = (exchange: ExchangeId, market: MarketKind, symbol: string) => `${exchange} ${market} ${symbol}`
const venue = (exchange: ExchangeId, market: MarketKind) => `${exchange} ${market}`

const hasGap = ({ buy, sell }: SpotRoute) => sell.bid > buy.ask * SAME_PRICE

/** Why a route has a leg that may not be read: the first leg in order of execution that is not `LIVE` names it. */
function deadReason(route: SpotRoute, now: number): CloseReason {
  for (const { slot } of [route.buy, route.sell]) {
    const state: BookState = slot.state(now)
    if (state === 'LIVE') continue
    if (state === 'LATE' || state === 'STALE') return 'stale'
    return state === 'HALTED' ? 'halted' : state === 'RESYNC' ? slot.lossReason : 'down'
  }
  return 'stale'
}
