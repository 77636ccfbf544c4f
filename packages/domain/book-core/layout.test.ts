import { describe, expect, test } from 'vitest'
import { constant } from '../src/book/core.ts'
import type { CoreConstant } from '../src/book/core-bytes.ts'

/** Records: the constant that ends each, and its fields with their sizes in bytes. */
const RECORDS: readonly [name: string, end: CoreConstant, fields: readonly (readonly [CoreConstant, number])[]][] = [
  [
    'a block',
    'BLOCK_BYTES',
    [
      ['KEYS', 32 * 8],
      ['SIZES', 32 * 8],
      ['TAGS', 32 * 2],
      ['OCCUPIED', 4],
      ['UNSORTED', 4],
    ],
  ],
  [
    'a side',
    'SIDE_BYTES',
    [
      ['COUNT', 8],
      ['BEST_PRICE', 8],
      ['BEST_SIZE', 8],
      ['SIGN', 8],
      ['BEST_KEY', 8],
      ['DIRECTORY', 4],
      ['ROOM', 4],
      ['BLOCK_COUNT', 4],
      ['KEEPS_TEXTS', 4],
      ['FORM', 4],
      ['RUN', 4],
      ['PRICE_DECIMALS', 4],
      ['SIZE_DECIMALS', 4],
      ['CHECKSUM_WINDOW_COUNT', 4],
      ['CHECKSUM_WINDOW', 4],
      ['CHECKSUM_WINDOW_FLOOR', 8],
      ['OWN', 4],
    ],
  ],
  [
    'the facts of a book',
    'BIDS',
    [
      ['RECEIVED_AT', 8],
      ['EVENT_TIME', 8],
      ['SEQ', 8],
      ['RHYTHM', 8],
      ['HEARD_AT', 8],
      ['VERSION', 4],
      ['FRAMES', 4],
      ['APPLICATIONS', 4],
      ['CHECKSUM_MATCHES', 4],
      ['IS_SOUND', 4],
      ['IS_SYNCHRONISED', 4],
      ['PRICE_SCALE', 4],
      ['SIZE_SCALE', 4],
      ['DEPTH', 4],
      ['HALTED', 4],
      ['CLOCK_OFFSET', 8],
      ['CROSSED_SINCE', 8],
      ['LEVELS_SET', 4],
    ],
  ],
  [
    'a step of a shape',
    'STEP_BYTES',
    [
      ['STEP_KIND', 4],
      ['STEP_ARGUMENT', 4],
      ['STEP_TEXT_LENGTH', 4],
      ['STEP_TEXT', constant('STEP_TEXT_BYTES')],
    ],
  ],
]

describe('layout', () => {
  test.each(RECORDS)('the fields of %s lie at their alignment, behind each other and within it', (_, end, fields) => {
    let free = 0
    for (const [name, bytes] of fields.toSorted(([one], [other]) => constant(one) - constant(other))) {
      expect([name, constant(name) % Math.min(8, bytes)]).toEqual([name, 0])
      expect([name, constant(name) >= free]).toEqual([name, true])
      free = constant(name) + bytes
    }
    expect(constant(end)).toBeGreaterThanOrEqual(free)
  })

  test('the two sides of a book lie line by line in turns and do not meet', () => {
    const [bids, asks, line] = [constant('BIDS'), constant('ASKS'), 64]
    expect(asks - bids).toBe(line)
    // Fields of every change lie in the first cache line, rare ones two lines behind it.
    for (const name of ['COUNT', 'BEST_KEY', 'DIRECTORY', 'RUN'] as const) expect(constant(name)).toBeLessThan(line)
    for (const name of ['PRICE_DECIMALS', 'CHECKSUM_WINDOW', 'CHECKSUM_WINDOW_FLOOR', 'OWN'] as const) {
      expect(constant(name)).toBeGreaterThanOrEqual(2 * line)
      expect(constant(name)).toBeLessThan(3 * line)
    }
    expect(constant('BIDS_OWN')).toBeGreaterThanOrEqual(asks + 3 * line)
    expect(constant('ASKS_OWN')).toBe(constant('BIDS_OWN') + constant('OWN_BYTES'))
    expect(constant('BOOK_BYTES')).toBe(constant('ASKS_OWN') + constant('OWN_BYTES'))
  })

  test('every field that must begin a cache line begins one', () => {
    const lines = ['BIDS', 'ASKS', 'BIDS_OWN', 'ASKS_OWN', 'FIRST_BLOCK', 'BLOCK_BYTES', 'STEP_BYTES'] as const
    for (const name of lines) expect([name, constant(name) % 64]).toEqual([name, 0])
  })
})
