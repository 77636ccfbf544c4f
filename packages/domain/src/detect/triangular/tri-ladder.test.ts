import { expect, test } from 'vitest'
import { legOf } from '../../testing/legs.ts'
import { Ladder } from './tri-ladder.ts'

const leg = legOf('asks', {
  levels: [
    ['3', '1000'],
    ['7', '1000'],
  ],
  fee: '0.001',
  lot: '0.1',
  minQty: null,
  minNotional: null,
  multiplier: 1n,
})

test.each([
  ['exactly', 0n, '7000'],
  ['less than doubles can see', -1n, '6999'],
  ['more than doubles can see', 1n, '7000'],
])('[D4] quote for seven hundred coins, %s: whole lots are counted exactly', (_, more, lots) => {
  const d = 10n ** 25n
  const order = new Ladder({ leg, side: 'buy' }).order({ n: 2_100n * d + more, d, e: 0 })
  expect(order?.quantity).toEqual({ n: BigInt(lots), d: 1n, e: 1 })
  expect(order?.notional).toEqual({ n: BigInt(lots) * 3n, d: 1n, e: 1 })
})

test('[D4] an amount on the border of a level is walked on the right side of it', () => {
  const ladder = new Ladder({ leg, side: 'buy' })
  const d = 10n ** 25n
  const levels = (more: bigint) => ladder.forward({ n: 3_000n * d + more, d, e: 0 })?.levels
  expect([levels(-1n), levels(0n), levels(1n)]).toEqual([1, 1, 2])
  expect(ladder.forward({ n: 10_000n * d + 1n, d, e: 0 })).toBeNull()
})
