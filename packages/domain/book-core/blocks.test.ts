import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BID_LIST, closeSide, constant, levelAt, openSide, renew, setLevels, truncate } from '../src/book/core.ts'
import { doubleAt, doublesFrom, fillList, shortsFrom, wordAt } from './testing/core-memory.ts'

const BLOCK_LEVELS = constant('BLOCK_LEVELS')
const BOUNDS_AT_ONCE = constant('BOUNDS_AT_ONCE')
const FIRST_ROOM = constant('FIRST_ROOM')

/** The blocks of a side as its directory has them. */
function blocksOf(side: number) {
  const room = wordAt(side, 'ROOM')
  const directory = wordAt(side, 'DIRECTORY')
  const places = directory + (room + BOUNDS_AT_ONCE) * 8
  return Array.from({ length: wordAt(side, 'BLOCK_COUNT') }, (_, at) => {
    const block = wordAt(places + at * 4, 'KEYS')
    const occupied = wordAt(block, 'OCCUPIED')
    const slots = Array.from({ length: BLOCK_LEVELS }, (__, slot) => slot)
    return {
      block,
      bound: doubleAt(directory + at * 8, 'KEYS'),
      isUnsorted: wordAt(block, 'UNSORTED') !== 0,
      occupied: slots.filter((slot) => ((occupied >>> slot) & 1) === 1),
      empty: slots.filter((slot) => ((occupied >>> slot) & 1) === 0),
      keys: doublesFrom(block, 'KEYS', BLOCK_LEVELS),
      sizes: doublesFrom(block, 'SIZES', BLOCK_LEVELS),
      tags: shortsFrom(block, 'TAGS', BLOCK_LEVELS),
    }
  })
}

/** The invariants of a side that do not hold; empty after every call. */
function problemsOf(side: number): string[] {
  const problems: string[] = []
  const claim = (holds: boolean, what: string) => {
    if (!holds) problems.push(what)
  }
  const blocks = blocksOf(side)
  let above = Number.POSITIVE_INFINITY
  let count = 0
  let best = Number.NEGATIVE_INFINITY
  for (const [at, { bound, occupied, empty, keys, sizes, tags, isUnsorted }] of blocks.entries()) {
    const held = occupied.map((slot) => keys[slot] as number)
    for (const key of held) {
      claim(key >= bound, `a key of block ${at} is below its bound`)
      claim(key < above, `a key of block ${at} is not below the bound of the better block`)
      best = Math.max(best, key)
    }
    claim(
      occupied.every((slot) => (sizes[slot] as number) > 0),
      `a level of block ${at} has no size`,
    )
    claim(
      empty.every((slot) => sizes[slot] === 0),
      `an empty slot of block ${at} has a size`,
    )
    claim(
      occupied.every((slot) => tags[slot] === Number(BigInt.asUintN(16, BigInt(keys[slot] as number)))),
      `a tag of block ${at} is not the end of its key`,
    )
    claim(new Set(held).size === held.length, `a price stands twice in block ${at}`)
    if (!isUnsorted) {
      claim(
        occupied.every((slot, rank) => slot === rank),
        `block ${at} is in order and not dense`,
      )
      claim(
        held.every((key, rank) => rank === 0 || key < (held[rank - 1] as number)),
        `block ${at} is not in order and does not say so`,
      )
    }
    claim(at === 0 || occupied.length > 0, `block ${at} has no level and is still there`)
    above = bound
    count += occupied.length
  }
  claim(above === Number.NEGATIVE_INFINITY, 'the last bound is not below everything')
  claim(doubleAt(side, 'COUNT') === count, 'the levels are miscounted')
  claim(doubleAt(side, 'BEST_KEY') === best, 'the best level is another')
  // A search reads up to `BOUNDS_AT_ONCE` bounds behind the last block.
  const rest = doublesFrom(wordAt(side, 'DIRECTORY') + blocks.length * 8, 'KEYS', BOUNDS_AT_ONCE)
  claim(
    rest.every((bound) => bound === Number.NEGATIVE_INFINITY),
    'a bound behind the last block is not below everything',
  )
  // `touchAll` of read-frame.ts prefetches the first block by this address.
  claim(blocks[0]?.block === wordAt(side, 'OWN') + constant('FIRST_BLOCK'), 'the first block moved')
  return problems
}

const level = fc.tuple(
  fc.oneof(
    fc.integer({ min: 1, max: 400 }),
    fc.integer({ min: 1, max: 60 }).map((n) => n * 65_536 + 7),
  ),
  fc.integer({ min: -2, max: 3 }).map((size) => Math.max(0, size)),
)
const step = fc.record({
  levels: fc.array(level, { maxLength: 150 }),
  isInOrder: fc.boolean(),
  depth: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined }),
  /** A level that is read: reading puts its block in order. */
  asked: fc.nat(100),
})

test('[F10] after any changes each level lies between its bounds, counted, tagged and in order where order is required', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, -1), fc.array(step, { maxLength: 12 }), (sign, steps) => {
      const side = openSide(sign, 0)
      renew()
      for (const { levels, isInOrder, depth, asked } of steps) {
        const sent = isInOrder ? levels.toSorted(([one], [other]) => (other - one) * sign) : levels
        setLevels(side, BID_LIST, fillList(BID_LIST, sent))
        renew()
        expect(problemsOf(side)).toEqual([])
        if (depth !== undefined) truncate(side, depth)
        expect(problemsOf(side)).toEqual([])
        if (asked < doubleAt(side, 'COUNT')) levelAt(side, asked)
        expect(problemsOf(side)).toEqual([])
      }
      closeSide(side)
    }),
    { numRuns: 60, seed: 23 },
  )
})

test('a directory doubles when it has no room for one more block, and empty blocks are given up', () => {
  const side = openSide(1, 0)
  const count = 2_000
  const prices = Array.from({ length: count }, (_, at) => at * 3 + 1)
  // Worst first: a list that is not in order is not filled into the blocks in one go.
  setLevels(
    side,
    BID_LIST,
    fillList(
      BID_LIST,
      prices.map((price) => [price, 1] as const),
    ),
  )
  renew()
  expect(problemsOf(side)).toEqual([])
  expect(wordAt(side, 'BLOCK_COUNT')).toBeGreaterThan(FIRST_ROOM)
  expect(wordAt(side, 'ROOM')).toBe(FIRST_ROOM * 2 ** Math.ceil(Math.log2(wordAt(side, 'BLOCK_COUNT') / FIRST_ROOM)))
  setLevels(
    side,
    BID_LIST,
    fillList(
      BID_LIST,
      prices.map((price) => [price, price % 5 === 0 ? 1 : 0] as const),
    ),
  )
  renew()
  expect(problemsOf(side)).toEqual([])
  expect(doubleAt(side, 'COUNT')).toBe(count / 5)
  setLevels(
    side,
    BID_LIST,
    fillList(
      BID_LIST,
      prices.map((price) => [price, 0] as const),
    ),
  )
  renew()
  expect(problemsOf(side)).toEqual([])
  expect([doubleAt(side, 'COUNT'), wordAt(side, 'BLOCK_COUNT')]).toEqual([0, 1])
  closeSide(side)
})
