import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { line } from './small-recordings.ts'

const EIGHT_HOURS = 8 * 3_600_000

/** Recorded messages of Bybit and Kraken in a folder of captures, by file name, in reading order. */
export function recordedFiles(captures: string): Readonly<Record<string, string>> {
  const [linear = '', ...rest] = ['linear_btc_eth', 'spot_btc', 'rest_instruments_linear', 'rest_instruments_spot']
    .map((name) => `bybit/${name}_20260809.jsonl`)
    .map((name) => readFileSync(join(captures, name), 'utf8'))
  const others = ['v2_btcusd_d25_20260802', 'v2_ethusd_d25_20260802', 'rest_assetpairs_20210417']
    .map((name) => `kraken/${name}.jsonl`)
    .map((name) => readFileSync(join(captures, name), 'utf8'))
  const before = Math.floor(lastMoment(linear) / EIGHT_HOURS) * EIGHT_HOURS
  // No recording of that day has funding payments.
  const list = [0, 1, 2, 3].map((back) => ({
    ...{ symbol: 'BTCUSDT', fundingRate: '0.0001', fundingRateTimestamp: String(before - back * EIGHT_HOURS) },
  }))
  const url = 'https://api.bybit.com/v5/market/funding/history?category=linear&symbol=BTCUSDT'
  const history = line(1, url, JSON.stringify({ retCode: 0, result: { category: 'linear', list } }))
  const texts = [...rest, linear, history, ...others]
  return Object.fromEntries(texts.map((text, at) => [`file ${at}`, text]))
}

const lastMoment = (text: string) => Number(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}').t)
