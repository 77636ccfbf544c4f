import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EXCHANGES } from '../exchange.ts'
import type { RecordedSource } from './asset.ts'
import { ASSETS } from './assets.ts'

/** Where the recorded lists are kept; without them only the form of a source can be checked. */
const CAPTURES = process.env.CAPTURES_DIR

type Row = Readonly<Record<string, string>>

const FILES: {
  readonly [source in RecordedSource]: { readonly file: string; readonly tickers: (body: unknown) => string[] }
} = {
  'binance-spot-2021-10-12': { file: 'binance/rest_spot_exchangeInfo_20211012.jsonl', tickers: binance },
  'binance-perp-2021-07-22': { file: 'binance/rest_usdm_exchangeInfo_20210722.jsonl', tickers: binance },
  'bybit-spot-2026-08-09': { file: 'bybit/rest_instruments_spot_20260809.jsonl', tickers: bybit },
  'bybit-perp-2026-08-09': { file: 'bybit/rest_instruments_linear_20260809.jsonl', tickers: bybit },
  'okx-spot-2022-05-13': { file: 'okx/rest_instruments_spot_20220513.jsonl', tickers: okx },
  'okx-perp-2022-05-13': { file: 'okx/rest_instruments_swap_20220513.jsonl', tickers: okx },
  'kraken-spot-2021-04-17': { file: 'kraken/rest_assetpairs_20210417.jsonl', tickers: kraken },
}

function binance(body: unknown): string[] {
  return (body as { symbols: Row[] }).symbols.flatMap((row) => [row.baseAsset ?? '', row.quoteAsset ?? ''])
}
function bybit(body: unknown): string[] {
  const { list } = (body as { result: { list: Row[] } }).result
  // Shares and goods have perpetuals too, under tickers that coins may have elsewhere.
  const coins = list.filter(({ symbolType }) => symbolType !== 'stock' && symbolType !== 'commodity')
  return coins.flatMap((row) => [row.baseCoin ?? '', row.quoteCoin ?? ''])
}
function okx(body: unknown): string[] {
  return (body as { data: Row[] }).data.flatMap((row) => (row.instId ?? '').split('-').slice(0, 2))
}
function kraken(body: unknown): string[] {
  const rows = Object.values((body as { result: Record<string, Row> }).result)
  return rows.flatMap((row) => [row.base ?? '', row.quote ?? '', ...(row.wsname ?? '').split('/')])
}

function recorded(directory: string, source: RecordedSource): ReadonlySet<string> {
  const { file, tickers } = FILES[source]
  const [line = ''] = readFileSync(join(directory, file), 'utf8').split('\n')
  return new Set(tickers(JSON.parse((JSON.parse(line) as { msg: string }).msg)))
}

const listings = ASSETS.flatMap(({ kind, on }) =>
  EXCHANGES.flatMap((exchange) => (on[exchange] ?? []).map((listing) => ({ kind, exchange, ...listing }))),
)

describe('sources', () => {
  test('each is a recorded list of that exchange, a listing of a possible year, or the ISO code of money', () => {
    for (const { kind, exchange, ticker, source } of listings) {
      if (source === 'ISO 4217') expect(kind, ticker).toBe('fiat')
      else if (source in FILES) expect(source.startsWith(`${exchange}-`), ticker).toBe(true)
      else expect(source, ticker).toMatch(/^listing 20(2[0-6])$/)
    }
  })

  describe.skipIf(CAPTURES === undefined)('against the recordings', () => {
    test.each(Object.keys(FILES) as RecordedSource[])('[D1] every ticker said to be in %s is there', (source) => {
      const tickers = recorded(CAPTURES ?? '', source)
      const claimed = listings.filter((listing) => listing.source === source)
      expect(claimed.length).toBeGreaterThan(0)
      for (const { ticker } of claimed) expect(tickers.has(ticker), ticker).toBe(true)
    })

    test('a ticker whose source is a reviewer’s knowledge is in no recorded list of that exchange', () => {
      const lists = (Object.keys(FILES) as RecordedSource[]).map(
        (source) => [source, recorded(CAPTURES ?? '', source)] as const,
      )
      for (const { exchange, ticker, source, only } of listings) {
        if (source in FILES || only !== null) continue
        for (const [name, tickers] of lists) {
          if (name.startsWith(`${exchange}-`)) expect(tickers.has(ticker), `${name} ${ticker}`).toBe(false)
        }
      }
    })
  })
})
