import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { BenchFigure } from './figures/figure-line.ts'
import { Latencies } from './figures/latencies.ts'
import { logLogSlope, median, percentile } from './figures/measure.ts'
import { assertSameBooks, type FinalBooks } from './sides/final-books.ts'

const run = promisify(execFile)

/** Each benchmark, and how many figures it prints at least. */
const BENCHMARKS: readonly (readonly [name: string, figures: number])[] = [
  ['frames', 7],
  ['snapshots', 5],
  ['growth', 3],
  ['shards', 3],
  ['books', 4],
  ['list', 1],
  ['logins', 4],
  ['sockets', 46],
  ['flood', 4],
  ['triangular', 9],
  ['admin-tickets', 16],
  ['admin-users', 16],
  ['articles', 8],
  ['rest', 60],
]
describe('every benchmark runs one tiny round and prints figures as JSON lines, nothing else', () => {
  test.each(BENCHMARKS)('%s', async (name, least) => {
    const file = join(import.meta.dirname, `${name}.bench.ts`)
    const flags = ['--expose-gc', '--disable-proto=delete', file, '--tiny']
    const { stdout } = await run(process.execPath, flags, { timeout: 280_000 })
    const lines = stdout.split('\n').filter((line) => line !== '')
    expect(lines.length).toBeGreaterThanOrEqual(least)
    for (const line of lines) {
      const figure = JSON.parse(line) as BenchFigure
      expect(Object.keys(figure).sort()).toEqual(['baseline', 'bench', 'metric', 'ratio', 'unit', 'value'])
      expect(figure.value).toEqual(expect.any(Number))
    }
  })
})

describe('what the figures rest on', () => {
  test('median and percentile are measured values', () => {
    expect(median([5, 1, 9])).toBe(5)
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(3)
    expect(percentile([4, 1, 3, 2], 0.999)).toBe(4)
  })

  test('a frame counts from the moment it was due though its sender was late, and the worst frame is of all runs', () => {
    const latencies = new Latencies()
    const run = (lateMs: number) => {
      // Due at 100, 101 and 102 ms; the last frame arrives before the second, on another connection.
      const sent = { beganAt: 100, perSecond: 1_000, ms: 3, sentAt: Float64Array.of(100, 101 + lateMs, 102 + lateMs) }
      latencies.add(
        { ...sent, connections: Uint16Array.of(0, 0, 1) },
        {
          latencies: Float64Array.of(10, 20, 30),
          endedAt: Float64Array.of(100.5, 103 + lateMs, 104 + lateMs),
          connections: Uint16Array.of(0, 1, 0),
        },
      )
    }
    run(0)
    run(7)
    expect(latencies.shares('sending', 0, [0.5, 1])).toEqual([1_000, 3_000])
    expect(latencies.shares('due', 0, [0.5, 1])).toEqual([3_000, 10_000])
    expect(latencies.shares('bytes-in', 0, [0, 1])).toEqual([10, 30])
    expect(latencies.shares('bytes-in', 1, [0, 1])).toEqual([20, 30])
  })

  test('the slope of a power is its exponent', () => {
    const points = [50, 200, 2_000].map((x) => [x, 3 * x ** 0.1] as const)
    expect(logLogSlope(points)).toBeCloseTo(0.1, 10)
  })

  test('sides that end with different books, or with none, fail', () => {
    const books = [{ exchange: 'okx' as const, symbol: 'BTC-USDT' }]
    const of = (price: number): FinalBooks => ({ topOf: () => ({ bids: [[price, 1]], asks: [] }) })
    const empty: FinalBooks = { topOf: () => ({ bids: [], asks: [] }) }
    expect(() => assertSameBooks(books, of(1), of(1), 'rival')).not.toThrow()
    expect(() => assertSameBooks(books, of(1), of(2), 'rival')).toThrow('rival and we disagree')
    expect(() => assertSameBooks(books, empty, empty, 'rival')).toThrow('no book was compared')
  })
})
