import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BookSide } from './book-side.ts'
import { usedBytes } from './core.ts'

/** Reference of a side: a map of prices, without any optimisation. */
class PlainSide {
  levels = new Map<number, { size: number; text: number }>()
  readonly sign: 1 | -1

  constructor(sign: 1 | -1) {
    this.sign = sign
  }

  set(price: number, size: number, text: number): void {
    if (size === 0) this.levels.delete(price)
    else this.levels.set(price, { size, text })
  }

  truncate(depth: number): void {
    for (const [price] of this.sorted().slice(depth)) this.levels.delete(price)
  }

  sorted(): [number, number, number][] {
    return [...this.levels]
      .sort(([a], [b]) => (b - a) * this.sign)
      .map(([price, { size, text }]) => [price, size, text])
  }
}

const held = (side: BookSide) =>
  Array.from({ length: side.count }, (_, rank) => [side.priceAt(rank), side.sizeAt(rank), side.textAt(rank)])

/** The levels from a rank on, through `read`, which copies many at once. */
function readFrom(side: BookSide, rank: number): [number, number][] {
  const columns = [new Float64Array(side.count - rank), new Float64Array(side.count - rank)] as const
  side.read(rank, side.count - rank, ...columns)
  return Array.from(columns[0], (price, at) => [price, columns[1][at] as number])
}

type Change = readonly [price: number, size: number, text: number]
type Step =
  | { readonly kind: 'set'; readonly changes: readonly Change[]; readonly inOrder: boolean }
  | { readonly kind: 'truncate'; readonly depth: number }
  | { readonly kind: 'rescale'; readonly column: 'prices' | 'sizes' }
  | { readonly kind: 'clear' }

/** Prices close together, far apart, and equal in their low 16 bits (the tags that the core compares first). */
const price = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 40 }).map((n) => n * 65_536),
  fc.integer({ min: 1, max: 2 ** 40 }),
)
const change = fc.tuple(
  price,
  fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 40 })),
  fc.integer({ min: 0, max: 0xffff }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      changes: fc.array(change, { maxLength: 120 }),
      inOrder: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('truncate' as const), depth: fc.integer({ min: 0, max: 90 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rescale' as const), column: fc.constantFrom('prices', 'sizes') }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
)

/** Most rescales, each by ten, that keep the numbers below 2^53. */
const MOST_RESCALES = 3

describe('a side of a book', () => {
  test('[F10] [F11] after any changes it equals the side that a plain map has', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, -1), fc.boolean(), fc.array(step, { maxLength: 14 }), (sign, keeps, steps) => {
        const side = new BookSide(sign, keeps)
        const plain = new PlainSide(sign)
        let rescales = 0
        for (const one of steps) {
          switch (one.kind) {
            case 'set': {
              const changes = one.inOrder ? one.changes.toSorted(([a], [b]) => (b - a) * sign) : one.changes
              const factor = 10 ** rescales
              setAll(side, changes, factor)
              for (const [at, size, text] of changes) plain.set(at, size, keeps ? text : 0)
              break
            }
            case 'truncate':
              side.truncate(one.depth)
              plain.truncate(one.depth)
              break
            case 'rescale':
              // Both columns, so that one factor describes the side.
              if (rescales++ < MOST_RESCALES)
                expect([side.rescale('prices', 10), side.rescale('sizes', 10)]).toEqual([true, true])
              else rescales = MOST_RESCALES
              break
            case 'clear':
              side.clear()
              plain.levels.clear()
          }
          const factor = 10 ** rescales
          expect(side.count).toBe(plain.levels.size)
          const [best] = plain.sorted()
          if (best !== undefined)
            expect([side.priceAt(0), side.sizeAt(0)]).toEqual([best[0] * factor, best[1] * factor])
        }
        const factor = 10 ** rescales
        const middle = side.count >> 1
        // Read first: reading the other ranks puts all levels in order.
        const read = readFrom(side, middle)
        const sorted = plain.sorted().map(([at, size, text]) => [at * factor, size * factor, text])
        expect(read).toEqual(sorted.slice(middle).map(([at, size]) => [at, size]))
        expect(held(side)).toEqual(sorted)
      }),
      { numRuns: 400, seed: 17 },
    )
  })

  test('a thousand levels that wander for long take no more room than they need', () => {
    const side = new BookSide(1, false)
    const plain = new PlainSide(1)
    let top = 1_000_000
    let random = 1
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647
      return random % below
    }
    for (let frame = 0; frame < 700; frame++) {
      top += next(21) - 10
      const changes = Array.from(
        { length: 30 },
        (): Change => [top - next(3_000), next(5) < 2 ? 0 : 1 + next(1_000), 0],
      )
      setAll(side, changes, 1)
      for (const [at, size] of changes) plain.set(at, size, 0)
      side.truncate(1_000)
      plain.truncate(1_000)
    }
    expect(held(side)).toEqual(plain.sorted())
    expect(side.capacity).toBeLessThanOrEqual(8_192)
  })

  test('a number that would pass 2^53 by rescaling is refused', () => {
    const side = new BookSide(1, false)
    side.set(2 ** 52, 1, 0)
    expect(side.rescale('prices', 10)).toBe(false)
  })

  test('the memory of a cleared side is there for others', () => {
    const side = new BookSide(-1, true)
    const fill = () => {
      for (let at = 1; at <= 5_000; at++) side.set(at * 7, at, 0)
    }
    side.clear()
    const empty = usedBytes()
    fill()
    const full = usedBytes()
    expect(full - empty).toBeLessThan(5_000 * 60)
    for (let turn = 0; turn < 3; turn++) {
      side.clear()
      expect(usedBytes()).toBe(empty)
      fill()
      expect(usedBytes()).toBe(full)
    }
  })

  test('levels beyond the core’s first memory make it grow, and nothing is lost', () => {
    const sides = Array.from({ length: 24 }, () => new BookSide(1, false))
    const count = 40_000
    const prices = Float64Array.from({ length: count }, (_, at) => (count - at) * 3)
    const sizes = Float64Array.from({ length: count }, (_, at) => at + 1)
    for (const side of sides) side.setAll({ count, prices, sizes, texts: new Uint16Array(count) })
    for (const side of sides) {
      expect([side.count, side.priceAt(0), side.sizeAt(count - 1)]).toEqual([count, count * 3, count])
      side.clear()
    }
  })
})

function setAll(side: BookSide, changes: readonly Change[], factor: number): void {
  const count = changes.length
  const columns = { prices: new Float64Array(count), sizes: new Float64Array(count), texts: new Uint16Array(count) }
  for (const [at, [price, size, text]] of changes.entries()) {
    columns.prices[at] = price * factor
    columns.sizes[at] = size * factor
    columns.texts[at] = text
  }
  side.setAll({ count, ...columns })
}
