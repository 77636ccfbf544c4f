import {
  exact,
  type Fraction,
  figure,
  fraction,
  less,
  minus,
  over,
  plus,
  price,
  same,
  times,
  whole,
} from './plain-numbers.ts'
import { movingFields, type PlainVerdict } from './plain-row.ts'
import { capOf, largest, type PlainLeg, PlainSide } from './plain-walk.ts'

const ONE = whole(1n)
const FIVE_PERCENT: Fraction = [1n, 20n]

/** formulas.md § 1 line by line: a finding, or why there is none. */
export function plainSpot(id: string, buy: PlainLeg, sell: PlainLeg, t: number): PlainVerdict {
  const [asks, bids] = [new PlainSide(buy, 'buy'), new PlainSide(sell, 'sell')]
  const [ask0, bid0] = [asks.at(0)?.price, bids.at(0)?.price]
  if (ask0 === undefined || bid0 === undefined || !less(ask0, bid0)) return 'negative'
  const gross = over(minus(bid0, ask0), ask0)
  if (buy.fee === null || sell.fee === null || buy.listing.lot === null || sell.listing.lot === null) return 'negative'
  if (less(FIVE_PERCENT, gross)) return 'quarantine'
  const [fA, fB] = [fraction(buy.fee), fraction(sell.fee)]
  const pays = (ask: Fraction, bid: Fraction) => less(times(ask, plus(ONE, fA)), times(bid, minus(ONE, fB)))
  const order = largest(asks, bids, pays, capOf(buy.quote, 50_000n))
  if (order === null) return 'negative'

  const { size: q, money, levels, depthLimited, orderLimited } = order
  const [bought, sold] = money
  const fees = plus(times(bought, fA), times(sold, fB))
  const cost = times(bought, plus(ONE, fA))
  const net = minus(minus(sold, bought), fees)
  const [vb, vs] = [over(bought, q), over(sold, q)]
  const grossPart = times(q, minus(bid0, ask0))
  const slippagePart = times(q, plus(minus(vb, ask0), minus(bid0, vs)))
  if (!same(minus(minus(grossPart, slippagePart), fees), net)) throw new Error('the reference breaks its own identity')
  const percent = (value: Fraction) => figure(times(value, whole(100n)))
  return {
    mode: 'spot',
    row: {
      ...{ id, mode: 'spot', source: 'replay', state: 'LIVE', symbol: `${buy.base}/${buy.quote}` },
      ...{ base: buy.base, quote: buy.quote, buy_exchange: buy.book.exchange, sell_exchange: sell.book.exchange },
      ...{ buy_price: price(vb), sell_price: price(vs), spread: percent(gross) },
      slippage: percent(minus(gross, over(minus(vs, vb), vb))),
      ...{ fees: percent(over(fees, cost)), net_profit: percent(over(net, cost)), net_roi: percent(over(net, cost)) },
      ...{ net_pnl: figure(net), volume: figure(bought), size: figure(q), size_currency: buy.base },
      ...{ depth_limited: depthLimited, ...movingFields('spot', [buy, sell], t) },
    },
    evidence: {
      legs: [asks.present(levels[0]), bids.present(levels[1])],
      ...{ size: exact(q), gross: exact(grossPart), slippage: exact(slippagePart), fees: exact(fees) },
      ...{ net: exact(net), cost: exact(cost), order_limited: orderLimited },
    },
  }
}
