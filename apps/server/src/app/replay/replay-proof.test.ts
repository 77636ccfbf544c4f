import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assetOf } from '@makas/domain'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { disturb } from './testing/disturb.ts'
import { type CoinOf, plainLines, plainReplay } from './testing/plain-replay.ts'
import { recordMarket } from './testing/record-market.ts'
import { captureText } from './testing/recorded-places.ts'
import { parsed, replayed } from './testing/replay-text.ts'
import { line } from './testing/small-recordings.ts'

describe('recordings of the simulated market', () => {
  afterEach(() => vi.useRealTimers())

  const FEES = [
    null,
    '{"kraken":"0.0005","binance":{"spot":"0.0002","perp":"0.001"},"okx":"0.0001"}',
    '{"okx":null,"bybit":"0.00035","binance":"0.0001"}',
    '{"binance":"0","okx":"0.00005","bybit":"0.0002","kraken":"0.0002"}',
  ]

  // Funding is settled in the middle of each recording, and intervals change.
  test.each(Array.from({ length: isLongRun ? 100 : 5 }, (_, at) => at + 1))(
    '[OPP-29] [OPP-31] [F19] seed %i: every line of every mode equals the plain reference',
    (seed) => {
      const faults = [
        { kind: 'crossed', rate: 0.002, seed } as const,
        { kind: 'locked', rate: 0.004, seed } as const,
        { kind: 'maintenance', exchange: 'kraken', status: 'cancel_only', at: 6_000, forMs: 1_500 } as const,
      ]
      vi.useFakeTimers({ toFake: ['Date'] })
      const { lines, coins } = recordMarket({ seed, coins: 2, seconds: 8, faults }, (ms) => vi.setSystemTime(ms))
      vi.useRealTimers()
      const told = disturb(lines, seed)
      const text = captureText(told, 'own')
      const fees = FEES[seed % FEES.length] ?? null
      const wanted = plainReplay(
        plainLines(text),
        (exchange, market, ticker) => coins.get(`${exchange} ${market} ${ticker}`) ?? null,
        JSON.parse(fees ?? '{}'),
      )
      const found = replayed({ file: text }, fees)
      expect(parsed(found.findings)).toEqual(wanted.findings)
      expect(parsed(found.books)).toEqual(wanted.books)
      expect(replayed({ file: captureText(told, 'loopback') }, fees)).toEqual(found)
    },
  )
})

/** Folder of the recordings, beside the repository or as CAPTURES_DIR names it. */
const CAPTURES = process.env.CAPTURES_DIR ?? join(import.meta.dirname, '../../../../../../shared/captures')

describe.skipIf(!existsSync(CAPTURES))('recorded messages of the exchanges', () => {
  const names = existsSync(CAPTURES) ? readdirSync(CAPTURES, { recursive: true, encoding: 'utf8' }) : []

  const textOf = (name: string) => readFileSync(join(CAPTURES, name), 'utf8')

  test.each(names.filter((name) => name.endsWith('.jsonl')))('%s gives the books of the plain reference', (name) => {
    const text = textOf(name)
    const found = replayed({ file: text })
    expect(parsed(found.books)).toEqual(plainReplay(plainLines(text), () => null).books)
    // No single file has two books of one coin together with its funding.
    expect(found.findings).toEqual([])
    if (found.books.some((book) => book.includes('"perp"'))) expect(replayed({ file: text })).toEqual(found)
  })

  test('[OPP-31] carry on recorded traffic equals the reference’s, and there is none without marks or payments', () => {
    const eight = 8 * 3_600_000
    const [linear, ...rest] = ['linear_btc_eth', 'spot_btc', 'rest_instruments_linear', 'rest_instruments_spot'].map(
      (name) => textOf(`bybit/${name}_20260809.jsonl`),
    )
    const before = Math.floor((plainLines(linear ?? '').at(-1)?.t ?? 0) / eight) * eight
    // No recording of that day has funding payments.
    const list = [0, 1, 2, 3].map((back) => ({
      ...{ symbol: 'BTCUSDT', fundingRate: '0.0001', fundingRateTimestamp: String(before - back * eight) },
    }))
    const url = 'https://api.bybit.com/v5/market/funding/history?category=linear&symbol=BTCUSDT'
    const history = line(1, url, JSON.stringify({ retCode: 0, result: { category: 'linear', list } }))
    const files = (...texts: readonly string[]) =>
      Object.fromEntries([...rest, ...texts].map((text, at) => [`file ${at}`, text]))
    const found = parsed(replayed(files(linear ?? '', history)).findings)
    const all = [...rest, linear ?? '', history].flatMap((text) => plainLines(text)).sort((a, b) => a.t - b.t)
    const coinOf: CoinOf = (exchange, market, ticker) => {
      const asset = assetOf(exchange, market, ticker)
      return asset === null ? null : [asset.asset.id, asset.multiplier]
    }
    expect(found).toEqual(plainReplay(all, coinOf).findings)
    expect(found.length).toBeGreaterThan(400)
    const noMarks = (linear ?? '').split('\n').filter((text) => !text.includes('markPrice'))
    expect(replayed(files(noMarks.join('\n'), history)).findings).toEqual([])
    expect(replayed(files(linear ?? '')).findings).toEqual([])
  })
})
