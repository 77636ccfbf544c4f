import { describe, expect, test } from 'vitest'
import { spotRow } from '../testing/rows.ts'
import { displacement, JITTER_TICK_MS, mayJitter } from './jitter.ts'
import type { ReceivedRow } from './list-state.ts'

const held = (via: ReceivedRow['via'], gone = false): ReceivedRow => ({
  row: spotRow({ id: 'spot.A' }),
  receivedAt: 1_000,
  via,
  gone,
})
const old = 1_000 + JITTER_TICK_MS
const fresh = old - 1

describe('[CALL-31] [STATE-22] which displayed values may move', () => {
  test.each([
    ['polled and older than the tick', held('poll'), old, false, true],
    ['polled within the tick', held('poll'), fresh, false, false],
    ['confirmed by the stream within the tick, refresh failed', held('stream'), fresh, true, false],
    ['from the stream, older than the tick', held('stream'), old, false, false],
    ['from the stream, older than the tick, refresh failed', held('stream'), old, true, true],
    ['closed', held('poll', true), old, true, false],
    ['a sample', held('sample'), old, true, false],
  ])('%s', (_name, row, now, failed, moves) => {
    expect(mayJitter(row, now, failed)).toBe(moves)
  })
})

test('[CALL-31] a displacement stays within 0.02 percentage points, both ways', () => {
  expect(displacement(() => 0)).toBeCloseTo(-0.02, 12)
  expect(displacement(() => 1)).toBeCloseTo(0.02, 12)
  expect(displacement(() => 0.5)).toBe(0)
})
