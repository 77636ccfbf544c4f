// Kraken's funding history of four years, hourly payments since a listing, → the latest 200 settled rates, by the scanner of
// `history-scan.ts` and by the general parser. Baselines: `JSON.parse`, which rounds the rates, and `JSON.parse` with a
// reviver that keeps the texts of numbers.
import { objectOf } from '../apps/server/src/adapters/exchanges/_shared/parse/json-fields.ts'
import { decodeText, parseJson } from '../apps/server/src/adapters/exchanges/_shared/parse/json-text.ts'
import { readHistory } from '../apps/server/src/adapters/exchanges/kraken/futures-facts.ts'
import { scanHistory } from '../apps/server/src/adapters/exchanges/kraken/history-scan.ts'
import { printFigure } from './figure-line.ts'
import { interleaved, short } from './measure.ts'
import { runLength } from './run-length.ts'

const SIZES = {
  tiny: { count: 500, rounds: 1 },
  usual: { count: 35_000, rounds: 9 },
  long: { count: 35_000, rounds: 45 },
}
const SYMBOL = 'PF_XBTUSD'
const HOUR_MS = 3_600_000
const START = Date.UTC(2022, 11, 1)
const KEPT = 200
const { count, rounds } = SIZES[runLength()]

const payments = Array.from({ length: count }, (_, hour) => {
  const tail = String((hour * 7_919) % 1e9).padStart(9, '0')
  const timestamp = new Date(START + hour * HOUR_MS).toISOString()
  return `{"timestamp":"${timestamp}","fundingRate":-0.084584032${tail},"relativeFundingRate":-0.00000012${tail}}`
})
const bytes = Buffer.from(`{"result":"success","rates":[${payments.join()}],"serverTime":"2026-11-27T00:00:00.000Z"}`)

const ratesOf = (what: string, length: number | undefined) => {
  if (length !== KEPT) throw new Error(`${what} read ${length} payments, not ${KEPT}`)
}
const took = interleaved(
  [
    { name: 'scanner', run: () => ratesOf('the scanner', scanHistory(bytes, KEPT)?.length) },
    {
      name: 'general parser',
      run: () => {
        const body = objectOf(parseJson(decodeText(bytes) ?? ''))
        const fact = body === null ? null : readHistory(body, SYMBOL)
        ratesOf('the general parser', fact?.kind === 'settled' ? fact.rates.length : undefined)
      },
    },
    { name: 'JSON.parse', run: () => JSON.parse(bytes.toString()) },
    {
      name: 'JSON.parse that keeps texts',
      run: () => JSON.parse(bytes.toString(), textOfNumber),
    },
  ],
  { rounds, runs: 1 },
)

/** The text of a number as sent, which TypeScript's library does not know yet. */
function textOfNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? context?.source : value
}

const scanner = took.get('scanner') ?? Number.NaN
for (const name of ['general parser', 'JSON.parse', 'JSON.parse that keeps texts']) {
  const other = took.get(name) ?? Number.NaN
  printFigure({
    bench: 'histories',
    metric: `${count} payments, ${short(bytes.length / 1e6)} MB`,
    value: short(scanner / 1_000),
    unit: 'ms CPU',
    baseline: `${name} ${short(other / 1_000)} ms`,
    ratio: short(other / scanner),
  })
}
