import {
  BookSlot,
  type Decimal,
  detectCarry,
  detectSpot,
  detectTriangular,
  type ExchangeId,
  type LegTerms,
  ratio,
} from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import { MarketLeg } from '../legs/market-leg.ts'
import { SpotRoute } from '../route/spot-route.ts'
import { TriRoute } from '../route/tri-route.ts'
import { decimal } from '../testing/stage.ts'
import {
  COVERS_FEES,
  carryFees,
  classifyCarry,
  classifyCycle,
  classifySpot,
  GAP,
  IMPLAUSIBLE,
  isPlausibleBasis,
  LOSES_TO_FEES,
  mayWait,
  SCREEN_MARGIN,
} from './price-class.ts'

const RUNS = 2_000
const DECIMALS = 6
const FEES = ['0', '0.0002', '0.001', '0.03'] as const

/** A proven book of two levels a side; prices are whole numbers of 10^-6. */
function leg(at: number, fee: string, bid: number, ask: number, size: number, exchange: ExchangeId = 'okx') {
  const slot = new BookSlot(exchange, 'spot', `P${at}`, { depth: 5, visibleDepth: 5, keepsTexts: false })
  slot.beginSnapshot()
  for (const [side, price, worse] of [
    ['bids', bid, -1],
    ['asks', ask, 1],
  ] as const) {
    for (const step of [0, 1]) slot.book.set(slot.book[side], price + step * worse * 50, DECIMALS, size, 3)
  }
  slot.applied('snapshot', 0, 0, 1)
  const none = { minQty: null, minNotional: null, multiplierDigits: 0, contractSize: null }
  const terms: LegTerms = { fee: decimal(fee), lotStep: decimal('0.001'), ...none }
  const found = new MarketLeg(at, slot, { base: 'SOL', quote: 'USDT', multiplierDigits: 0 }, terms)
  return { found, slot, terms }
}

/** A price in the smallest steps: `than` rounded, plus `off` steps; so near a bound doubles are unsure. */
const near = (than: number, off: number) => Math.max(1_000, Math.round(than) + off)
const off = fc.integer({ min: -3, max: 3 })
const price = fc.integer({ min: 100_000, max: 2_000_000_000 })
const fee = fc.constantFrom(...FEES)
const size = fc.constantFrom(1, 40, 100_000)

/** Counts each answer: a property that only ever saw one kind of book proves nothing. */
class Seen {
  readonly counts = new Map<string, number>()

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  expect(...all: readonly string[]): void {
    for (const what of all) expect([what, (this.counts.get(what) ?? 0) > 20]).toEqual([what, true])
  }
}

/** Checks a class against the exact findings of the same books, before (`cautious`) and after confirmation. */
function expectNoKinder(priceClass: number, cautious: string, confirmed: string, seen: Seen): void {
  const drops = (priceClass & GAP) === 0 || (priceClass & LOSES_TO_FEES) !== 0
  // What a screen drops the judgement would not have listed, confirmed or not.
  if (drops) expect(['no-gap', 'fees', 'quarantine']).toContain(cautious)
  if (drops) expect(['no-gap', 'fees']).toContain(confirmed)
  // A row that may wait is not one that its best prices close; a route that waits in quarantine is no row.
  if (mayWait(priceClass, false, false)) expect(['row', 'slippage', 'size']).toContain(cautious)
  if (mayWait(priceClass, false, true)) expect(['row', 'slippage', 'size']).toContain(confirmed)
  if (mayWait(priceClass, true, false)) expect(cautious).toBe('quarantine')
  expect(mayWait(priceClass, true, true)).toBe(false)
  seen.add(
    drops
      ? 'dropped'
      : mayWait(priceClass, false, false)
        ? 'may wait'
        : (priceClass & IMPLAUSIBLE) !== 0
          ? 'implausible'
          : 'unsure',
  )
  seen.add(cautious)
}

type Finding = { readonly kind: 'opportunity' } | { readonly kind: 'none'; readonly why: string }
const wordOf = (finding: Finding) => (finding.kind === 'none' ? finding.why : 'row')

test('[WHAT-03] a spot class is never kinder nor harder than the exact judgement of the same books', () => {
  const seen = new Seen()
  const factor = fc.constantFrom('par', 'fees', 'fees', 'bound', 'bound', 'far')
  fc.assert(
    fc.property(price, factor, off, fee, fee, size, (ask, towards, steps, buyFee, sellFee, held) => {
      const even = (1 + Number(buyFee)) / (1 - Number(sellFee))
      const bid = near(ask * { par: 1, fees: even, bound: 1.05, far: 1.3 }[towards], steps)
      const buy = leg(0, buyFee, ask - 1, ask, held)
      const sell = leg(1, sellFee, bid, bid + 1, held, 'binance')
      const route = new SpotRoute(buy.found, sell.found)
      const priceClass = classifySpot(route.sell.bid, route.buy.ask, route.sell.bidAfterFee, route.buy.askAfterFee)
      const [cautious, confirmed] = [false, true].map((confirmed) =>
        wordOf(detectSpot(buy, sell, { cap: null, confirmed })),
      )
      expectNoKinder(priceClass, cautious as string, confirmed as string, seen)
    }),
    { numRuns: RUNS, seed: seedFor('class of a spot gap', 5) },
  )
  seen.expect('dropped', 'may wait', 'implausible', 'unsure', 'row', 'no-gap', 'fees', 'quarantine')
})

test('[WHAT-03] a cycle class is never kinder nor harder than the exact judgement of the same books', () => {
  const seen = new Seen()
  const factor = fc.constantFrom('par', 'fees', 'fees', 'bound', 'bound', 'far')
  fc.assert(
    fc.property(price, price, factor, off, fee, size, (first, second, towards, steps, paid, held) => {
      const even = (1 - Number(paid)) ** -3
      const product = { par: 1, fees: even, bound: 1.05, far: 1.3 }[towards]
      const last = near((first * second * product) / 10 ** DECIMALS, steps)
      if (last > 1e14) return
      const [one, two, three] = [
        leg(0, paid, first - 1, first, held),
        leg(1, paid, second - 1, second, held),
        leg(2, paid, last, last + 1, held),
      ] as const
      const route = new TriRoute(
        ['USDT', 'BTC', 'ETH'],
        [
          { leg: one.found, side: 'buy' },
          { leg: two.found, side: 'buy' },
          { leg: three.found, side: 'sell' },
        ],
      )
      const priceClass = classifyCycle(route.topProduct, route.shareAfterFees)
      const gain = Number(BigInt(last) * 10n ** BigInt(DECIMALS) - BigInt(first) * BigInt(second))
      // Leaves out gains smaller than a step of any real price: `isCycleGap` does not count them either.
      if (gain > 0 && gain < 2e-12 * first * second) return
      const legs = [
        { leg: one, side: 'buy' },
        { leg: two, side: 'buy' },
        { leg: three, side: 'sell' },
      ] as const
      const [cautious, confirmed] = [false, true].map((confirmed) =>
        wordOf(detectTriangular(legs, { cap: null, confirmed })),
      )
      expectNoKinder(priceClass, cautious as string, confirmed as string, seen)
    }),
    { numRuns: RUNS, seed: seedFor('class of a cycle', 6) },
  )
  seen.expect('dropped', 'may wait', 'implausible', 'row', 'no-gap', 'fees', 'quarantine')
})

test('[WHAT-03] a carry class never drops what the exact judgement would have published', () => {
  const seen = new Seen()
  const HOLD_DAYS = 90
  const side = fc.constantFrom('long-spot' as const, 'reverse' as const)
  fc.assert(
    fc.property(
      price,
      off,
      off,
      fee,
      fee,
      side,
      fc.boolean(),
      (spotPrice, basis, steps, spotFee, perpFee, held, isFar) => {
        const perpPrice = near(spotPrice * (isFar ? 1.06 : 1), basis)
        const spot = leg(0, spotFee, spotPrice, spotPrice + 1, 1_000)
        const perp = leg(1, perpFee, perpPrice, perpPrice + 1, 1_000)
        const isLong = held === 'long-spot'
        const [from, to] = isLong ? [spot.found.ask, perp.found.bid] : [spot.found.bid, perp.found.ask]
        const fees = carryFees(Number(spotFee), from, Number(perpFee), to)
        // The mean rate at which funding pays these fees, give or take a few 10^-9 of them.
        const mark: Decimal = { mantissa: BigInt(spotPrice), decimals: DECIMALS }
        const markPrice = spotPrice / 10 ** DECIMALS
        const n = BigInt(Math.round((fees / (24 * HOLD_DAYS * markPrice)) * 1e15)) + BigInt(steps) * 100n
        const mean = n > 0n ? n : 1n
        const funding = 24 * HOLD_DAYS * (Number(mean) / 1e15) * markPrice * SCREEN_MARGIN
        const priceClass = classifyCarry(funding, fees)
        const terms = {
          ...{ side: held, leverage: 1 as const, holdDays: HOLD_DAYS, mark, borrowYearly: decimal('0'), cap: null },
          meanPerHour: ratio(isLong ? mean : -mean, 10n ** 15n),
        }
        const [cautious, confirmed] = [false, true].map((confirmed) =>
          wordOf(detectCarry(spot, perp, { ...terms, confirmed })),
        )
        if ((priceClass & COVERS_FEES) === 0) expect(cautious).not.toBe('row')
        if ((priceClass & LOSES_TO_FEES) !== 0) expect(confirmed).toBe('fees')
        if (isPlausibleBasis(from, to)) expect(cautious).not.toBe('quarantine')
        seen.add((priceClass & LOSES_TO_FEES) !== 0 ? 'dropped' : 'paying')
        seen.add(cautious as string)
      },
    ),
    { numRuns: RUNS, seed: seedFor('class of a carry trade', 7) },
  )
  seen.expect('dropped', 'paying', 'row', 'fees', 'quarantine')
})

test('what is not known is for the exact look, whichever mode', () => {
  expect(classifySpot(101, 100, Number.NaN, 100) & (LOSES_TO_FEES | COVERS_FEES)).toBe(0)
  expect(classifyCycle(1.01, Number.NaN) & (LOSES_TO_FEES | COVERS_FEES)).toBe(0)
  expect(classifyCycle(Number.POSITIVE_INFINITY, 1)).toBe(0)
  expect(classifyCarry(Number.NaN, 1)).toBe(GAP)
})
