import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactText, ratio } from '../money/ratio.ts'
import { offeredPair } from '../testing/offers.ts'
import { paysOnTop, type Treatment } from '../testing/plain-exchange.ts'
import { type Fraction, less, minus, of, over, plus, times, ZERO } from '../testing/plain-spot.ts'
import { type AnsweredOrder, cases, filledOf, hasAny, leftOf, RUNS, run } from '../testing/trade-runs.ts'
import { tradeLeft } from './trade-left.ts'
import type { TradeLeg } from './trade-leg.ts'
import { tradeSums } from './trade-sums.ts'

/** The least whole lots above nothing that an exchange takes as one order at a price, in its units. */
function leastOrder(leg: TradeLeg, price: Fraction): Fraction {
  const lot = of(leg.lot_step as string)
  const byValue = over(of(leg.min_notional ?? '0'), price)
  const least = less(byValue, of(leg.min_qty ?? '0')) ? of(leg.min_qty ?? '0') : byValue
  const [n, d] = over(least, lot)
  const lots = n <= 0n ? 1n : (n + d - 1n) / d
  return times([lots, 1n], lot)
}

/**
 * A spot remainder below the minimum could be sold together with a purchase of the minimum, or bought back with a
 * larger purchase of which the minimum is sold again. Both orders pay a fee, on more than the remainder is worth.
 */
test('a remainder below the minimum is never worth more bought up and sold together than left at its price', () => {
  let tried = 0
  fc.assert(
    fc.property(cases(offeredPair), fc.integer({ min: 0, max: 20 }), ({ plan, treatments }, spread) => {
      const { orders } = run(plan, (_, at) => treatments[at] as Treatment)
      const [left] = tradeLeft(plan, orders)
      const leg = left && (plan.legs[left.leg] as TradeLeg)
      if (left === undefined || leg === undefined || leg.market === 'perp') return
      const { leg: at, quantity } = left
      const last = orders.findLast((order) => order.leg === at && hasAny([order]))
      if (last?.result.kind !== 'done') return
      const price = over(of(last.result.value), filledOf(last))
      const coins = ofExact(quantity)
      const rest = leftOf(leg, less(coins, ZERO) ? minus(ZERO, coins) : coins)
      const least = leastOrder(leg, price)
      if (!less(rest, least)) return
      const written = ([n, d]: Fraction) => exactText(ratio(n, d))
      const done = (side: 'buy' | 'sell', units: Fraction, at: Fraction): AnsweredOrder => {
        const value = times(units, at)
        const isInBase = side === 'buy' && !paysOnTop(leg)
        const fee = times(isInBase ? times(units, of(leg.multiplier)) : value, of(leg.fee))
        const [feeBase, feeQuote] = isInBase ? [written(fee), '0'] : ['0', written(fee)]
        const result = { kind: 'done', filled: written(units), value: written(value), feeBase, feeQuote } as const
        return { leg: left.leg, purpose: 'unwind', side, quantity: written(units), limit: written(at), result }
      }
      // The ask is some ten-thousandths above the price of the sale.
      const ask = times(price, [10_000n + BigInt(spread), 10_000n])
      const isLong = less(ZERO, coins)
      const [bought, sold] = isLong ? [least, plus(least, rest)] : [plus(least, rest), least]
      const both = [...orders, done('buy', bought, ask), done('sell', sold, price)]
      const [asLeft, topped] = [orders, both].map((all) => ofExact(tradeSums(plan, all).net)) as [Fraction, Fraction]
      const isFree = of(leg.fee)[0] === 0n && spread === 0
      expect(less(topped, asLeft)).toBe(!isFree)
      tried++
    }),
    RUNS,
  )
  expect(tried).toBeGreaterThan(50)
})

function ofExact(text: string): Fraction {
  const [above = '', below = '1'] = text.split('/')
  return over(of(above), of(below))
}
