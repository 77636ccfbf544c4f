import { BookSlot, EXCHANGES } from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import { ALWAYS_EVALUATE, DEFERRED, FEES, IDLE, PAYS, QUARANTINED } from '../legs/route-state.ts'
import {
  ASKS,
  BIDS,
  LIVE_UNTIL,
  PURCHASE_FACTOR,
  RECORD,
  SALE_FACTOR,
  TopOfBookTable,
  WIDTH,
} from '../legs/top-of-book-table.ts'
import { cellOf, SpotScreen } from './spot-screen.ts'

const NOW = 1_000
const place = fc.record({
  bid: fc.integer({ min: 90, max: 112 }),
  spread: fc.integer({ min: 1, max: 3 }),
  fee: fc.constantFrom(0.001, 0.01, 0.03, Number.NaN),
  until: fc.constantFrom(NOW - 1, NOW, NOW + 500, NOW + 500, Number.NEGATIVE_INFINITY),
})
const state = fc.constantFrom(IDLE, IDLE, FEES, FEES, DEFERRED, PAYS, PAYS, QUARANTINED, ALWAYS_EVALUATE)

/** The screen's rule for one route, written plainly: its state afterwards, and whether it has to be evaluated. */
function plain(
  before: number,
  sell: { bid: number; fee: number; until: number },
  buy: { ask: number; fee: number; until: number },
  accountsWait: boolean,
) {
  const isGap = sell.bid > buy.ask
  const isReadable = Number.isFinite(sell.until) && Number.isFinite(buy.until)
  const pays = sell.bid * (1 - sell.fee) > buy.ask * (1 + buy.fee)
  const losesToFees = sell.bid * (1 - sell.fee) < buy.ask * (1 + buy.fee)
  const stillPays = isGap && isReadable && pays && sell.bid < buy.ask * 1.05
  if (before === DEFERRED) return { state: before, isFound: !stillPays }
  if (before === PAYS && accountsWait && stillPays) return { state: DEFERRED, isFound: false }
  if (before === PAYS) return { state: before, isFound: true }
  if (before === QUARANTINED) return { state: before, isFound: !(isReadable && sell.bid > buy.ask * 1.05) }
  if (before === ALWAYS_EVALUATE) return { state: before, isFound: true }
  if (!isGap) return { state: IDLE, isFound: false }
  const isCounted = losesToFees && sell.until >= NOW && buy.until >= NOW
  return isCounted ? { state: FEES, isFound: false } : { state: before, isFound: true }
}

test('[WHAT-03] a move is told apart by the record as by the rule: nothing, eaten by fees, or for a look', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      fc.array(place, { minLength: WIDTH, maxLength: WIDTH }),
      fc.array(state, { minLength: WIDTH * WIDTH, maxLength: WIDTH * WIDTH }),
      fc.integer({ min: 0, max: WIDTH - 1 }),
      fc.boolean(),
      (drawn, states, moved, accountsWait) => {
        const table = new TopOfBookTable()
        const rejected = { fees: 100 }
        const started: number[] = []
        const screen = new SpotScreen(table, rejected, accountsWait ? (cell) => started.push(cell) : null)
        const numbers = EXCHANGES.map((exchange, index) => {
          const slot = new BookSlot(exchange, 'spot', 'S', { depth: 1, visibleDepth: 1, keepsTexts: false })
          slot.index = index
          return table.add(slot, { base: 'SOL', quote: 'USDT', multiplierDigits: 0 })
        })
        const places = drawn.map(({ bid, spread, fee, until }) => ({ bid, ask: bid + spread, fee, until }))
        table.clock[0] = NOW
        for (const [at, { bid, ask, fee, until }] of places.entries()) {
          const columns = [
            [BIDS, bid],
            [ASKS, ask],
            [SALE_FACTOR, 1 - fee],
            [PURCHASE_FACTOR, 1 + fee],
            [LIVE_UNTIL, until],
          ] as const
          for (const [column, value] of columns) table.doubles[column + at] = value
        }
        const cells = [...states.keys()].map((at) => cellOf(0, Math.floor(at / WIDTH), at % WIDTH))
        for (const [at, cell] of cells.entries()) table.setState(cell, states[at] as number)
        const found = new Set(screen.found.subarray(0, screen.moved(numbers[moved] as number)))
        let fees = 100
        for (const [at, cell] of cells.entries()) {
          const [buy, sell] = [Math.floor(at / WIDTH), at % WIDTH]
          const before = states[at] as number
          const isConcerned = buy !== sell && (buy === moved || sell === moved)
          const wanted = isConcerned
            ? plain(before, places[sell] as never, places[buy] as never, accountsWait)
            : { state: before, isFound: false }
          expect([table.stateAt(cell), found.has(cell)]).toEqual([wanted.state, wanted.isFound])
          expect(started.includes(cell)).toBe(before === PAYS && wanted.state === DEFERRED)
          fees += Number(wanted.state === FEES) - Number(before === FEES)
          if (isConcerned) seen.set(`${before} ${wanted.state} ${wanted.isFound}`, 1)
        }
        expect(rejected.fees).toBe(fees)
        expect(table.doubles.length).toBe(RECORD)
      },
    ),
    { numRuns: 1_000, seed: seedFor('the record of a pair', 3) },
  )
  // Idle and counted routes change into each other, stay, or are evaluated; deferred ones stay so or are evaluated;
  // rows begin to wait.
  expect([...seen.keys()].sort()).toEqual([
    '0 0 false',
    '0 0 true',
    '0 1 false',
    '1 0 false',
    '1 1 false',
    '1 1 true',
    '2 2 false',
    '2 2 true',
    '3 3 false',
    '3 3 true',
    '4 4 true',
    '5 2 false',
    '5 5 true',
  ])
})
