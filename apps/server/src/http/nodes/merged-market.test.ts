import { type AssetId, EXCHANGES, shardOf } from '@makas/domain'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { CAPTURES } from '../../adapters/exchanges/testing/recorded.ts'
import type { MarketState } from '../../app/engine-protocol/state.ts'
import { coinOfRoute } from '../../app/market/route/route-coin.ts'
import type { HeldCoins, Wallets } from '../../app/ports/trading/wallets.ts'
import { recordMarket } from '../../app/replay/testing/record-market.ts'
import { recordedFiles } from '../../app/replay/testing/recorded-files.ts'
import { captureText } from '../../app/replay/testing/recorded-places.ts'
import { mergedPersonal, mergedValuation } from './merged-answers.ts'
import { MarketMerger } from './merged-market.ts'
import { TextReader } from './shard-texts.ts'
import { PublishedShard } from './testing/published-shards.ts'

type Files = Readonly<Record<string, string>>

/** Wallets of a user with fees of their own and coins on every exchange. */
const PURSE = new Map(['USDT', 'USD', 'BTC', 'SATS', 'USDC'].map((asset) => [asset, { n: 5n, d: 2n }]))
const WALLETS: Wallets = new Map(
  EXCHANGES.map((exchange) => [exchange, { fee: { mantissa: 1n, decimals: 6 }, free: PURSE }]),
)
const HELD: readonly HeldCoins[] = EXCHANGES.flatMap((exchange) =>
  ['USDT', 'BTC', 'ETH', 'EUR', 'TRY', 'SATS', 'SOL', 'ADA', 'XRP', 'DOGE', 'NOBODY'].map((asset) => ({
    ...{ exchange, asset: asset as AssetId, coins: { n: 7n, d: 3n } },
  })),
)
const COUNTS = [1, 2, 4]
const MODES = ['spot', 'carry', 'tri'] as const
const NO_FEES = '{"binance":"0","okx":"0","bybit":"0","kraken":"0"}'

/** What readers get of a state, byte for byte; version, tally and revisions are each process's own. */
const toldBy = ({ version: _v, tally: _t, rows, ...state }: MarketState) => ({
  ...state,
  rows: Object.fromEntries(MODES.map((mode) => [mode, rows[mode].map(({ id, json }) => `${id} ${json}`)])),
})

/** Rows that a reader of the live list is sent: new ones, and those with another revision than before. */
function upserts(state: MarketState, before: Map<string, number>): readonly string[] {
  const rows = MODES.flatMap((mode) => state.rows[mode])
  const told = rows.filter(({ id, revision }) => before.get(id) !== revision).map(({ id }) => id)
  before.clear()
  for (const { id, revision } of rows) before.set(id, revision)
  return told
}

/** Coverage of the comparison: rows of each mode, and how many shards had some. */
type Coverage = {
  states: number
  readonly rows: Record<(typeof MODES)[number], number>
  readonly shards: Set<string>
  personal: number
}

/**
 * Runs one process and several shards over the same lines, published at the given moments (ms), and compares the merged
 * states.
 */
function expectSame(files: Files, fees: string | null, moments: readonly number[], seen: Coverage): void {
  const whole = new PublishedShard(files, fees, { shard: 0, shardCount: 1 })
  const groups = COUNTS.map((shardCount) => ({
    shardCount,
    merger: new MarketMerger(),
    texts: Array.from({ length: shardCount }, () => new TextReader()),
    shards: Array.from({ length: shardCount }, (_, shard) => new PublishedShard(files, fees, { shard, shardCount })),
    before: new Map<string, number>(),
  }))
  const before = new Map<string, number>()
  for (const [nth, t] of moments.entries()) {
    const one = whole.state(t)
    const upserted = upserts(one, before)
    const frozen = nth % 50 === 49 ? whole.frozen() : null
    seen.states++
    for (const mode of MODES) seen.rows[mode] += one.rows[mode].length
    for (const { shardCount, merger, texts, shards, before: known } of groups) {
      const heard = shards.map((shard) => shard.state(t))
      // A single shard publishes no tally and is not merged.
      const merged =
        shardCount === 1
          ? heard[0]
          : merger.merge({ heard: heard.flatMap((state, at) => texts[at]?.read(state) ?? []), away: [], now: t })
      if (merged === null || merged === undefined) throw new Error('nothing was merged')
      expect(toldBy(merged)).toEqual(toldBy(one))
      expect(upserts(merged, known)).toEqual(upserted)
      for (const [shard, state] of heard.entries())
        for (const { id } of MODES.flatMap((mode) => state.rows[mode])) {
          seen.shards.add(`${shard} of ${shardCount}`)
          expect(shardOf(coinOfRoute(id) ?? '', shardCount)).toBe(shard)
        }
      if (frozen === null) continue
      seen.personal += JSON.parse(whole.personal(WALLETS, t)).length
      expect(mergedPersonal(shards.map((shard) => shard.personal(WALLETS, t)))).toBe(whole.personal(WALLETS, t))
      const valued =
        shardCount === 1
          ? shards[0]?.valuation(HELD, t)
          : mergedValuation(
              shards.map((shard) => shard.valuation(HELD, t)),
              HELD,
              (coin) => shardOf(coin, shardCount),
            )
      expect(valued).toEqual(whole.valuation(HELD, t))
      const parts = shards.map((shard) => shard.frozen())
      expect(Object.assign({}, ...parts.map(({ evidence }) => evidence))).toEqual(frozen.evidence)
      expect(Object.assign({}, ...parts.map(({ closed }) => closed))).toEqual(frozen.closed)
    }
  }
}

const momentsIn = (text: string): readonly number[] =>
  text.split('\n').flatMap((one) => (one === '' ? [] : Number(JSON.parse(one).t)))

const nothingSeen = (): Coverage => ({ states: 0, rows: { spot: 0, carry: 0, tri: 0 }, shards: new Set(), personal: 0 })

describe('the merged states of 2 and 4 shards equal the state of one process, byte for byte', () => {
  afterEach(() => vi.useRealTimers())

  /** Length of a piece in seconds: a hundredth of an hour; the long run has a hundred pieces. */
  const PIECE_S = 36
  const pieces: Coverage[] = []
  test.each(Array.from({ length: isLongRun ? 100 : 1 }, (_, at) => at + 1))(
    'over a simulated hour, piece %i',
    (seed) => {
      const faults = [
        { kind: 'crossed', rate: 0.002, seed } as const,
        { kind: 'maintenance', exchange: 'kraken', status: 'cancel_only', at: 9_000, forMs: 500 } as const,
      ]
      vi.useFakeTimers({ toFake: ['Date'] })
      const options = { seed, coins: 5, seconds: PIECE_S, faults }
      const { lines } = recordMarket(options, (ms) => vi.setSystemTime(ms))
      vi.useRealTimers()
      const seen = nothingSeen()
      const first = lines[0]?.t ?? 0
      const moments = Array.from({ length: PIECE_S * 5 }, (_, nth) => first + nth * 200)
      expectSame({ file: captureText(lines, 'own') }, NO_FEES, moments, seen)
      expect(seen.states).toBeGreaterThan(150)
      pieces.push(seen)
    },
  )

  test('nearly every piece of the hour had rows of all modes, in most shards, and personal rows', () => {
    const hasAll = ({ rows, shards, personal }: Coverage) =>
      MODES.every((mode) => rows[mode] > 0) && shards.size > 4 && personal > 10
    expect(pieces.filter(hasAll).length / pieces.length).toBeGreaterThan(0.9)
  })

  test.skipIf(CAPTURES === null)('over recorded messages', () => {
    const files = recordedFiles(CAPTURES as string)
    const all = Object.values(files).flatMap((text) => momentsIn(text))
    const every = Math.ceil(all.length / 400)
    const moments = all.sort((a, b) => a - b).filter((_, at) => at % every === 0)
    const seen = nothingSeen()
    expectSame(files, NO_FEES, moments, seen)
    expect(seen.states).toBeGreaterThan(100)
    expect([seen.rows.carry > 100, seen.shards.size]).toEqual([true, COUNTS.length])
  })
})
