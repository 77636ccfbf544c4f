import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { CAPTURES } from '../../adapters/exchanges/testing/recorded.ts'
import { LockStep } from './testing/lock-step.ts'
import { recordMarket } from './testing/record-market.ts'
import { captureText } from './testing/recorded-places.ts'
import { replayOf } from './testing/replay-text.ts'
import { GAP, line, okx } from './testing/small-recordings.ts'

type Files = Readonly<Record<string, string>>

const NO_FEES = '{"binance":"0","okx":"0","bybit":"0","kraken":"0"}'
const SOME_FEES = '{"binance":"0.0001","okx":"0.0001","bybit":"0.0002","kraken":"0.0002"}'
/**
 * Lengths of a piece of the loop's work, ms: the default of an idle machine, then of machines so busy that ticks
 * overrun.
 */
const PIECES = [undefined, 1, 30] as const

const live = (files: Files, fees: string | null) => [...replayOf(files, fees, { live: {} }).findings()]
const events = (findings: readonly string[]) =>
  findings.map((text) => JSON.parse(text)).map(({ t, event, reason }) => [t, event, reason ?? null])

describe('a small recording', () => {
  const change = (t: number, seq: number, size: string) => okx(t, [], [['100', size]], seq, seq - 1)

  test('opens at once, changes with the ticks only, and is told to its end', () => {
    const file = GAP + change(1_010, 11, '9') + change(1_020, 12, '8') + change(1_130, 13, '7') + change(1_150, 14, '6')
    const found = live({ file }, null)
    expect(events(found)).toEqual([
      [1_000, 'opened', null],
      [1_100, 'changed', null],
      [1_150, 'changed', null],
      [1_150, 'closed', 'end'],
    ])
    expect(JSON.parse(found[1] ?? '{}').row.size).toBe(8)
  })

  test('closes at once what pays no longer, and what grows too old with the tick that sees it', () => {
    const gone = okx(
      1_050,
      [],
      [
        ['100', '0'],
        ['103', '1'],
      ],
      11,
      10,
    )
    expect(events(live({ file: GAP + gone }, null))).toEqual([
      [1_000, 'opened', null],
      [1_050, 'closed', 'negative'],
    ])
    const late = line(9_000, 'https://example.org/', 'nothing')
    expect(events(live({ file: GAP + late }, null))).toEqual([
      [1_000, 'opened', null],
      [3_100, 'closed', 'stale'],
    ])
  })

  test('years between two lines are no work', () => {
    const file = GAP + line(1e12, 'https://example.org/', 'nothing')
    expect(events(live({ file }, null)).at(-1)).toEqual([3_100, 'closed', 'stale'])
  })
})

/** Compares both walks at each machine speed; returns the numbers of compared findings and rows. */
function expectSame(files: Files, fees: string | null): LockStep['held'] {
  const all = PIECES.map((pieceMs) => new LockStep(files, fees, pieceMs).run())
  for (const { differences } of all) expect(differences).toEqual([])
  expect(live(files, fees)).toEqual(live(files, fees))
  return all.map(({ held }) => held).reduce(sum)
}

const sum = (a: LockStep['held'], b: LockStep['held']): LockStep['held'] => ({
  spot: a.spot + b.spot,
  carry: a.carry + b.carry,
  tri: a.tri + b.tri,
  rests: a.rests + b.rests,
  rows: a.rows + b.rows,
})

describe('every live finding is one of the walk frame by frame, and both have the same rows while nothing is deferred', () => {
  afterEach(() => vi.useRealTimers())
  let held: LockStep['held'] = { spot: 0, carry: 0, tri: 0, rests: 0, rows: 0 }

  test.each(Array.from({ length: isLongRun ? 40 : 2 }, (_, at) => at + 2))(
    'over a simulated market, seed %i',
    (seed) => {
      const faults = [
        { kind: 'crossed', rate: 0.002, seed } as const,
        { kind: 'maintenance', exchange: 'kraken', status: 'cancel_only', at: 1_500, forMs: 500 } as const,
      ]
      vi.useFakeTimers({ toFake: ['Date'] })
      const { lines } = recordMarket({ seed, coins: 4, seconds: 3, faults }, (ms) => vi.setSystemTime(ms))
      vi.useRealTimers()
      held = sum(held, expectSame({ file: captureText(lines, 'own') }, seed % 2 === 0 ? NO_FEES : SOME_FEES))
    },
  )

  test('more than 100 findings of each mode and as many rows were compared', () => {
    for (const count of Object.values(held)) expect(count).toBeGreaterThan(100)
  })

  test.skipIf(CAPTURES === null)('over recorded messages', () => {
    const textOf = (name: string) => readFileSync(join(CAPTURES as string, name), 'utf8')
    const [linear = '', ...rest] = [
      'linear_btc_eth',
      'spot_btc',
      'rest_instruments_linear',
      'rest_instruments_spot',
    ].map((name) => textOf(`bybit/${name}_20260809.jsonl`))
    const eight = 8 * 3_600_000
    const before = Math.floor(Number(JSON.parse(linear.trimEnd().split('\n').at(-1) ?? '{}').t) / eight) * eight
    // No recording of that day has funding payments.
    const list = [0, 1, 2, 3].map((back) => ({
      ...{ symbol: 'BTCUSDT', fundingRate: '0.0001', fundingRateTimestamp: String(before - back * eight) },
    }))
    const url = 'https://api.bybit.com/v5/market/funding/history?category=linear&symbol=BTCUSDT'
    const history = line(1, url, JSON.stringify({ retCode: 0, result: { category: 'linear', list } }))
    const books = ['v2_btcusd_d25_20260802', 'v2_ethusd_d25_20260802', 'rest_assetpairs_20210417'].map((name) =>
      textOf(`kraken/${name}.jsonl`),
    )
    const files = Object.fromEntries([...rest, linear, history, ...books].map((text, at) => [`file ${at}`, text]))
    const { carry, rests, rows } = expectSame(files, null)
    expect(Math.min(carry, rests, rows)).toBeGreaterThan(100)
  })
})
