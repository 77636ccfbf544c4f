import { describe, expect, test } from 'vitest'
import { spotRow } from '../testing/rows.ts'
import type { ReceivedRow } from './list-state.ts'
import { rowAge } from './row-age.ts'

const held: ReceivedRow = {
  row: spotRow({ id: 'spot.A', age_ms: 400, expires_in_ms: 1600 }),
  receivedAt: 10_000,
  via: 'stream',
  gone: false,
}
const live = (heardAt: number) => ({ heardAt, frozen: false })
const frozen = (heardAt: number) => ({ heardAt, frozen: true })

describe('the age of a live row', () => {
  test('is the server’s age and the time that our own clock has counted since', () => {
    expect(rowAge(held, live(10_500), 10_500)).toEqual({ ageMs: 900, left: 0.55, stale: false })
  })
  test.each([
    ['just before its limit', 11_599, false],
    ['at its limit', 11_600, true],
  ])('%s: stale is %s', (_name, now, stale) => {
    expect(rowAge(held, live(now), now).stale).toBe(stale)
  })
  test('is stale when nothing was heard for 5 s, whatever its own limit', () => {
    const patient = { ...held, row: { ...held.row, expires_in_ms: 60_000 } }
    expect(rowAge(patient, live(10_000), 14_999).stale).toBe(false)
    expect(rowAge(patient, live(10_000), 15_000).stale).toBe(true)
  })
  test('is stale at once after a sleep that the clock counted', () => {
    expect(rowAge(held, live(10_000), 10_000 + 3_600_000).stale).toBe(true)
  })
})

describe('[WHAT-06] a row of the frozen list', () => {
  test('is not greyed by its own limit while the list is renewed', () => {
    expect(rowAge(held, frozen(14_000), 14_900)).toEqual({ ageMs: 5_300, left: null, stale: false })
  })
  test('is greyed once a renewal was missed', () => {
    expect(rowAge(held, frozen(10_000), 20_000).stale).toBe(true)
  })
})

test('a closed row is stale at any age', () => {
  expect(rowAge({ ...held, gone: true }, live(10_000), 10_000).stale).toBe(true)
})

test('[CALL-32] a sample has no age and never goes stale', () => {
  const sample = { ...held, via: 'sample' as const }
  expect(rowAge(sample, live(10_000), 10_000 + 3_600_000)).toEqual({ ageMs: 0, left: null, stale: false })
})
