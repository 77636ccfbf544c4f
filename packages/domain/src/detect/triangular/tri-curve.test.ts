import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { legsOf, triangle } from '../../testing/triangles.ts'
import { type Amount, about, amountOf, difference, whole } from './tri-amount.ts'
import { type Candidate, Curve } from './tri-curve.ts'
import { Ladder } from './tri-ladder.ts'

type Ladders = readonly [Ladder, Ladder, Ladder]

/** The exact start amount of a candidate; null where a leg before does not hold it. */
function startOf(candidate: Candidate, ladders: Ladders, cap: Amount | null): Amount | null {
  if (candidate.leg === 'cap') return cap
  let amount: Amount | null = (ladders[candidate.leg] as Ladder).given(candidate.rank)
  for (const before of ladders.slice(0, candidate.leg).reverse()) {
    amount = amount === null ? null : (before.backward(whole(amount, before.shareAfterFee))?.amount ?? null)
  }
  return amount
}

/** The exact net PnL of an amount, with lots; null where an exchange would not take one of the orders. */
function netOf(start: Amount, [first, second, third]: Ladders): number | null {
  const one = first.order(start)
  const two = one === null ? null : second.order(one.received)
  const three = two === null ? null : third.order(two.received)
  return one === null || three === null ? null : about(difference(three.received, one.spent))
}

test('no bound of the curve is below what a candidate really makes, alone or among its neighbours', () => {
  const counts = { made: 0, ofLots: 0 }
  fc.assert(
    fc.property(triangle({ min: -1_000, max: 30_000 }), fc.constantFrom(null, 777n), (plain, most) => {
      const legs = legsOf(plain)
      const ladders: Ladders = [new Ladder(legs[0]), new Ladder(legs[1]), new Ladder(legs[2])]
      const cap = most === null ? null : amountOf({ mantissa: most, decimals: 0 })
      if (legs.some(({ leg, side }) => (side === 'buy' ? leg.slot.book.asks : leg.slot.book.bids).count === 0))
        return true
      const curve = new Curve(legs, cap === null ? Number.POSITIVE_INFINITY : about(cap))
      curve.climb()
      const peak = curve.count - 1
      while (curve.advance());
      const starts = Array.from({ length: curve.count }, (_, at) => startOf(curve.candidate(at), ladders, cap))
      for (const [at, start] of starts.entries()) {
        const before = at === 0 ? null : (starts[at - 1] ?? null)
        if (start !== null && before !== null && curve.isBelow(at - 1, at)) {
          if (difference(start, before).n <= 0n) return false
        }
        const net = start === null ? null : netOf(start, ladders)
        if (net === null) continue
        counts.made++
        if (!curve.mayMake(at, net)) return false
        if (!curve.mayMake(at, net + Math.abs(net) * 1e-3 + 1e-6)) counts.ofLots++
        for (let other = at; other <= peak; other++) if (!curve.mayMakeBelow(other, net)) return false
        for (let other = at; other > peak; other--) if (!curve.mayMakeAbove(other, net)) return false
      }
      return true
    }),
    { numRuns: messages(200_000), seed: seedFor('bounds of the curve', 20_261_126) },
  )
  expect(counts.made).toBeGreaterThan(5_000)
  // The bound is tight too: few candidates that do not win are tried exactly.
  expect(counts.ofLots / counts.made).toBeGreaterThan(0.7)
})
