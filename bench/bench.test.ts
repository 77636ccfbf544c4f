import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { BenchFigure } from './figure-line.ts'
import { logLogSlope, median, percentile } from './measure.ts'
import { assertSameBooks, type FinalBooks } from './sides/final-books.ts'

const run = promisify(execFile)

describe('every benchmark runs one tiny round and prints figures as JSON lines, nothing else', () => {
  test.each([
    ['frames', 7],
    ['snapshots', 5],
    ['growth', 3],
    ['shards', 3],
    ['books', 4],
    ['list', 1],
    ['logins', 4],
    ['sockets', 6],
    ['triangular', 9],
    ['admin-tickets', 16],
    ['admin-users', 16],
    ['articles', 8],
  ])(
    '%s',
    async (name, least) => {
      const file = join(import.meta.dirname, `${name}.bench.ts`)
      const flags = ['--expose-gc', '--disable-proto=delete', file, '--tiny']
      const { stdout } = await run(process.execPath, flags, { timeout: 110_000 })
      const lines = stdout.split('\n').filter((line) => line !== '')
      expect(lines.length).toBeGreaterThanOrEqual(least)
      for (const line of lines) {
        const figure = JSON.parse(line) as BenchFigure
        expect(Object.keys(figure).sort()).toEqual(['baseline', 'bench', 'metric', 'ratio', 'unit', 'value'])
        expect(figure.value).toEqual(expect.any(Number))
      }
    },
    120_000,
  )
})

describe('what the figures rest on', () => {
  test('median and percentile are values that were measured', () => {
    expect(median([5, 1, 9])).toBe(5)
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(3)
    expect(percentile([4, 1, 3, 2], 0.999)).toBe(4)
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
