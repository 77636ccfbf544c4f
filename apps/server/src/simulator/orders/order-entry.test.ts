import { ofDecimal, parseDecimal, type Ratio, subtract } from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededAccounts } from '../accounts/seeded-accounts.ts'
import { AMOUNT_DECIMALS, type TestAccount } from '../accounts/test-account.ts'
import { FaultInjector } from '../faults/fault-injector.ts'
import type { Instrument } from '../market/instrument.ts'
import { Market } from '../market/market.ts'
import { feeAsset, feeOf, filledLots, filledValue, type Order, quantityOf, sumOf } from './order.ts'
import { OrderEntry } from './order-entry.ts'

const RUNS = { numRuns: 120, seed: 20_261_126 }

/** A market that has moved for a while, its accounts, and an order entry. */
function made() {
  const market = new Market({ seed: 3, symbols: 4 })
  for (let step = 0; step < 200; step++) market.step(step)
  const accounts = seededAccounts(
    3,
    market.instruments.map(({ listing }) => listing),
  )
  const changed: Instrument[] = []
  const entry = new OrderEntry({
    injector: new FaultInjector({}),
    wall: () => 1_800_000_000_000,
    changed: (instrument) => changed.push(instrument),
  })
  return { market, accounts, entry, changed }
}

const tester = (accounts: readonly TestAccount[], { listing }: Instrument): TestAccount => {
  const found = accounts.find(({ exchange, name }) => exchange === listing.exchange && name === 'guest-1')
  if (!found) throw new Error('no account')
  return found
}

const freeIn = ({ holdings }: TestAccount, wallet: string, asset: string): bigint =>
  BigInt(holdings.find((one) => one.wallet === wallet && one.asset === asset)?.free ?? 0)
const lotsIn = (side: Instrument['asks']): number => side.lots.reduce((sum, lots) => sum + lots, 0)

const wish = fc.record({
  place: fc.nat(10_000),
  isBuy: fc.boolean(),
  lots: fc.integer({ min: 1, max: 5_000 }),
  /** Limit in ticks beyond the other side's best price, or none. */
  reach: fc.option(fc.integer({ min: -20, max: 60 }), { nil: null }),
  isWhole: fc.boolean(),
  reduceOnly: fc.boolean(),
})

/** Invariants of every order. */
function lookAt(order: Order, before: { readonly asks: number; readonly bids: number }): void {
  const { instrument, side, limit, fills } = order
  expect(filledLots(order)).toBeLessThanOrEqual(order.lots)
  for (const { ticks, lots } of fills) {
    expect(lots).toBeGreaterThan(0)
    if (limit !== null) expect(side === 'buy' ? ticks <= limit : ticks >= limit).toBe(true)
  }
  if (order.isWhole) expect([0, order.lots]).toContain(filledLots(order))
  // The book lost exactly the filled lots, and still has a price.
  const taken = side === 'buy' ? before.asks - lotsIn(instrument.asks) : before.bids - lotsIn(instrument.bids)
  expect(taken).toBe(filledLots(order))
  expect(Math.min(instrument.asks.keys.length, instrument.bids.keys.length)).toBeGreaterThan(0)
}

const units = (value: Ratio): number => Number((value.n * 10n ** BigInt(AMOUNT_DECIMALS)) / value.d)

test('spot orders pay exactly for what they take, fees included, and never spend more than the balance', () => {
  let filled = 0
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 12 }), (wishes) => {
      const { market, accounts, entry, changed } = made()
      for (const { place, isBuy, lots, reach, isWhole } of wishes) {
        const instrument = market.instruments[place % market.instruments.length] as Instrument
        const account = tester(accounts, instrument)
        const { baseName, quote } = instrument.listing
        const side = isBuy ? 'buy' : 'sell'
        const best = isBuy ? instrument.bestAsk : instrument.bestBid
        const limit = reach === null ? null : Math.max(1, isBuy ? best + reach : best - reach)
        const before = { asks: lotsIn(instrument.asks), bids: lotsIn(instrument.bids) }
        const [base, money] = [freeIn(account, 'trading', baseName), freeIn(account, 'trading', quote)]
        const placed = entry.place({
          ...{ account, instrument, side, size: { lots }, limit, isWhole },
          ...{ reduceOnly: false, clientId: null },
        })
        const [baseAfter, moneyAfter] = [freeIn(account, 'trading', baseName), freeIn(account, 'trading', quote)]
        expect(baseAfter >= 0n && moneyAfter >= 0n).toBe(true)
        if ('refusal' in placed) {
          expect([baseAfter, moneyAfter]).toEqual([base, money])
          continue
        }
        const { order } = placed
        lookAt(order, before)
        filled += order.fills.length
        if (order.fills.length > 0) expect(changed.at(-1)).toBe(instrument)
        const fee = ofDecimal(sumOf(order.fills.map((fill) => feeOf(order, fill))))
        const quantity = ofDecimal(quantityOf(filledLots(order), instrument))
        const value = ofDecimal(filledValue(order))
        const zero = { n: 0n, d: 1n }
        const feeInBase = feeAsset(order) === 'base'
        const wantedBase = isBuy ? subtract(quantity, feeInBase ? fee : zero) : subtract(zero, quantity)
        const wantedMoney = subtract(isBuy ? subtract(zero, value) : value, feeInBase ? zero : fee)
        // Exact to one unit of a holding, which is rounded in the exchange's favour.
        expect(Math.abs(Number(baseAfter - base) - units(wantedBase))).toBeLessThanOrEqual(1)
        expect(Math.abs(Number(moneyAfter - money) - units(wantedMoney))).toBeLessThanOrEqual(1)
      }
    }),
    RUNS,
  )
  expect(filled).toBeGreaterThan(100)
})

test('a position is all purchases less all sales, and a closed position has paid its profit', () => {
  let closed = 0
  fc.assert(
    fc.property(fc.array(wish, { minLength: 2, maxLength: 12 }), (wishes) => {
      const { market, accounts, entry } = made()
      const instrument = market.perpetuals.find(({ listing }) => listing.exchange === 'bybit')
      if (!instrument) throw new Error('no perpetual')
      const account = tester(accounts, instrument)
      const { quote } = instrument.listing
      const began = freeIn(account, 'trading', quote)
      let lots = 0
      let cash = parseDecimal('0')
      for (const { isBuy, lots: wanted, reduceOnly } of wishes) {
        const side = isBuy ? 'buy' : 'sell'
        const before = { asks: lotsIn(instrument.asks), bids: lotsIn(instrument.bids) }
        const placed = entry.place({
          ...{
            account,
            instrument,
            side,
            size: { lots: wanted },
            limit: null,
            isWhole: false,
            reduceOnly,
            clientId: null,
          },
        } as const)
        if ('refusal' in placed) continue
        const { order } = placed
        lookAt(order, before)
        if (reduceOnly)
          expect(Math.abs(lots + (isBuy ? 1 : -1) * filledLots(order))).toBeLessThanOrEqual(Math.abs(lots))
        lots += (isBuy ? 1 : -1) * filledLots(order)
        const value = filledValue(order)
        const signed = isBuy ? { ...value, mantissa: -value.mantissa } : value
        const fee = sumOf(order.fills.map((fill) => feeOf(order, fill)))
        cash = sumOf([cash ?? value, signed, { ...fee, mantissa: -fee.mantissa }])
      }
      const [position] = entry.positions(account)
      expect(position?.lots ?? 0).toBe(lots)
      if (lots !== 0 || cash?.mantissa === 0n) return
      closed++
      // After closing, the money is back except for profit and loss, to one unit per order.
      const gained = Number(freeIn(account, 'trading', quote) - began)
      expect(Math.abs(gained - units(ofDecimal(cash ?? { mantissa: 0n, decimals: 0 })))).toBeLessThanOrEqual(
        wishes.length,
      )
    }),
    RUNS,
  )
  expect(closed).toBeGreaterThan(0)
})
