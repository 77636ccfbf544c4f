import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { CAPTURES } from '../../adapters/exchanges/testing/recorded.ts'
import { recordMarket } from './testing/record-market.ts'
import { recordedFiles } from './testing/recorded-files.ts'
import { captureText } from './testing/recorded-places.ts'
import { replayOf } from './testing/replay-text.ts'

type Run = { readonly findings: readonly (readonly string[])[]; readonly books: readonly string[] }
type Files = Readonly<Record<string, string>>

const idOf = (finding: string) => (JSON.parse(finding) as { row: { id: string } }).row.id
/** Findings of one line in the order of ids; those of one route keep their order. */
const byId = (findings: readonly string[]) =>
  findings
    .map((text) => ({ id: idOf(text), text }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .map(({ text }) => text)

/** Runs the whole input in each of `shardCount` shards. */
function runs(files: Files, fees: string | null, shardCount: number): readonly Run[] {
  return Array.from({ length: shardCount }, (_, shard) => {
    const replay = replayOf(files, fees, { shard: { shard, shardCount } })
    return { findings: [...replay.byLine()], books: replay.books() }
  })
}

/** Findings of all shards, line by line, and within a line in the order of ids. */
const merged = (shards: readonly Run[]): readonly string[] =>
  (shards[0] as Run).findings.flatMap((_, line) => byId(shards.flatMap(({ findings }) => findings[line] ?? [])))

/** Checks that shards find what one process finds; returns the number of findings of each shard, for each count. */
function expectSame(files: Files, fees: string | null, counts: readonly number[]): readonly (readonly number[])[] {
  const [whole] = runs(files, fees, 1) as [Run]
  const wanted = merged([whole])
  // One process prints these lines, too, in another order within one frame.
  expect([...wanted].sort()).toEqual([...replayOf(files, fees).findings()].sort())
  return counts.map((of) => {
    const shards = runs(files, fees, of)
    expect(merged(shards).join('\n')).toBe(wanted.join('\n'))
    // Every shard has equal copies of a book.
    for (const book of shards.flatMap(({ books }) => books)) expect(whole.books).toContain(book)
    return shards.map(({ findings }) => findings.flat().length)
  })
}

const NO_FEES = '{"binance":"0","okx":"0","bybit":"0","kraken":"0"}'

describe('the findings of several shards', () => {
  afterEach(() => vi.useRealTimers())

  const modes = new Set<unknown>()

  test.each(Array.from({ length: isLongRun ? 40 : 2 }, (_, at) => at + 1))(
    'over a simulated market, seed %i, equal one process’s, byte for byte',
    (seed) => {
      const faults = [
        { kind: 'crossed', rate: 0.002, seed } as const,
        { kind: 'maintenance', exchange: 'kraken', status: 'cancel_only', at: 3_000, forMs: 500 } as const,
      ]
      vi.useFakeTimers({ toFake: ['Date'] })
      const { lines } = recordMarket({ seed, coins: 5, seconds: 4, faults }, (ms) => vi.setSystemTime(ms))
      vi.useRealTimers()
      const files = { file: captureText(lines, 'own') }
      for (const text of replayOf(files, NO_FEES).findings()) modes.add(JSON.parse(text).mode)
      const found = expectSame(files, NO_FEES, [2, 4])
      for (const shards of found) expect(shards.filter((count) => count > 0).length).toBeGreaterThan(1)
    },
  )

  test('all modes were among them', () => {
    expect([...modes].sort()).toEqual(['carry', 'spot', 'tri'])
  })

  test.skipIf(CAPTURES === null)('over recorded messages equal one process’s, byte for byte', () => {
    const files = recordedFiles(CAPTURES as string)
    for (const shards of expectSame(files, null, [2, 4])) expect(Math.max(...shards)).toBeGreaterThan(400)
  })
})
