import {
  exact,
  type Fraction,
  figure,
  fraction,
  less,
  lesser,
  lowest,
  minus,
  negative,
  over,
  plus,
  price,
  times,
  whole,
  ZERO,
} from './plain-numbers.ts'
import { movingFields, type PlainVerdict } from './plain-row.ts'
import { capOf, type Level, mostAtOnce, type PlainLeg, PlainSide } from './plain-walk.ts'

const ONE = whole(1n)
const FIVE_PERCENT: Fraction = [1n, 20n]

export type PlainStep = { readonly leg: PlainLeg; readonly side: 'buy' | 'sell' }

/** What a whole level takes of the asset given, what it brings, and what it brings per unit given. */
const given = ({ side }: PlainSide, { price: at, size }: Level) => (side === 'buy' ? times(at, size) : size)
const brought = ({ side }: PlainSide, { price: at, size }: Level) => (side === 'buy' ? size : times(at, size))
const rate = ({ side }: PlainSide, { price: at }: Level) => (side === 'buy' ? over(ONE, at) : at)

type Walk = { readonly amount: Fraction; readonly levels: number }
/** Walks an amount through one side without fee and lots; null beyond the known depth. */
function through(side: PlainSide, amount: Fraction): Walk | null {
  let [rest, sum] = [amount, ZERO]
  for (let rank = 0; rank < side.count; rank++) {
    const level = side.at(rank) as Level
    const part = lesser(rest, given(side, level))
    sum = plus(sum, times(part, rate(side, level)))
    rest = minus(rest, part)
    if (rest[0] === 0n) return { amount: lowest(sum), levels: rank + 1 }
  }
  return null
}

/** The amount to give so that a side brings an amount, before its fee; null beyond the known depth. */
function needed(side: PlainSide, amount: Fraction): Fraction | null {
  let [rest, sum] = [amount, ZERO]
  for (let rank = 0; rank < side.count; rank++) {
    const level = side.at(rank) as Level
    const part = lesser(rest, brought(side, level))
    sum = plus(sum, over(part, rate(side, level)))
    rest = minus(rest, part)
    if (rest[0] === 0n) return lowest(sum)
  }
  return null
}

type Trade = {
  readonly ordered: Fraction
  readonly money: Fraction
  readonly spent: Fraction
  readonly received: Fraction
  readonly levels: number
}
const keptOf = ({ leg }: PlainSide) => minus(ONE, fraction(leg.fee ?? ''))

/** A leg as it is executed; null where the exchange would not take the order. */
function execute(side: PlainSide, amount: Fraction): Trade | null {
  const { leg } = side
  const coins = (text: string) => times(fraction(text), whole(leg.multiplier))
  const most = side.side === 'buy' ? through(side, amount)?.amount : amount
  if (most === undefined) return null
  const lot = coins(leg.listing.lot ?? '')
  const [n, d] = over(most, lot)
  const ordered = lowest(times(whole(n / d), lot))
  if (ordered[0] === 0n) return null
  let [rest, money, levels] = [ordered, ZERO, 0]
  while (rest[0] > 0n) {
    const level = side.at(levels)
    if (level === undefined) return null
    const part = lesser(rest, level.size)
    money = plus(money, times(part, level.price))
    rest = minus(rest, part)
    levels++
  }
  const { minQty, minNotional } = leg.listing
  if (minQty !== null && less(ordered, coins(minQty))) return null
  if (minNotional !== null && less(money, fraction(minNotional))) return null
  const [spent, got] = side.side === 'buy' ? [money, ordered] : [ordered, money]
  return { ordered, money, spent: lowest(spent), received: lowest(times(got, keptOf(side))), levels }
}

/** The start amount that gives an amount to a leg, through the fees before it. */
function startFor(sides: readonly PlainSide[], at: number, given: Fraction): Fraction | null {
  let amount: Fraction | null = given
  for (const before of sides.slice(0, at).reverse()) {
    if (amount !== null) amount = needed(before, over(amount, keptOf(before)))
  }
  return amount
}

/** The largest start amount of which each leg is taken at once, where an order of the trial is above that. */
function mostStart(sides: readonly PlainSide[], { trades }: Trial): Fraction | null {
  const starts = sides.flatMap((side, at) => {
    const { ordered } = trades[at] as Trade
    const lot = times(fraction(side.leg.listing.lot ?? ''), whole(side.leg.multiplier))
    const [n, d] = over(mostAtOnce(side, ordered), lot)
    const most = times(whole(n / d), lot)
    if (!less(most, ordered)) return []
    const amount = startFor(sides, at, side.side === 'buy' ? moneyOf(side, most) : most)
    return amount === null ? [] : [amount]
  })
  return starts.length === 0 ? null : starts.reduce(lesser)
}

function moneyOf(side: PlainSide, quantity: Fraction): Fraction {
  let [rest, money] = [quantity, ZERO]
  for (let rank = 0; rest[0] > 0n; rank++) {
    const { price: at, size } = side.at(rank) as Level
    const part = lesser(size, rest)
    money = plus(money, times(part, at))
    rest = minus(rest, part)
  }
  return money
}

/** The best trial of all amounts; null where none earns. */
function bestOf(sides: readonly PlainSide[], cap: Fraction | null): Trial | null {
  let chosen: Trial | null = null
  for (const amount of amounts(sides, cap)) {
    const trial = attempt(sides, amount)
    if (trial === null || trial.net[0] <= 0n) continue
    const isBetter = chosen === null || less(chosen.net, trial.net)
    const isTie = chosen !== null && !less(trial.net, chosen.net)
    if (isBetter || (isTie && chosen !== null && less(trial.start, chosen.start))) chosen = trial
  }
  return chosen
}

/** Start amounts at which some leg's walk ends exactly on a level, with fees and without lots; and the cap. */
function amounts(sides: readonly PlainSide[], cap: Fraction | null): Fraction[] {
  const found = cap === null ? [] : [cap]
  for (const [at, side] of sides.entries()) {
    let sum = ZERO
    for (let rank = 0; rank < side.count; rank++) {
      sum = plus(sum, given(side, side.at(rank) as Level))
      const amount = startFor(sides, at, sum)
      // Deeper levels need larger amounts.
      if (amount === null || (cap !== null && less(cap, amount))) break
      found.push(lowest(amount))
    }
  }
  return found
}

type Trial = {
  readonly start: Fraction
  readonly net: Fraction
  readonly trades: readonly Trade[]
  readonly walks: readonly Walk[]
}

function attempt(sides: readonly PlainSide[], start: Fraction): Trial | null {
  const [trades, walks]: [Trade[], Walk[]] = [[], []]
  let [held, free] = [start, start]
  for (const side of sides) {
    const [trade, walk] = [execute(side, held), through(side, free)]
    if (trade === null || walk === null) return null
    trades.push(trade)
    walks.push(walk)
    held = trade.received
    free = walk.amount
  }
  return { start, net: lowest(minus(held, (trades[0] as Trade).spent)), trades, walks }
}

/** formulas.md § 4 line by line: a finding, or why there is none. */
export function plainTri(assets: readonly string[], route: readonly PlainStep[], t: number): PlainVerdict {
  const legs = route.map(({ leg }) => leg)
  const sides = route.map(({ leg, side }) => new PlainSide(leg, side))
  const best = sides.map((side) => side.at(0))
  if (best.some((level) => level === undefined)) return 'negative'
  const top = sides.map((side, at) => rate(side, best[at] as Level)).reduce(times)
  const grossTop = minus(top, ONE)
  if (legs.some(({ fee, listing }) => fee === null || listing.lot === null)) return 'negative'
  const kept = sides.map(keptOf).reduce(times)
  if (less(FIVE_PERCENT, grossTop) || less(FIVE_PERCENT, negative(grossTop))) return 'quarantine'
  if (!less(ONE, times(top, kept))) return 'negative'
  const [start = '', second = '', third = ''] = assets
  const free = bestOf(sides, capOf(start, 50_000n))
  const most = free === null ? null : mostStart(sides, free)
  const chosen = most === null ? free : most[0] === 0n ? null : bestOf(sides, most)
  if (chosen === null) return 'negative'

  const { trades, walks, net } = chosen
  const { spent } = trades[0] as Trade
  const grossDepth = minus(over((walks[2] as Walk).amount, chosen.start), ONE)
  const percent = (value: Fraction) => figure(times(value, whole(100n)))
  const points = (value: Fraction) => figure(times(value, whole(10_000n)))
  const perLeg = sides.map((side, at) => {
    const [{ ordered, money, levels }, walk] = [trades[at] as Trade, walks[at] as Walk]
    const dust = at === 0 ? ZERO : minus((trades[at - 1] as Trade).received, (trades[at] as Trade).spent)
    const evidence = {
      ...side.present(Math.max(levels, walk.levels)),
      ...{ ordered: exact(ordered), spent: exact((trades[at] as Trade).spent) },
      ...{ received: exact((trades[at] as Trade).received), dust: exact(dust) },
    }
    const n = at + 1
    const pair = `${side.leg.base}/${side.leg.quote}`
    return {
      evidence,
      row: { [`leg${n}_pair`]: pair, [`leg${n}_side`]: side.side, [`leg${n}_price`]: price(over(money, ordered)) },
    }
  })
  return {
    mode: 'tri',
    row: {
      ...{ id: triId(legs[0]?.book.exchange ?? '', assets), mode: 'tri', source: 'replay', state: 'LIVE' },
      ...{ exchange: legs[0]?.book.exchange, base_asset: start, cycle: [start, second, third, start].join('→') },
      ...{ gross_roi: percent(grossTop), net_roi: percent(over(net, spent)), net_pnl: figure(net) },
      ...{ total_fees_bp: points(minus(ONE, kept)), total_slippage_bp: points(minus(grossTop, grossDepth)) },
      ...{ start_amount: figure(chosen.start), executable_amount: figure(spent), size: figure(spent) },
      ...{ size_currency: start, ...Object.assign({}, ...perLeg.map(({ row }) => row)) },
      depth_limited: trades.some(({ levels }, at) => levels === sides[at]?.count),
      ...movingFields('tri', legs, t),
    },
    evidence: {
      legs: perLeg.map(({ evidence }) => evidence),
      ...{ size: exact(spent), start_amount: exact(chosen.start), net: exact(net), order_limited: most !== null },
    },
  }
}

export const triId = (exchange: string, assets: readonly string[]): string => `tri.${exchange}.${assets.join('-')}`
