import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BID_LIST, closeSide, constant, levelAt, openSide, renew, setLevels, truncate } from '../src/book/core.ts'
import { doubleAt, doublesFrom, fillList, shortsFrom, wordAt } from './testing/core-memory.ts'

const BLOCK = constant('BLOCK')
const WINDOW = constant('WINDOW')
const FIRST_ROOM = constant('FIRST_ROOM')

/** The blocks of a side as its directory has them. */
function blocksOf(side: number) {
  const room = wordAt(side, 'ROOM')
  const directory = wordAt(side, 'DIRECTORY')
  const places = directory + (room + WINDOW) * 8
  return Array.from({ length: wordAt(side, 'BLOCKS') }, (_, at) => {
    const block = wordAt(places + at * 4, 'KEYS')
    const live = wordAt(block, 'LIVE')
    const slots = Array.from({ length: BLOCK }, (__, slot) => slot)
    return {
      block,
      bound: doubleAt(directory + at * 8, 'KEYS'),
      isDirty: wordAt(block, 'DIRTY') !== 0,
      live: slots.filter((slot) => ((live >>> slot) & 1) === 1),
      dead: slots.filter((slot) => ((live >>> slot) & 1) === 0),
      keys: doublesFrom(block, 'KEYS', BLOCK),
      sizes: doublesFrom(block, 'SIZES', BLOCK),
      tags: shortsFrom(block, 'TAGS', BLOCK),
    }
  })
}

/** What has to hold of a side after every call. */
function assertSound(side: number): void {
  const blocks = blocksOf(side)
  let above = Number.POSITIVE_INFINITY
  let count = 0
  for (const [at, { bound, live, dead, keys, sizes, tags, isDirty }] of blocks.entries()) {
    const held = live.map((slot) => keys[slot] as number)
    // No key is below the bound of its block, and every one is below the bound of the better block.
    for (const key of held) expect(key >= bound && key < above, `key ${key}, bounds ${above} ${bound}`).toBe(true)
    for (const slot of live) expect(sizes[slot]).toBeGreaterThan(0)
    for (const slot of dead) expect(sizes[slot]).toBe(0)
    for (const slot of live) expect(tags[slot]).toBe(Number(BigInt.asUintN(16, BigInt(keys[slot] as number))))
    if (!isDirty) {
      expect(live).toEqual(live.map((_, slot) => slot))
      expect(held).toEqual(held.toSorted((one, other) => other - one))
    }
    expect(new Set(held).size).toBe(held.length)
    if (blocks.length > 1 && at > 0) expect(live.length).toBeGreaterThan(0)
    above = bound
    count += live.length
  }
  expect(blocks.at(-1)?.bound).toBe(Number.NEGATIVE_INFINITY)
  expect(doubleAt(side, 'COUNT')).toBe(count)
  // A search may look at so many bounds behind the last block.
  const behind = wordAt(side, 'DIRECTORY') + blocks.length * 8
  const rest = doublesFrom(behind, 'KEYS', wordAt(side, 'ROOM') + WINDOW - blocks.length)
  expect(rest.every((bound) => bound === Number.NEGATIVE_INFINITY)).toBe(true)
  // The first block never moves: what a change at the top needs is asked for before it is looked for.
  expect(blocks[0]?.block).toBe(wordAt(side, 'OWN') + constant('FIRST_BLOCK'))
  const best = Math.max(...blocks.flatMap(({ live, keys }) => live.map((slot) => keys[slot] as number)))
  expect(doubleAt(side, 'BEST_KEY')).toBe(best)
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
  /** A level that is asked for: its block is put in order. */
  asked: fc.nat(100),
})

test('[F10] after any changes each level lies between its bounds, counted, tagged and in order where it has to be', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, -1), fc.array(step, { maxLength: 12 }), (sign, steps) => {
      const side = openSide(sign, 0)
      renew()
      for (const { levels, isInOrder, depth, asked } of steps) {
        const sent = isInOrder ? levels.toSorted(([one], [other]) => (other - one) * sign) : levels
        setLevels(side, BID_LIST, fillList(BID_LIST, sent))
        renew()
        assertSound(side)
        if (depth !== undefined) truncate(side, depth)
        assertSound(side)
        if (asked < doubleAt(side, 'COUNT')) levelAt(side, asked)
        assertSound(side)
      }
      closeSide(side)
    }),
    { numRuns: 120, seed: 23 },
  )
})

test('a directory doubles when it has no room for one more block, and blocks that empty are given up', () => {
  const side = openSide(1, 0)
  const count = 2_000
  const prices = Array.from({ length: count }, (_, at) => at * 3 + 1)
  // From the worst on: no list in order, which would fill the blocks in one go.
  setLevels(
    side,
    BID_LIST,
    fillList(
      BID_LIST,
      prices.map((price) => [price, 1] as const),
    ),
  )
  renew()
  assertSound(side)
  expect(wordAt(side, 'BLOCKS')).toBeGreaterThan(FIRST_ROOM)
  expect(wordAt(side, 'ROOM')).toBe(FIRST_ROOM * 2 ** Math.ceil(Math.log2(wordAt(side, 'BLOCKS') / FIRST_ROOM)))
  setLevels(
    side,
    BID_LIST,
    fillList(
      BID_LIST,
      prices.map((price) => [price, price % 5 === 0 ? 1 : 0] as const),
    ),
  )
  renew()
  assertSound(side)
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
  assertSound(side)
  expect([doubleAt(side, 'COUNT'), wordAt(side, 'BLOCKS')]).toEqual([0, 1])
  closeSide(side)
})
