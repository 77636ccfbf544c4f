import {
  exact,
  type Fraction,
  figure,
  fraction,
  less,
  lowest,
  minus,
  negative,
  over,
  plus,
  price,
  times,
  trimmed,
  whole,
  ZERO,
} from './plain-numbers.ts'
import { type PlainPerp, type PlainStep, steps } from './plain-perp.ts'
import { movingFields, type PlainFinding } from './plain-row.ts'
import { capOf, largest, type PlainLeg, PlainSide } from './plain-walk.ts'

const DAYS = 90n
const [ONE, TWO] = [whole(1n), whole(2n)]
const FIVE_PERCENT: Fraction = [1n, 20n]

export type PlainPair = {
  readonly spot: PlainLeg
  readonly perp: PlainLeg
  readonly side: 'long-spot' | 'reverse'
  readonly known: PlainPerp
  /** Borrow rate, a fraction per year; null while unknown. */
  readonly borrow: () => Fraction | null
}
export const carryId = ({ spot, side }: PlainPair, leverage: bigint): string =>
  `carry.${spot.base}-${spot.quote}.${spot.book.exchange}.${side}.${leverage}x`

/** formulas.md § 2 and 3 line by line, for both leverages, or why there is no row. */
export function plainCarry(pair: PlainPair, t: number): ReadonlyMap<bigint, PlainFinding> | 'negative' | 'quarantine' {
  const { spot, perp, known, borrow } = pair
  const isLong = pair.side === 'long-spot'
  const [spots, perps] = isLong
    ? [new PlainSide(spot, 'buy'), new PlainSide(perp, 'sell')]
    : [new PlainSide(spot, 'sell'), new PlainSide(perp, 'buy')]
  const [s0, p0] = [spots.at(0)?.price, perps.at(0)?.price]
  const paid = known.funding(t)
  if (s0 === undefined || p0 === undefined || paid === null || known.mark === null) return 'negative'
  /** A reverse trade is computed with every sign inverted. */
  const turned = (value: Fraction) => (isLong ? value : negative(value))
  const rate = borrow()
  if (!less(ZERO, turned(paid.mean)) || known.interval === null) return 'negative'
  if (spot.fee === null || perp.fee === null || spot.listing.lot === null || perp.listing.lot === null)
    return 'negative'
  if (!isLong && rate === null) return 'negative'

  const mark = over(fraction(known.mark.text), whole(perp.multiplier))
  const perCoin = turned(times(times(whole(24n * DAYS), paid.mean), mark))
  const yearly = isLong ? ZERO : (rate as Fraction)
  const held = times(yearly, [DAYS, 365n])
  const [fs, fp] = [fraction(spot.fee), fraction(perp.fee)]
  const feesOf = (a: Fraction, b: Fraction) => times(TWO, plus(times(fs, a), times(fp, b)))
  const basis = over(minus(p0, s0), s0)
  if (less(FIVE_PERCENT, basis) || less(FIVE_PERCENT, negative(basis))) return 'quarantine'
  const slipped = (a: Fraction, b: Fraction) => times(TWO, turned(plus(minus(a, s0), minus(p0, b))))
  const pays = (a: Fraction, b: Fraction) => less(plus(plus(slipped(a, b), feesOf(a, b)), times(held, a)), perCoin)
  const order = largest(spots, perps, pays, capOf(spot.quote, 10_000n))
  if (order === null) return 'negative'

  const { size: qty, depthLimited, orderLimited } = order
  const [spotMoney, perpMoney] = order.money
  const funding = times(perCoin, qty)
  const entry = turned(plus(minus(spotMoney, times(qty, s0)), minus(times(qty, p0), perpMoney)))
  const [spotFees, perpFees] = [times(TWO, times(spotMoney, fs)), times(TWO, times(perpMoney, fp))]
  const fees = plus(spotFees, perpFees)
  const slippage = times(TWO, entry)
  const borrowed = times(held, spotMoney)
  const net = lowest(minus(minus(minus(funding, fees), slippage), borrowed))
  const tiers = known.tiers === null ? null : steps(known.tiers, fraction(known.mark.text))
  const percent = (value: Fraction) => figure(times(value, whole(100n)))
  const per8Hours = (value: Fraction) => figure(times(value, whole(800n)))
  const ofSpot = (value: Fraction) => percent(over(value, spotMoney))
  const lastHours = paid.hours.at(-1) as bigint
  const lastRate = paid.rates.at(-1) as string
  const next = known.nextAt
  const common = {
    ...{ mode: 'carry', source: 'replay', state: 'LIVE', exchange: spot.book.exchange },
    ...{ symbol: `${spot.base}/${spot.quote}`, base: spot.base, quote: spot.quote, side: pair.side },
    ...{ hold_days: Number(DAYS), funding_rate: per8Hours(paid.mean) },
    last_funding_rate: per8Hours(over(fraction(lastRate), whole(lastHours))),
    ...{ funding_interval_h: known.interval, next_funding_at: next === null ? null : new Date(next).toISOString() },
    ...{ basis: percent(basis), spot_fees: ofSpot(spotFees), perp_fees: ofSpot(perpFees) },
    ...{ total_slippage: ofSpot(slippage), daily_pnl: figure(over(net, whole(DAYS))), net_pnl: figure(net) },
    break_even_days: figure(over(plus(fees, slippage), over(minus(funding, borrowed), whole(DAYS)))),
    ...{ size: figure(qty), size_currency: spot.base, depth_limited: depthLimited },
    ...{ mark_price: price(mark), mark_age_ms: t - known.mark.time, ...movingFields('carry', [spot, perp], t) },
  }
  const evidence = {
    legs: [spots.present(order.levels[0]), perps.present(order.levels[1])],
    ...{ size: exact(qty), qty: exact(qty), s0: exact(s0), p0: exact(p0), mark: exact(mark) },
    ...{ rates: paid.rates.map(trimmed), intervals: paid.hours.map(String), last_rate: trimmed(lastRate) },
    ...{ interval_h: String(known.interval), hold_days: String(DAYS), borrow_rate: exact(yearly) },
    ...{ funding: exact(funding), slippage_entry: exact(entry), slippage_exit: exact(entry), fees: exact(fees) },
    ...{ borrow: exact(borrowed), net: exact(net), order_limited: orderLimited },
    tiers: tiers?.map(({ floor, mmr, cum }) => [exact(floor), exact(mmr), exact(cum)]) ?? null,
  }
  const finding = (leverage: bigint): PlainFinding => {
    const margin = over(perpMoney, whole(leverage))
    const capital = plus(spotMoney, margin)
    const earned = lowest(over(net, capital))
    const position = { isShort: isLong, value: perpMoney, margin, fee: perp.book.exchange === 'okx' ? fp : ZERO }
    const notional = tiers === null ? null : liquidated(position, tiers)
    const at = notional === null || notional === 'never' ? null : over(notional, qty)
    const room = at === null ? null : isLong ? minus(at, mark) : minus(mark, at)
    return {
      mode: 'carry',
      row: {
        ...{ ...common, id: carryId(pair, leverage), leverage: Number(leverage), margin_required: figure(margin) },
        ...{ net_apr: percent(times(earned, [365n, DAYS])), net_apy: apy(earned) },
        liquidation_price: at === null ? null : price(at),
        liquidation_distance: room === null ? null : percent(over(room, mark)),
        liquidation_unknown: notional === null ? 'no-tiers' : notional === 'never' ? 'never' : null,
      },
      evidence: { ...evidence, leverage: String(leverage), capital: exact(capital) },
    }
  }
  return new Map([1n, 2n].map((leverage) => [leverage, finding(leverage)]))
}

/**
 * The notional at which an isolated position is liquidated: that of the tier which contains its own result, else of the
 * highest tier (formulas.md § 3).
 */
function liquidated(
  { isShort, value, margin, fee }: { isShort: boolean; value: Fraction; margin: Fraction; fee: Fraction },
  tiers: readonly PlainStep[],
): Fraction | 'never' {
  // A fully paid long position is never liquidated.
  if (!isShort && !less(margin, value)) return 'never'
  const answers = tiers.map(({ mmr, cum }) => {
    const rate = plus(mmr, fee)
    return isShort
      ? over(plus(plus(margin, value), cum), plus(ONE, rate))
      : over(minus(minus(value, margin), cum), minus(ONE, rate))
  })
  const fits = answers.findIndex((notional, rank) => {
    const [from, to] = [tiers[rank]?.floor, tiers[rank + 1]?.floor]
    return from !== undefined && less(from, notional) && (to === undefined || !less(to, notional))
  })
  return answers.at(fits) as Fraction
}

/** Percent with 8 decimals of (1 + earned)^(365/90) − 1, half to even: a double guesses, whole numbers decide. */
function apy([n, d]: Fraction): number {
  const [up, root] = [73n, 18n]
  const unit = 10n ** 10n
  const grown = (n + d) ** up
  const base = d ** up
  /** Sign of (1 + earned)^(up/root) · unit − (k + 1/2). */
  const aboveHalf = (k: bigint): number => {
    const left = grown * (2n * unit) ** root
    const right = base * (2n * k + 1n) ** root
    return left > right ? 1 : left < right ? -1 : 0
  }
  let k = BigInt(Math.round(Number(unit) * (1 + Number(exactDouble([n, d]))) ** (Number(up) / Number(root))))
  const isOdd = (value: bigint) => value % 2n === 1n
  while (aboveHalf(k) > 0 || (aboveHalf(k) === 0 && isOdd(k))) k++
  while (k > 0n && (aboveHalf(k - 1n) < 0 || (aboveHalf(k - 1n) === 0 && !isOdd(k - 1n)))) k--
  return Number(exact([k - unit, 10n ** 8n]))
}

/** A text that parses to the nearest double. */
const exactDouble = ([n, d]: Fraction): string => `${(n * 10n ** 30n) / d}e-30`
