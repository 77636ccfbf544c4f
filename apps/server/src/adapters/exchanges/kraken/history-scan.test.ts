import { decimalText, type SettledRate } from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { objectOf } from '../_shared/parse/json-fields.ts'
import { decodeText, parseJson } from '../_shared/parse/json-text.ts'
import { damaged } from '../testing/damaged.ts'
import { readHistory } from './futures-facts.ts'
import { scanHistory } from './history-scan.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2022, 2, 22, 16)
const iso = (hour: number) => new Date(START + hour * HOUR_MS).toISOString()
const RATES = ['2.0164637711864e-05', '0.0', '-1.999193855932E-6', '0', '12', '-0.5', '1e+3']
const amountFirst = (hour: number, rate: string) =>
  `{"timestamp":"${iso(hour)}","fundingRate":-0.084584032794196903,"relativeFundingRate":${rate}}`
const rateFirst = (hour: number, rate: string) =>
  `{"timestamp":"${iso(hour).replace('.000', '')}","relativeFundingRate":${rate},"fundingRate":0.85}`
const body = (entries: readonly string[]) =>
  `{"result":"success","rates":[${entries.join(',')}],"serverTime":"2026-08-01T00:00:00.000Z"}`
const many = (count: number, entry: typeof amountFirst) =>
  Array.from({ length: count }, (_, hour) => entry(hour, RATES[hour % RATES.length] ?? '0'))

const plain = (rates: readonly SettledRate[] | null) =>
  rates?.map(({ time, rate }) => `${time} ${decimalText(rate)}`) ?? null
/** The payments by the general parser: the latest 200 of a longer list, the latest first. */
function parsed(bytes: Uint8Array): string[] | null {
  const object = objectOf(parseJson(decodeText(bytes) ?? ''))
  const fact = object === null ? null : readHistory(object, 'PF_XBTUSD')
  return fact?.kind === 'settled' ? plain(fact.rates) : null
}
const scanned = (text: string) => plain(scanHistory(new TextEncoder().encode(text), 200))

test.each([
  ['oldest first', many(1_000, amountFirst)],
  ['latest first', many(1_000, rateFirst).reverse()],
])('a long list, %s, is read like the general parser does', (_name, entries) => {
  const told = scanned(body(entries))
  expect(told?.length).toBe(200)
  expect(told).toEqual(parsed(new TextEncoder().encode(body(entries))))
  expect(told?.[0]).toMatch(`${START + 999 * HOUR_MS} `)
})

test.each([
  ['a short list', body(many(200, amountFirst))],
  ['times in no order', body([...many(300, amountFirst), amountFirst(5, '0')])],
  ['a time told twice', body([...many(300, amountFirst), amountFirst(299, '0')])],
  ['an entry without its fraction', body([...many(300, amountFirst), `{"timestamp":"${iso(300)}","fundingRate":1}`])],
  ['an exponent too long', body([...many(300, amountFirst), amountFirst(300, '1e1000')])],
  ['an error', '{"result":"error","error":"apiLimitExceeded"}'],
  ['nothing', ''],
])('%s is left to the general parser', (_name, text) => {
  expect(scanned(text)).toBeNull()
})

test('[F14] a damaged list is left to the general parser or read like it does', () => {
  const outcomes = { scanned: 0, declined: 0 }
  const samples = [body(many(12, amountFirst)), body(many(12, rateFirst).reverse())]
  fc.assert(
    fc.property(damaged(samples), (bytes) => {
      const told = plain(scanHistory(bytes, 3))
      outcomes[told === null ? 'declined' : 'scanned']++
      if (told === null) return
      const all = parsed(bytes)?.toSorted((a, b) => Number(b.split(' ')[0]) - Number(a.split(' ')[0]))
      expect(told).toEqual(all?.slice(0, 3))
    }),
    { numRuns: 5_000, seed: 13 },
  )
  expect(Math.min(outcomes.scanned, outcomes.declined)).toBeGreaterThan(100)
})
