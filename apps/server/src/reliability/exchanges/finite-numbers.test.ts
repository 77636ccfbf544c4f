import { CarryAnswer, SpotAnswer, TriAnswer } from '@makas/contract'
import { type Decimal, parseDecimal } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import type { Opportunity } from '../../app/market/opportunity/opportunity.ts'
import { priorOutlook } from '../../app/market/opportunity/outlook.ts'
import { presentEvidence, presentRow } from '../../app/market/opportunity/present/present.ts'
import { instrument, Stage } from '../../app/market/testing/stage.ts'

const HOUR_MS = 3_600_000
const START = 1_785_542_400_000
/** Frames of one market; then another one with other rules begins. */
const FRAMES_OF_A_MARKET = 2_000
/** Every 25th row is parsed by the contract's schema; the numbers of every row are checked. */
const PARSED_EVERY = 25
const ANSWERS = { spot: SpotAnswer, carry: CarryAnswer, tri: TriAnswer }

type Chance = {
  below: (count: number) => number
  one: <T>(of: readonly T[]) => T
  /** A decimal text near `value` or, in 4 % of cases, from 1e-12 to 9e9. */
  price: (value: number) => string
  size: () => string
}

function chance(random: () => number): Chance {
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const power = (exponent: number, digits: string) =>
    exponent >= 0 ? `${digits}${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}${digits}`
  return {
    below,
    one,
    price: (value) => {
      if (random() < 0.04) return power(below(22) - 12, String(1 + below(9)))
      return (value * (0.985 + 0.03 * random())).toPrecision(1 + below(9)).replace(/e.*/, '')
    },
    size: () => power(below(18) - 9, String(1 + below(9_999))),
  }
}

const RULES: readonly (string | null)[] = [null, null, '0.00000001', '0.001', '1', '5', '1000']
const rule = (text: string | null): Decimal | null => (text === null ? null : parseDecimal(text))
const must = (text: string): Decimal => {
  const parsed = parseDecimal(text)
  if (parsed === null) throw new Error(`not a decimal: ${text}`)
  return parsed
}

/** Books with their middle prices, at which pairs, cycles and carries come close to paying. */
const BOOKS = [
  { exchange: 'okx', market: 'spot', symbol: 'BTCUSDT', value: 100 },
  { exchange: 'binance', market: 'spot', symbol: 'BTCUSDT', value: 100 },
  { exchange: 'binance', market: 'perp', symbol: 'BTCUSDT', value: 100 },
  { exchange: 'okx', market: 'spot', symbol: 'ETHBTC', value: 0.05 },
  { exchange: 'okx', market: 'spot', symbol: 'ETHUSDT', value: 5 },
] as const

/** Makes a market with random fees, multiples, lots and minimums, from dust to more than the books hold. */
function market({ one }: Chance): Stage {
  const fee = must(one(['0', '0.00000001', '0.001', '0.0026', '0.3']))
  const multiplierDigits = one([0, 0, 0, 3, 6])
  const stage = new Stage({
    takerFee: () => fee,
    identify: ({ baseTicker, quoteTicker }) => ({ base: baseTicker, quote: quoteTicker, multiplierDigits }),
  })
  for (const { exchange, market: kind, symbol } of BOOKS) {
    const [base = '', quote = ''] = symbol === 'ETHBTC' ? ['ETH', 'BTC'] : symbol.split(/(?=USDT)/)
    stage.list(
      instrument(exchange, base, quote, {
        market: kind,
        lotStep: must(one(['0.000000000001', '0.00001', '0.001', '1', '1000'])),
        minQty: rule(one(RULES)),
        minNotional: rule(one(RULES)),
      }),
    )
  }
  return stage
}

/** Adds the place of every value that is not finite to `wrong`; returns how many numbers were checked. */
function notFinite(value: unknown, place: string, wrong: string[]): number {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) wrong.push(`${place}: ${value}`)
    return 1
  }
  if (typeof value === 'string') {
    if (/NaN|Infinity|undefined/.test(value)) wrong.push(`${place}: ${value}`)
    return 0
  }
  if (typeof value !== 'object' || value === null) {
    if (value === undefined) wrong.push(`${place}: undefined`)
    return 0
  }
  let numbers = 0
  for (const [name, part] of Object.entries(value)) numbers += notFinite(part, `${place}.${name}`, wrong)
  return numbers
}

test('[D3] any prices, sizes, rules, fees and rates: every figure of every row is finite and in the contract', {
  timeout: HOUR_MS,
}, (context) => {
  const seed = seedFor('D3', 32)
  const luck = chance(seededRandom(seed))
  const { below, one, price, size } = luck
  const count = messages(10_000_000)
  const wrong: string[] = []
  const rows = { spot: 0, carry: 0, tri: 0 }
  let numbers = 0
  let seen = 0
  let now = START
  let stage = market(luck)
  let told = new WeakSet<Opportunity>()
  for (let frame = 0; frame < count; frame++) {
    if (frame % FRAMES_OF_A_MARKET === 0) {
      stage = market(luck)
      told = new WeakSet()
    }
    now += below(1_500)
    const book = one(BOOKS)
    if (below(8) === 0) {
      const { symbol } = BOOKS[2]
      const rate = must(one(['0', '0.0003', '0.0001', '-0.0005', '0.75', '-3', '0.000000000001']))
      const hours = one([1, 4, 8, null])
      const rates = Array.from({ length: 22 }, (_, n) => ({ time: START - (n + 1) * (hours ?? 8) * HOUR_MS, rate }))
      stage.fact(
        now,
        'binance',
        { kind: 'mark', symbol, mark: must(price(100)), index: null },
        { kind: 'interval', symbol, hours },
        { kind: 'settled', symbol, rates },
      )
    }
    const bid = price(book.value)
    const ask = below(20) === 0 ? price(book.value) : (Number(bid) * (1 + below(200) / 1e5)).toPrecision(9)
    if (/e/.test(ask)) continue
    if (book.market === 'perp') stage.perp(now, book.exchange, book.symbol, bid, ask, size())
    else stage.book(now, book.exchange, book.symbol, bid, ask, size())
    for (const { id, mode, opportunity } of stage.engine.open) {
      if (opportunity === null || told.has(opportunity)) continue
      told.add(opportunity)
      rows[mode]++
      const outlook = priorOutlook({ id, mode, openSince: opportunity.detectedAt }, opportunity, now)
      const row = presentRow(opportunity, { source: 'demo', state: 'LIVE', time: now, ages: opportunity, outlook })
      const answer = { row, evidence: presentEvidence(opportunity) }
      numbers += notFinite(answer, mode, wrong)
      if (++seen % PARSED_EVERY !== 0) continue
      const parsed = ANSWERS[mode].safeParse(JSON.parse(JSON.stringify(answer)))
      if (!parsed.success) wrong.push(`${mode}: ${JSON.stringify(parsed.error.issues.slice(0, 2))}`)
    }
  }
  recordFigure(context, {
    row: 'D3',
    wanted: '0 non-finite values in 10,000,000 random cases',
    measured: `${wrong.length} of ${numbers} in ${count} cases (${rows.spot} spot, ${rows.carry} carry, ${rows.tri} triangular rows)`,
    seed,
  })
  expect(wrong.slice(0, 5)).toEqual([])
  expect(Math.min(rows.spot, rows.carry, rows.tri)).toBeGreaterThan(count / 1_000)
})
