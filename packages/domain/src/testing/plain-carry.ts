/**
 * The carry formulas of formulas.md § 2 once more, as plainly as possible and sharing nothing with the product: the
 * merged steps of both books are listed first and judged one after the other. Slow on purpose.
 */
import {
  commonLot,
  type Fraction,
  inCoins,
  type Level,
  less,
  minus,
  mostAtOnce,
  notional,
  of,
  over,
  type PlainLeg,
  plus,
  same,
  times,
  ZERO,
} from './plain-spot.ts'

export type PlainCarry = {
  readonly spot: PlainLeg
  readonly perp: PlainLeg
  readonly side: 'long-spot' | 'reverse'
  readonly leverage: bigint
  readonly days: bigint
  /** The payments taken into the mean, each with the hours that it was paid for. */
  readonly paid: readonly (readonly [rate: string, hours: bigint])[]
  readonly mark: string
  readonly borrowYearly: string
  readonly cap: string | null
}

export type PlainCarryResult = {
  readonly size: Fraction
  readonly funding: Fraction
  readonly slippageEntry: Fraction
  readonly spotFees: Fraction
  readonly perpFees: Fraction
  readonly borrow: Fraction
  readonly net: Fraction
  readonly capital: Fraction
  readonly apr: Fraction
  readonly depthLimited: boolean
  readonly orderLimited: boolean
} | null

const whole = (value: bigint): Fraction => [value, 1n]
const TWO = whole(2n)
const negative = (value: Fraction): Fraction => minus(ZERO, value)

/** The mean per hour: every payment divided by its own hours, then averaged. */
export function plainMean(paid: PlainCarry['paid']): Fraction {
  const sum = paid.map(([rate, hours]) => over(signed(rate), whole(hours))).reduce(plus, ZERO)
  return over(sum, whole(BigInt(paid.length)))
}
const signed = (text: string) => (text.startsWith('-') ? negative(of(text.slice(1))) : of(text))

/** A stretch of quantity over which both prices stay the same. */
type Step = { readonly from: Fraction; readonly to: Fraction; readonly spot: Fraction; readonly perp: Fraction }

function steps(spot: readonly Level[], perp: readonly Level[]): Step[] {
  const ends = (levels: readonly Level[]) =>
    levels.map((_, at) =>
      levels
        .slice(0, at + 1)
        .map(({ size }) => size)
        .reduce(plus),
    )
  const spotEnds = ends(spot)
  const perpEnds = ends(perp)
  const bounds = [...spotEnds, ...perpEnds].sort((a, b) => (less(a, b) ? -1 : 1))
  const result: Step[] = []
  let from = ZERO
  for (const to of bounds) {
    const s = spot[spotEnds.findIndex((end) => less(from, end))]
    const p = perp[perpEnds.findIndex((end) => less(from, end))]
    if (s === undefined || p === undefined) break
    if (less(from, to)) result.push({ from, to, spot: s.price, perp: p.price })
    from = to
  }
  return result
}

/** The carry opportunity of one exchange, or null. A reverse trade takes the other side of both books. */
export function plainCarry(trade: PlainCarry): PlainCarryResult {
  const { side, days, borrowYearly } = trade
  const spot = inCoins(trade.spot)
  const perp = inCoins(trade.perp)
  const s0 = spot[0]?.price
  const p0 = perp[0]?.price
  if (s0 === undefined || p0 === undefined) return null
  const turn = (value: Fraction) => (side === 'long-spot' ? value : negative(value))
  const mark = over(of(trade.mark), whole(trade.perp.multiplier))
  const received = turn(times(times(whole(24n * days), plainMean(trade.paid)), mark))
  const yearly = side === 'long-spot' ? ZERO : of(borrowYearly)
  const held = times(yearly, [days, 365n])
  const pays = (a: Fraction, b: Fraction) => {
    const slipped = times(TWO, turn(plus(minus(a, s0), minus(p0, b))))
    const fees = times(TWO, plus(times(of(trade.spot.fee), a), times(of(trade.perp.fee), b)))
    return less(ZERO, minus(minus(minus(received, slipped), fees), times(held, a)))
  }

  let size = ZERO
  let spent = ZERO
  let capped = false
  let stopped = false
  const all = steps(spot, perp)
  for (const { from, to, spot: a, perp: b } of all) {
    if (!pays(a, b)) {
      stopped = true
      break
    }
    const cost = times(minus(to, from), a)
    if (trade.cap !== null && less(of(trade.cap), plus(spent, cost))) {
      size = plus(size, over(minus(of(trade.cap), spent), a))
      capped = true
      break
    }
    size = to
    spent = plus(spent, cost)
  }
  if (trade.cap !== null && same(spent, of(trade.cap))) capped = true
  const next = (levels: readonly Level[]) => {
    let end = ZERO
    for (const level of levels) {
      end = plus(end, level.size)
      if (less(size, end)) return level.price
    }
    return (levels.at(-1) as Level).price
  }
  const [ofSpot, ofPerp] = [mostAtOnce(trade.spot, size), mostAtOnce(trade.perp, size)]
  const most = less(ofPerp, ofSpot) ? ofPerp : ofSpot
  const orderLimited = less(most, size)
  const depthLimited = !orderLimited && !capped && !stopped && pays(next(spot), next(perp))

  const { multiplier: m1 } = trade.spot
  const { multiplier: m2 } = trade.perp
  const lot = commonLot(times(of(trade.spot.lot), whole(m1)), times(of(trade.perp.lot), whole(m2)))
  const lots = over(most, lot)
  const quantity = times(whole(lots[0] / lots[1]), lot)
  if (quantity[0] === 0n) return null
  const spotValue = notional(spot, quantity)
  const perpValue = notional(perp, quantity)
  for (const [leg, value] of [
    [trade.spot, spotValue],
    [trade.perp, perpValue],
  ] as const) {
    if (leg.minQty !== null && less(quantity, times(of(leg.minQty), whole(leg.multiplier)))) return null
    if (leg.minNotional !== null && less(value, of(leg.minNotional))) return null
  }

  const funding = times(received, quantity)
  const slippageEntry = turn(plus(minus(spotValue, times(quantity, s0)), minus(times(quantity, p0), perpValue)))
  const spotFees = times(times(TWO, spotValue), of(trade.spot.fee))
  const perpFees = times(times(TWO, perpValue), of(trade.perp.fee))
  const borrow = times(held, spotValue)
  const costs = [times(TWO, slippageEntry), spotFees, perpFees, borrow].reduce(plus)
  const net = minus(funding, costs)
  const capital = plus(spotValue, over(perpValue, whole(trade.leverage)))
  const apr = times(over(net, capital), [365n, days])
  const limited = { depthLimited, orderLimited }
  return { size: quantity, funding, slippageEntry, spotFees, perpFees, borrow, net, capital, apr, ...limited }
}
