import { expect, test } from 'vitest'
import { RateWindow, waitForAll } from './rate-window.ts'

test('[F21] no stretch of the window ever holds more than the limit, whatever its start', () => {
  const window = new RateWindow(5, 1_000)
  const sent: number[] = []
  for (let now = 0; now < 10_000; now += 37) {
    if (window.waitMs(now) > 0) continue
    window.take(now)
    sent.push(now)
  }
  const densest = sent.map((start) => sent.filter((at) => at >= start && at < start + 1_000).length)
  expect(Math.max(...densest)).toBe(5)
  expect(sent.length).toBeGreaterThan(45)
})

test.each([
  ['an empty window', [], 5, 0],
  ['room for exactly the cost', [[0, 5]], 5, 0],
  ['the first must expire', [[0, 6]], 5, 900],
  [
    'two must expire',
    [
      [0, 3],
      [50, 4],
      [60, 3],
    ],
    7,
    950,
  ],
  ['a cost above the limit waits for an empty window', [[0, 1]], 50, 900],
] as const)('the wait for %s', (_, taken, cost, wait) => {
  const window = new RateWindow(10, 1_000)
  for (const [at, units] of taken) window.take(at, units)
  expect(window.waitMs(100, cost)).toBe(wait)
})

test('the longest wait of several windows counts', () => {
  const second = new RateWindow(1, 1_000)
  const hour = new RateWindow(1, 3_600_000)
  second.take(0)
  expect(waitForAll([second, hour], 400)).toBe(600)
  hour.take(0)
  expect(waitForAll([second, hour], 400)).toBe(3_599_600)
})
