import { expect, test } from 'vitest'
import { seededRandom } from '../../../system/randomness.ts'
import { ClockOffset } from './clock-offset.ts'

/** Measures over simulated time: the exchange's clock is `theirs(our time)`, requests take `trip()` each way. */
function run(forMs: number, theirs: (now: number) => number, trip: () => number): number {
  const offset = new ClockOffset()
  let now = 0
  let worst = 0
  let dueAt = 0
  while (now < forMs) {
    if (now >= dueAt) {
      const there = trip()
      const back = trip()
      offset.measured(theirs(now + there), now, now + there + back)
      dueAt = now + there + back + offset.nextInMs
    }
    now += 100
    if (now > 10_000) worst = Math.max(worst, Math.abs((offset.medianMs ?? Number.NaN) - (theirs(now) - now)))
  }
  return worst
}

test.each([
  ['5 s ahead', (now: number) => now + 5_000],
  ['5 s behind', (now: number) => now - 5_000],
  ['drifting by 1 %', (now: number) => now * 1.01],
])('[F13] the offset of a clock that is %s is right within 250 ms', (_, theirs) => {
  const random = seededRandom(11)
  expect(run(600_000, theirs, () => 20 + 60 * random())).toBeLessThanOrEqual(250)
})

test('[F13] one answer that took long does not move it', () => {
  let calls = 0
  const slow = () => (++calls % 10 === 0 ? 3_000 : 30)
  expect(run(600_000, (now) => now + 1_500, slow)).toBeLessThanOrEqual(250)
})

test('[F16] answers that come back later and later do not move it, a clock that was set does', () => {
  const offset = new ClockOffset()
  for (let n = 0; n < 5; n++) offset.measured(n * 1_000 + 15, n * 1_000, n * 1_000 + 30)
  expect(offset.medianMs).toBe(0)
  for (let n = 5; n < 20; n++) offset.measured(n * 1_000 + 15, n * 1_000, n * 1_000 + n * 600)
  expect(offset.medianMs).toBe(0)
  for (let n = 20; n < 25; n++) offset.measured(n * 1_000 + 60_000, n * 1_000, n * 1_000 + 2_000)
  expect(offset.medianMs).toBe(59_000)
})

test('nothing is claimed before the first measurement', () => {
  expect(new ClockOffset().medianMs).toBeNull()
})

test('[F13] between two measurements the offset follows our lean to the last ms', () => {
  let leanMs = 0
  const offset = new ClockOffset(() => leanMs)
  for (let n = 0; n < 5; n++) offset.measured(5_000, 0, 0)
  expect(offset.medianMs).toBe(5_000)
  leanMs = 1_900
  expect(offset.medianMs).toBe(3_100)
  offset.measured(5_000, 1_900, 1_900)
  expect(offset.medianMs).toBe(3_100)
  expect(offset.nextInMs).toBeGreaterThan(5_000)
})
