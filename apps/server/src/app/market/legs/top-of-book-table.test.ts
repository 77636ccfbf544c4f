import { BookSlot, type ExchangeId, type MarketKind } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import { ASKS, BIDS, LIVE_UNTIL, pairRecordOf, placeOf, RECORD, TopOfBookTable } from './top-of-book-table.ts'

let books = 0
function newSlot(exchange: ExchangeId, symbol: string, market: MarketKind = 'spot'): BookSlot {
  const slot = new BookSlot(exchange, market, symbol, { depth: 10, visibleDepth: 10, keepsTexts: false })
  slot.index = books++
  return slot
}
const identity = (base: string, multiplierDigits = 0) => ({ base, quote: 'USDT', multiplierDigits })
const at = (table: TopOfBookTable, number: number, column: number) =>
  table.doubles[pairRecordOf(number) * RECORD + column + placeOf(number)]

function quote(slot: BookSlot, now: number, bid: number, ask: number, eventTime = now): boolean {
  slot.beginSnapshot()
  slot.book.set(slot.book.bids, bid, 2, 1, 0)
  slot.book.set(slot.book.asks, ask, 2, 1, 0)
  return slot.applied('snapshot', now, eventTime, 1)
}

describe('the number of a leg', () => {
  test('one pair on all exchanges is one record', () => {
    const table = new TopOfBookTable()
    const legs = (['binance', 'okx', 'bybit', 'kraken'] as const).map((exchange) =>
      table.add(newSlot(exchange, 'SOLUSDT'), identity('SOL')),
    )
    expect(new Set(legs.map(pairRecordOf)).size).toBe(1)
    expect(new Set(legs).size).toBe(4)
    expect(pairRecordOf(table.add(newSlot('okx', 'BTCUSDT'), identity('BTC')))).not.toBe(
      pairRecordOf(legs[0] as number),
    )
  })

  test('a second ticker of the same coin on one exchange stands alone, and so does every perpetual', () => {
    const table = new TopOfBookTable()
    const first = table.add(newSlot('binance', 'SOLUSDT'), identity('SOL'))
    const second = table.add(newSlot('binance', 'SOL2USDT'), identity('SOL'))
    const perps = (['binance', 'okx'] as const).map((one) => table.add(newSlot(one, 'SOL', 'perp'), identity('SOL')))
    expect(new Set([first, second, ...perps].map(pairRecordOf)).size).toBe(4)
    expect(pairRecordOf(table.add(newSlot('okx', 'SOLUSDT'), identity('SOL')))).toBe(pairRecordOf(first))
  })

  test('it is found by the book, and what is known of a leg outlasts the growth of the table', () => {
    const table = new TopOfBookTable()
    const slot = newSlot('okx', 'SOLUSDT')
    expect(table.numberOf(slot)).toBe(-1)
    const number = table.add(slot, identity('SOL'))
    quote(slot, 1_000, 9_990, 10_000)
    table.read(number, slot)
    const stranger = newSlot('kraken', 'NOBODY')
    for (let more = 0; more < 100; more++) table.add(newSlot('okx', `C${more}USDT`), identity(`C${more}`))
    expect(table.numberOf(slot)).toBe(number)
    expect(table.numberOf(stranger)).toBe(-1)
    expect([at(table, number, BIDS), at(table, number, ASKS)]).toEqual([99.9, 100])
  })
})

test('[D2] best prices are per coin, also where the ticker is a thousand coins; the same prices are no news', () => {
  const table = new TopOfBookTable()
  const slot = newSlot('binance', '1000PEPEUSDT')
  const number = table.add(slot, identity('PEPE', 3))
  expect([at(table, number, BIDS), at(table, number, ASKS)]).toEqual([0, Number.POSITIVE_INFINITY])
  quote(slot, 1_000, 150, 160)
  expect(table.setPrices(number, slot)).toBe(true)
  expect(at(table, number, BIDS)).toBeCloseTo(0.0015, 15)
  expect(at(table, number, ASKS)).toBeCloseTo(0.0016, 15)
  expect(table.setPrices(number, slot)).toBe(false)
  slot.lose('gap')
  expect(table.setPrices(number, slot)).toBe(true)
  expect([at(table, number, BIDS), at(table, number, ASKS)]).toEqual([0, Number.POSITIVE_INFINITY])
})

test('[D9] until when a book is live is told to the millisecond, and never where it may not be read', () => {
  const table = new TopOfBookTable()
  let fresh = 0
  fc.assert(
    fc.property(
      fc.array(fc.record({ gap: fc.integer({ min: 0, max: 3_000 }), lag: fc.integer({ min: -50, max: 4_000 }) }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.constantFrom(Number.NaN, 0, -700, 700),
      fc.constantFrom('live', 'live', 'live', 'halted', 'lost', 'crossed'),
      (frames, offset, what) => {
        const slot = newSlot('binance', 'SOLUSDT')
        const number = table.add(slot, identity('SOL'))
        slot.clockOffsetMs = offset
        let now = 1_700_000_000_000
        for (const { gap, lag } of frames) {
          now += gap
          quote(slot, now, 9_990, 10_000, now - lag)
        }
        if (what === 'halted') slot.halted = true
        if (what === 'lost') slot.lose('gap')
        if (what === 'crossed') quote(slot, now, 10_001, 10_000)
        table.setLiveUntil(number, slot)
        const until = at(table, number, LIVE_UNTIL) as number
        if (what !== 'live') return until === Number.NEGATIVE_INFINITY
        fresh++
        return slot.isLive(until) && !slot.isLive(until + 1)
      },
    ),
    { numRuns: 300, seed: seedFor('until when a book is live', 5) },
  )
  expect(fresh).toBeGreaterThan(50)
})

test('a clean book stays clean until it is marked dirty or a new epoch begins', () => {
  const table = new TopOfBookTable()
  const slots = [newSlot('binance', 'SOLUSDT'), newSlot('okx', 'SOLUSDT')] as const
  const [one, other] = slots.map((slot) => table.add(slot, identity('SOL'))) as [number, number]
  expect(table.isClean(one, 0)).toBe(false)
  table.markClean(one, 0)
  expect([table.isClean(one, 0), table.isClean(other, 0), table.isClean(one, 1)]).toEqual([true, false, false])
  table.markDirty(one)
  expect(table.isClean(one, 0)).toBe(false)
})
