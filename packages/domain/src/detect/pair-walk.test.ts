import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messages, seedFor } from '../../../../scripts/run-length.ts'
import { BookSlot } from '../book/book-slot.ts'
import { commonScale, type Leg } from './leg.ts'
import { Levels } from './levels.ts'
import { MarginalCondition } from './marginal-condition.ts'
import { largestOrder, type PairOrder } from './pair-walk.ts'

type Level = readonly [price: bigint, size: bigint]
type Bound = { readonly first: bigint; readonly second: bigint; readonly bound: bigint }

/** Reference: the walk in whole numbers alone, level by level; lots of one unit, no minimums. */
function plainWalk(first: readonly Level[], second: readonly Level[], pays: Bound, cap: bigint | null) {
  const rest = [first, second].map((levels) => levels.map(([, size]) => size)) as [bigint[], bigint[]]
  let [a, b, size, spent] = [0, 0, 0n, 0n]
  const priceOf = (levels: readonly Level[], rank: number) => (levels[Math.min(rank, levels.length - 1)] as Level)[0]
  const isPaid = () => pays.first * priceOf(first, a) + pays.second * priceOf(second, b) < pays.bound
  while (a < first.length && b < second.length && isPaid()) {
    const [leftA, leftB] = [rest[0][a] as bigint, rest[1][b] as bigint]
    const part = leftA < leftB ? leftA : leftB
    const price = priceOf(first, a)
    if (cap !== null && spent + part * price > cap) return { size: size + (cap - spent) / price, depthLimited: false }
    size += part
    spent += part * price
    rest[0][a] = leftA - part
    rest[1][b] = leftB - part
    if (rest[0][a] === 0n) a++
    if (rest[1][b] === 0n) b++
  }
  const isUsedUp = a === first.length || b === second.length
  return { size, depthLimited: isUsedUp && spent !== cap && isPaid() }
}

function plainTaken(levels: readonly Level[], quantity: bigint) {
  let [rest, notional, used] = [quantity, 0n, 0]
  for (const [price, size] of levels) {
    const part = size < rest ? size : rest
    notional += part * price
    rest -= part
    used++
    if (rest === 0n) break
  }
  return { notional, levels: used }
}

const LOT = { mantissa: 1n, decimals: 0 }
function legOf(side: 'asks' | 'bids', levels: readonly Level[]): Leg {
  const slot = new BookSlot('okx', 'spot', 'TEST', { depth: 1_000, visibleDepth: 1_000, keepsTexts: false })
  slot.beginSnapshot()
  for (const [price, size] of levels) {
    if (!slot.book.set(slot.book[side], Number(price), 0, size, 0)) throw new Error('a level did not fit')
  }
  slot.applied('snapshot', 0, 0, 1)
  const none = { minQty: null, minNotional: null, contractSize: null }
  return { slot, terms: { fee: { mantissa: 0n, decimals: 0 }, lotStep: LOT, multiplierDigits: 0, ...none } }
}

/**
 * Levels around a price, some of sizes that let both sides end a level at once, or a unit apart; some that no double
 * sums.
 */
const levelsAround = (best: 'lowest' | 'highest') =>
  fc
    .tuple(
      fc.constantFrom(1_000n, 10n ** 14n),
      fc.uniqueArray(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 10 }),
      fc.array(
        fc.tuple(
          fc.constantFrom(10n, 2n ** 51n, 2n ** 53n - 9n, 2n ** 53n - 2n, 10n ** 19n),
          fc.integer({ min: -2, max: 8 }),
        ),
        {
          minLength: 10,
          maxLength: 10,
        },
      ),
    )
    .map(([middle, steps, sizes]) => ({
      middle,
      levels: steps
        .sort((a, b) => (best === 'lowest' ? a - b : b - a))
        .map((step, at): Level => {
          const [size, more] = sizes[at] as [bigint, number]
          return [middle + BigInt(step), size + BigInt(more)]
        }),
    }))

test('[D4] the walk equals a walk in whole numbers: ties, sums beyond 2^53, caps at a level’s end and a unit beside it', () => {
  let walked = 0
  const numRuns = messages(200_000)
  fc.assert(
    fc.property(
      levelsAround('lowest'),
      levelsAround('highest'),
      fc.constantFrom(999n, 1_000n, 1_001n),
      fc.option(fc.tuple(fc.nat(9), fc.integer({ min: -1, max: 1 }))),
      (asks, bids, paid, capAt) => {
        if (asks.middle !== bids.middle) return true
        const bound = { first: paid, second: -1_000n, bound: 0n }
        const [ask0, bid0] = [asks.levels[0] as Level, bids.levels[0] as Level]
        if (!(bound.first * ask0[0] + bound.second * bid0[0] < 0n)) return true
        let cap: bigint | null = null
        if (capAt !== null) {
          const upTo = asks.levels.slice(0, (capAt[0] % asks.levels.length) + 1)
          cap = upTo.reduce((sum, [price, size]) => sum + price * size, BigInt(capAt[1]))
        }
        const expected = plainWalk(asks.levels, bids.levels, bound, cap)
        const legs = [legOf('asks', asks.levels), legOf('bids', bids.levels)] as const
        const scale = commonScale(legs)
        const sides = [
          { leg: legs[0], levels: new Levels(legs[0].slot.book.asks, legs[0], scale) },
          { leg: legs[1], levels: new Levels(legs[1].slot.book.bids, legs[1], scale) },
        ] as const
        const condition = new MarginalCondition(bound.first, bound.second, bound.bound)
        const found = largestOrder(...sides, scale, condition, cap === null ? null : { mantissa: cap, decimals: 0 })
        if (expected.size === 0n) return typeof found === 'string'
        walked++
        const wanted: PairOrder = {
          ...expected,
          orderLimited: false,
          first: plainTaken(asks.levels, expected.size),
          second: plainTaken(bids.levels, expected.size),
        }
        expect(found).toEqual(wanted)
        return true
      },
    ),
    { numRuns, seed: seedFor('pair walk', 20_261_125) },
  )
  expect(walked).toBeGreaterThan(numRuns / 10)
})

test('prices that doubles cannot tell apart are compared in whole numbers: a price that pays by one unit in 2^53', () => {
  const price = 2 ** 53 - 1
  const at = (bound: bigint) => new MarginalCondition(10n ** 12n, -(10n ** 12n), bound).holdsAt(price, price - 1)
  expect([at(10n ** 12n), at(10n ** 12n + 1n)]).toEqual([false, true])
  const fee = new MarginalCondition(1_001n, -1_000n, 1n)
  expect([fee.holdsAt(1_000, 1_001), fee.holdsAt(1_001, 1_001)]).toEqual([true, false])
})
