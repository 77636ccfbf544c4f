import { expect, test } from 'vitest'
import { seededRandom } from '../../../system/randomness.ts'
import { Backoff, maintenancePauseMs } from './backoff.ts'

test('[F1] the first retry within 1 s, then doubling to 15 s, after ten minutes 60 s', () => {
  const random = seededRandom(7)
  const backoff = new Backoff()
  const pauses: { time: number; ms: number }[] = []
  for (let now = 0; now < 900_000; ) {
    const ms = backoff.failed(now, random)
    pauses.push({ time: now, ms })
    now += ms
  }
  expect(pauses[0]?.ms).toBeLessThanOrEqual(1_000)
  for (const [n, { time, ms }] of pauses.entries()) {
    const full = Math.min(15_000, 1_000 * 2 ** n)
    if (time < 600_000) expect(ms).toSatisfy((pause: number) => pause >= full / 2 && pause <= full)
    else expect(ms).toBe(60_000)
  }
  expect(pauses.filter(({ time }) => time >= 600_000).length).toBeGreaterThan(3)
})

test('a success starts the row anew', () => {
  const backoff = new Backoff()
  for (let n = 0; n < 10; n++) backoff.failed(n, () => 0.5)
  backoff.succeeded()
  expect(backoff.failures).toBe(0)
  expect(backoff.failed(700_000, () => 0.5)).toBe(750)
})

test('[F17] maintenance is asked about at most once a minute', () => {
  const random = seededRandom(3)
  for (let n = 0; n < 100; n++) expect(maintenancePauseMs(random)).toBeGreaterThanOrEqual(60_000)
})
