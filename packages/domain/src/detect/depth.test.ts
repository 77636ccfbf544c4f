import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages, seedFor } from '../../../../scripts/run-length.ts'
import { BookSlot } from '../book/book-slot.ts'
import { Depth, NOTIONAL, TOTAL } from './depth.ts'

const newSlot = () => new BookSlot('okx', 'spot', 'TEST', { depth: 1_000, visibleDepth: 1_000, keepsTexts: false })

/** Asks at ascending prices in the book's own units. */
function fill(slot: BookSlot, levels: readonly (readonly [number, number])[]): void {
  slot.beginSnapshot()
  for (const [price, size] of levels) {
    if (!slot.book.set(slot.book.asks, price, 0, size, 0)) throw new Error('a level did not fit')
  }
  slot.applied('snapshot', 0, 0, 1)
}

const MOST = Number.MAX_SAFE_INTEGER
/** Whole numbers: small, of ordinary size, and so large that already their product exceeds what two doubles hold. */
const whole = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 1, max: 2 ** 40 }),
  fc.integer({ min: MOST - 2 ** 30, max: MOST }),
)
const asks = fc
  .tuple(fc.uniqueArray(whole, { minLength: 1, maxLength: 60 }), fc.array(whole, { minLength: 60, maxLength: 60 }))
  .map(([prices, sizes]) => prices.sort((a, b) => a - b).map((price, at) => [price, sizes[at] as number] as const))

describe('running sums of a side', () => {
  test('[D4] are exact for any numbers that a book holds, in any order of asking', () => {
    fc.assert(
      fc.property(asks, fc.array(fc.nat(59), { minLength: 1, maxLength: 8 }), (levels, ranks) => {
        const slot = newSlot()
        fill(slot, levels)
        const depth = Depth.of(slot.book.asks, slot)
        return ranks.every((wanted) => {
          const rank = wanted % levels.length
          let [total, notional] = [0n, 0n]
          for (const [price, size] of levels.slice(0, rank + 1)) {
            total += BigInt(size)
            notional += BigInt(price) * BigInt(size)
          }
          const isNear = (about: number, sum: bigint) => Math.abs(about / Number(sum) - 1) < 1e-13
          return (
            depth.total(rank) === total &&
            depth.notional(rank) === notional &&
            isNear(depth.about(rank, TOTAL), total) &&
            isNear(depth.about(rank, NOTIONAL), notional)
          )
        })
      }),
      { numRuns: messages(100_000), seed: seedFor('running sums', 20_261_124) },
    )
  })

  test('follow the book after each frame, and keep nothing from before', () => {
    const slot = newSlot()
    fill(slot, [
      [100, 5],
      [101, 7],
    ])
    const before = Depth.of(slot.book.asks, slot)
    expect([before.total(1), before.notional(1)]).toEqual([12n, 1207n])
    slot.book.set(slot.book.asks, 100, 0, 6, 0)
    slot.applied('delta', 1, 1, 2)
    const after = Depth.of(slot.book.asks, slot)
    expect([after.total(1), after.notional(1)]).toEqual([13n, 1307n])
    slot.lose('gap')
    fill(slot, [[90, 1]])
    expect(Depth.of(slot.book.asks, slot).notional(0)).toBe(90n)
  })

  test('a sum is searched for among the known levels and beyond them', () => {
    const slot = newSlot()
    const levels = Array.from({ length: 40 }, (_, at) => [100 + at, 1] as const)
    fill(slot, levels)
    for (const order of [
      [0, 1, 1.5, 7, 39, 40, 41],
      [41, 40, 3, 0.5, 20],
    ]) {
      slot.repeated(1, 1, 1)
      const depth = Depth.of(slot.book.asks, slot)
      for (const bound of order) {
        expect(depth.firstFrom(TOTAL, bound, 40), `${bound}`).toBe(Math.min(40, Math.max(0, Math.ceil(bound) - 1)))
      }
    }
  })
})
