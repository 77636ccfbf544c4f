import {
  atLeverage,
  type CarryAccount,
  type CarryFinding,
  type CarryRejection,
  type CarrySide,
  type Decimal,
  detectCarry,
  type FundingMean,
  type MarketKind,
  maintenanceTiers,
} from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import type { Mark, PerpFacts } from '../legs/perp-facts.ts'
import type { TopOfBookTable } from '../legs/top-of-book-table.ts'
import type { CarryOpportunity } from '../opportunity/carry-opportunity.ts'
import { ages, captureLeg, type LegEvidence } from '../opportunity/evaluation.ts'
import { netPercent } from '../opportunity/net-percent.ts'
import { CarryPair, CarryRoute } from '../route/carry-route.ts'
import { type Judgement, type NegativeVerdict, NO_GAP, REJECTED, unreadable } from '../route/judgement.ts'
import { byId } from '../route/route.ts'
import { CarryScreen, cellOf, type Funding } from './carry-screen.ts'
import type { Detector } from './detector.ts'
import {
  CARRY_MAY_WAIT,
  COVERS_FEES,
  carryFees,
  classifyCarry,
  isPlausibleBasis,
  NO_FUNDING,
  SCREEN_MARGIN,
} from './price-class.ts'

/**
 * Bound of the log10 of a year's growth that a row may show. A double ends near 10^308, and `netApyPercent` multiplies
 * the growth by 10^10 first; 290 leaves room for the error of the estimate here.
 */
const LARGEST_LOG10 = 290
const DAY_MS = 86_400_000
const LEVERAGES = [1, 2] as const
const SIDES = ['long-spot', 'reverse'] as const

export type CarryDetectorOptions = {
  readonly perps: PerpFacts
  /** The hold that every figure assumes, whole days. */
  readonly holdDays: number
  /** Bound of the spot leg's notional; null for quotes that have none. */
  readonly carryCap: (quote: string) => Decimal | null
  /** A mark older than this ends its rows, ms. Infinity in a replay, where a mark holds until the next mark. */
  readonly markLimitMs: number
  /** Whether this engine looks after a coin. */
  readonly owns: (coin: string) => boolean
  /** The exchange's own name of a leg's coin. */
  readonly tickerOf: (leg: MarketLeg) => string
  /** Number of routes with a gap and no row, by reason. */
  readonly rejected: { fees: number }
  /** Called for a route with a basis above 5 %, which only counts once fresh snapshots confirm it. */
  readonly onQuarantined: (route: CarryRoute, now: number) => void
}

const NEGATIVE: Readonly<Record<CarryRejection, NegativeVerdict>> = {
  'empty-book': NO_GAP,
  'no-mark': NO_GAP,
  'no-funding': NO_GAP,
  borrow: { reason: 'negative', rejection: 'fees' },
  ...REJECTED,
}
const NO_ROUTES: readonly CarryRoute[] = []

/** Spot against the perpetual of the same coin and quote on one exchange (formulas.md § 2). */
export class CarryDetector implements Detector<CarryRoute> {
  readonly found: CarryRoute[] = []
  readonly #options: CarryDetectorOptions
  readonly #screen: CarryScreen
  /** Routes by the screen's record, in id order: both of `long-spot`, then both of `reverse`. */
  readonly #routes: (readonly CarryRoute[])[] = []
  /** The first listed leg of each exchange, pair and market. */
  readonly #legs = new Map<string, MarketLeg>()

  constructor(table: TopOfBookTable, options: CarryDetectorOptions) {
    this.#options = options
    this.#screen = new CarryScreen(table, options.rejected, (record, now) =>
      this.#fundingOf(this.#routes[record] as readonly CarryRoute[], now),
    )
  }

  join(leg: MarketLeg): void {
    const { slot, identity } = leg
    if (!this.#options.owns(identity.base)) return
    if (this.#legs.has(nameIn(slot.market, leg))) return
    this.#legs.set(nameIn(slot.market, leg), leg)
    const spot = this.#legs.get(nameIn('spot', leg))
    const perp = this.#legs.get(nameIn('perp', leg))
    if (spot === undefined || perp === undefined) return
    const { perps, markLimitMs, tickerOf } = this.#options
    const facts = perps.of(slot.exchange, perp.slot.symbol)
    const routes = SIDES.flatMap((side) => {
      const pair = new CarryPair(spot, perp, side, facts, tickerOf(spot))
      return LEVERAGES.map((leverage) => new CarryRoute(pair, leverage, markLimitMs))
    }).sort(byId)
    const record = this.#screen.add(spot.number, perp.number)
    for (const [place, route] of routes.entries()) route.keepStateIn(this.#screen, cellOf(record, place))
    this.#routes[record] = routes
    facts.onChanged = () => this.#screen.invalidate(record)
  }

  leave(leg: MarketLeg): void {
    const name = nameIn(leg.slot.market, leg)
    if (this.#legs.get(name) === leg) this.#legs.delete(name)
    for (const route of this.routesOf(leg)) route.leaveStates()
    this.#screen.remove(leg.number)
  }

  routesOf({ number }: MarketLeg): readonly CarryRoute[] {
    return this.#routes[this.#screen.carryRecordOf(number)] ?? NO_ROUTES
  }

  moved(number: number): number {
    const record = this.#screen.carryRecordOf(number)
    if (record < 0) return 0
    const count = this.#screen.moved(record)
    const routes = this.#routes[record] as readonly CarryRoute[]
    for (let at = 0; at < count; at++) this.found[at] = routes[this.#screen.found[at] as number] as CarryRoute
    return count
  }

  /**
   * Whether this leg is in any route. Facts and time change these routes, too: they are screened even if best prices
   * stay.
   */
  has(number: number): boolean {
    return this.#screen.carryRecordOf(number) >= 0
  }

  lost(): void {
    return
  }

  termsChanged(): void {
    return
  }

  canWait(): boolean {
    return CARRY_MAY_WAIT
  }

  judge(route: CarryRoute, now: number): Judgement {
    const { pair } = route
    const { facts, side } = pair
    const mean = facts.funding.mean(now)
    const { mark } = facts
    const receivesFunding = mean !== null && mark !== null && fundedSide(mean) === side
    if (!receivesFunding && route.isIdle) return NO_GAP
    const refusal = unreadable(route, receivesFunding, now)
    if (refusal !== null) return refusal
    // The hold of every figure would outlast the contract.
    if (!receivesFunding || facts.endsAt - now < this.#options.holdDays * DAY_MS) return NO_GAP
    const { intervalHours } = facts.funding
    if (intervalHours === null) return REJECTED['interval-unknown']
    if (pair.spot.terms === null || pair.perp.terms === null) return REJECTED['fee-unknown']
    const isPlausible = hasPlausibleBasis(pair)
    if (isPlausible) route.confirmed = false
    // An open row whose basis goes above 5 % closes as `quarantine`, even if fees would close it too.
    const closesAsQuarantine = !isPlausible && route.opportunity !== null
    if (!closesAsQuarantine && (this.#classOf(pair, mean, mark) & COVERS_FEES) === 0) return REJECTED.fees

    const finding = this.#walk(route, mean, mark, now)
    if (finding.kind === 'none') {
      if (finding.why === 'quarantine') this.#options.onQuarantined(route, now)
      return NEGATIVE[finding.why]
    }
    const account = route.leverage === 1 ? finding.account : atLeverage(finding.account, route.leverage)
    if (!isYield(account)) return REJECTED.quarantine
    return {
      roi: () => netPercent(account.net, account.capital),
      capture: () => this.#opportunity(route, account, mean, mark, intervalHours, now),
    }
  }

  /**
   * The funding of one coin's routes at `now` (epoch ms), and how long it holds; NaN where the screen cannot decide.
   */
  #fundingOf([first]: readonly CarryRoute[], now: number): Funding {
    const { perp, facts } = (first as CarryRoute).pair
    const { mark, funding } = facts
    const mean = funding.mean(now)
    const meanUntil = funding.meanUntil
    const none = { meanUntil, markUntil: Number.POSITIVE_INFINITY, long: NO_FUNDING, reverse: NO_FUNDING }
    const funded = mean === null ? null : fundedSide(mean)
    if (mean === null || mark === null || funded === null) return none
    const markUntil = mark.time + this.#options.markLimitMs
    const isSure = now <= markUntil && funding.intervalHours !== null
    const perCoin = isSure ? this.#fundingPerCoin(perp, mean, mark) : Number.NaN
    const side = funded === 'long-spot' ? { long: perCoin } : { reverse: perCoin }
    return { ...none, ...side, markUntil: isSure ? markUntil : Number.POSITIVE_INFINITY }
  }

  /** Funding of the whole hold per coin, in the quote, as a double with the screen's margin on top. */
  #fundingPerCoin(perp: MarketLeg, { mean }: FundingMean, { price }: Mark): number {
    const perHour = Math.abs(Number(mean.n) / Number(mean.d))
    const perCoin = Number(price.mantissa) * 10 ** -(price.decimals + perp.identity.multiplierDigits)
    return 24 * this.#options.holdDays * perHour * perCoin * SCREEN_MARGIN
  }

  /** The class (`price-class.ts`) of the side that receives funding, by the present best prices. */
  #classOf({ spot, perp, side }: CarryPair, mean: FundingMean, mark: Mark): number {
    const [spotPrice, perpPrice] = side === 'long-spot' ? [spot.ask, perp.bid] : [spot.bid, perp.ask]
    return classifyCarry(this.#fundingPerCoin(perp, mean, mark), carryFees(spot.fee, spotPrice, perp.fee, perpPrice))
  }

  #walk({ pair, confirmed }: CarryRoute, mean: FundingMean, mark: Mark, now: number): CarryFinding {
    const { spot, perp, side, ticker, walk } = pair
    const { perps, holdDays, carryCap } = this.#options
    const { base, quote } = spot.identity
    const borrowYearly = side === 'reverse' ? perps.borrowRate(spot.slot.exchange, base, ticker, now) : null
    const spotVersion = spot.slot.version
    const perpVersion = perp.slot.version
    if (
      walk?.spotVersion === spotVersion &&
      walk.perpVersion === perpVersion &&
      walk.mean === mean &&
      walk.mark === mark &&
      walk.spotTerms === spot.terms &&
      walk.perpTerms === perp.terms &&
      walk.borrowYearly === borrowYearly &&
      walk.confirmed === confirmed
    ) {
      return walk.finding
    }
    const finding = detectCarry(legOf(spot), legOf(perp), {
      side,
      leverage: 1,
      holdDays,
      meanPerHour: mean.mean,
      mark: mark.price,
      borrowYearly,
      cap: carryCap(quote),
      confirmed,
    })
    const { terms: spotTerms } = spot
    const { terms: perpTerms } = perp
    pair.walk = {
      spotVersion,
      perpVersion,
      mean,
      mark,
      spotTerms,
      perpTerms,
      borrowYearly,
      confirmed,
      finding,
      legs: null,
    }
    return finding
  }

  #opportunity(
    route: CarryRoute,
    account: CarryAccount,
    funding: FundingMean,
    mark: Mark,
    intervalHours: number,
    now: number,
  ): CarryOpportunity {
    const { spot, facts } = route.pair
    const tiers = facts.tiersAt(now)
    return {
      mode: 'carry',
      id: route.id,
      base: spot.identity.base,
      quote: spot.identity.quote,
      account,
      funding,
      intervalHours,
      mark,
      tiers: tiers === null ? null : maintenanceTiers(tiers, mark.price),
      facts,
      legs: legsOf(route.pair, account),
      ...ages(route.legs, now),
      detectedAt: route.lifecycle.kind === 'open' ? route.lifecycle.detectedAt : now,
      updatedAt: now,
    }
  }
}

const nameIn = (market: MarketKind, { slot, identity }: MarketLeg) =>
  `${slot.exchange} ${market} ${identity.base}/${identity.quote}`

function legOf({ slot, terms }: MarketLeg) {
  if (terms === null) throw new Error('a leg without terms was walked')
  return { slot, terms }
}

/** The levels of the pair's walk, the same for all leverages. */
function legsOf({ spot, perp, side, walk }: CarryPair, account: CarryAccount): readonly [LegEvidence, LegEvidence] {
  const known = walk?.legs
  if (known && isAsOf(known[0], spot) && isAsOf(known[1], perp)) return known
  const isLong = side === 'long-spot'
  const legs = [
    captureLeg(legOf(spot), isLong ? 'buy' : 'sell', account.spotLevels),
    captureLeg(legOf(perp), isLong ? 'sell' : 'buy', account.perpLevels),
  ] as const
  if (walk !== null) walk.legs = legs
  return legs
}

/** Whether no frame of the book came since it was captured. */
const isAsOf = ({ receivedAt }: LegEvidence, { slot }: MarketLeg) => receivedAt === slot.receivedAt

/** The side that receives funding at this mean rate; null where the rate is 0. */
const fundedSide = ({ mean: { n } }: FundingMean): CarrySide | null =>
  n > 0n ? 'long-spot' : n < 0n ? 'reverse' : null

const hasPlausibleBasis = ({ spot, perp, side }: CarryPair) =>
  side === 'long-spot' ? isPlausibleBasis(spot.ask, perp.bid) : isPlausibleBasis(spot.bid, perp.ask)

const isYield = ({ netReturn, holdDays }: CarryAccount) =>
  (365 / holdDays) * Math.log10(1 + Number(netReturn.n) / Number(netReturn.d)) < LARGEST_LOG10
