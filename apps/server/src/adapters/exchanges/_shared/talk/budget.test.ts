import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Budget, stampWords } from './budget.ts'
import type { Limit } from './rate-window.ts'

type SpentUnits = { readonly time: number; readonly cost: number }

const wordsFor = (limits: readonly Limit[]) =>
  new SharedArrayBuffer(8 * limits.reduce((total, limit) => total + stampWords(limit), 0))

/** The largest sum of units in any window of `perMs`. */
function densest(spent: readonly SpentUnits[], perMs: number): number {
  const inOrder = spent.toSorted((a, b) => a.time - b.time)
  let [most, held, first] = [0, 0, 0]
  for (const { time, cost } of inOrder) {
    held += cost
    for (let old = inOrder[first]; old !== undefined && old.time + perMs <= time; old = inOrder[++first])
      held -= old.cost
    most = Math.max(most, held)
  }
  return most
}

test('[F21] whatever several lines to one address do, no stretch of the window holds more than its units', () => {
  const step = fc.record({ line: fc.nat(4), cost: fc.integer({ min: 1, max: 12 }), laterMs: fc.nat(40) })
  const run = fc.property(fc.array(step, { maxLength: 300 }), fc.integer({ min: 12, max: 40 }), (steps, count) => {
    const limits = [
      { count, perMs: 300 },
      { count: count * 2, perMs: 1_000 },
    ]
    const words = wordsFor(limits)
    let now = 1_000.5
    const lines = Array.from({ length: 5 }, () => new Budget(limits, new BigInt64Array(words), () => now))
    const spent: SpentUnits[] = []
    for (const { line, cost, laterMs } of steps) {
      now += laterMs / 3
      const wait = lines[line]?.spend(cost) ?? Number.NaN
      if (wait === 0) spent.push({ time: now, cost })
      // A spender that waits for the returned time, while no other spends, is admitted.
      else expect(wait).toBeGreaterThan(0)
    }
    for (const limit of limits) expect(densest(spent, limit.perMs)).toBeLessThanOrEqual(limit.count)
    now += Math.max(...lines.map((line) => line.spend(12)))
    expect(lines[0]?.spend(1)).toBe(0)
  })
  fc.assert(run, { seed: 21, numRuns: 300 })
})

test('[F21] four threads that spend as fast as they may never spend more than the units of any stretch, and waste few', async () => {
  const limit = { count: 60, perMs: 100 }
  const words = wordsFor([limit])
  const forMs = 1_500
  const threads = [[1], [2, 1], [5, 1, 3], [1, 20]].map(
    (costs) =>
      new Promise<readonly SpentUnits[]>((resolve, reject) => {
        const worker = new Worker(new URL('./testing/spender.worker.ts', import.meta.url), {
          workerData: { words, limits: [limit], costs, forMs },
        })
        worker.once('message', resolve)
        worker.once('error', reject)
      }),
  )
  const each = await Promise.all(threads)
  const spent = each.flat()
  expect(each.filter((one) => one.length > 0).length).toBeGreaterThan(1)
  expect(densest(spent, limit.perMs)).toBeLessThanOrEqual(limit.count)
  const units = spent.reduce((sum, { cost }) => sum + cost, 0)
  expect(units).toBeGreaterThan((limit.count * forMs) / limit.perMs / 2)
})

test('[F21] what a thread spends that was held up between the clock and its stamp counts from when it went on', () => {
  const limit = { count: 10, perMs: 100 }
  const words = new BigInt64Array(wordsFor([limit]))
  let now = 0
  let meanwhile = (): void => undefined
  const held = new Budget([limit], words, () => {
    const read = now
    meanwhile()
    return read
  })
  const other = new Budget([limit], words, () => now)
  expect(other.spend(5)).toBe(0)
  now = 50
  expect(other.spend(5)).toBe(0)
  now = 100
  meanwhile = () => {
    meanwhile = () => undefined
    now = 102
    // For this budget the stamp of time 0 has expired, and its own unit takes that place.
    expect(other.spend(1)).toBe(0)
  }
  expect(held.spend(4)).toBe(0)
  now = 202
  expect(other.spend(6)).toBe(1)
  expect(other.spend(5)).toBe(0)
})

test('[F21] a thread that is held up each time spends nothing', () => {
  const limit = { count: 10, perMs: 100 }
  const words = new BigInt64Array(wordsFor([limit]))
  let now = 0
  expect(new Budget([limit], words, () => now++).spend(4)).toBe(1)
  expect(new Budget([limit], words, () => now).spend(10)).toBe(0)
})

test('units come back when their window has passed', () => {
  const limit = { count: 3, perMs: 1_000 }
  const words = new BigInt64Array(wordsFor([limit]))
  let now = 0
  const budget = new Budget([limit], words, () => now)
  expect([1, 1, 1].map((cost) => budget.spend(cost))).toEqual([0, 0, 0])
  now = 400
  expect(budget.spend()).toBe(601)
  now = 1_001
  expect(budget.spend(3)).toBe(0)
})

test('what the other side has counted of others is spent', () => {
  const limit = { count: 10, perMs: 1_000 }
  let now = 0
  const budget = new Budget([limit], new BigInt64Array(wordsFor([limit])), () => now)
  expect(budget.spend(2)).toBe(0)
  budget.observe(9)
  expect(budget.spend(2)).toBe(1_001)
  expect(budget.spend(1)).toBe(0)
  now = 500
  budget.observe(5_000_000)
  now = 1_001
  expect(budget.spend(1)).toBe(500)
})
