import { type BookSide, BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../system/randomness.ts'
import { KnownDepth } from './known-depth.ts'

/** A book from a snapshot of a hundred levels a side: bids 1000 downwards, asks 1001 upwards. */
function bookFromSnapshot(levels = 100): BookSlot {
  const slot = new BookSlot('binance', 'spot', 'BTCUSDT', { depth: 1_000, visibleDepth: 1_000, keepsTexts: false })
  slot.beginSnapshot()
  for (let rank = 0; rank < levels; rank++) {
    slot.book.set(slot.book.bids, 1_000 - rank, 0, 1, 0)
    slot.book.set(slot.book.asks, 1_001 + rank, 0, 1, 0)
  }
  slot.applied('snapshot', 0, 0, 1)
  return slot
}

/** Takes the best asks away, as a rising price does, in a frame received at `now` (ms). */
function riseBy(slot: BookSlot, levels: number, now: number): void {
  for (let taken = 0; taken < levels; taken++) slot.book.set(slot.book.asks, slot.book.asks.priceAt(0), 0, 0, 0)
  slot.applied('delta', now, now, 2)
}

test('what detection sees ends where the snapshot ended, whatever changes tell of levels beyond', () => {
  const known = new KnownDepth(100)
  const slot = bookFromSnapshot()
  expect(known.look(slot)).toBe('fine')
  const before = slot.visibleDepth
  slot.book.set(slot.book.asks, 1_150, 0, 5, 0)
  slot.applied('delta', 1, 1, 2)
  expect(known.look(slot)).toBe('fine')
  expect(slot.visibleDepth).toBe(before)
  expect(before).toBeLessThanOrEqual(100)
})

test('[F5] a move through the known levels asks for a fresh snapshot in time and loses the book before its best prices have holes', () => {
  const known = new KnownDepth(100)
  const slot = bookFromSnapshot()
  known.look(slot)
  riseBy(slot, 60, 100)
  expect(known.look(slot)).toBe('refresh')
  expect(slot.visibleDepth).toBe(30)
  slot.repeated(200, 200, 3)
  expect(known.look(slot)).toBe('fine')
  slot.repeated(1_200, 1_200, 4)
  expect(known.look(slot)).toBe('refresh')
  riseBy(slot, 21, 1_300)
  expect(known.look(slot)).toBe('lost')
})

test('a snapshot that held the whole side limits nothing', () => {
  const known = new KnownDepth(100)
  const slot = bookFromSnapshot(20)
  expect(known.look(slot)).toBe('fine')
  expect(slot.visibleDepth).toBe(1_000)
})

test('known levels equal a plain count, on books that grow beyond their snapshot and shrink', () => {
  const known = new KnownDepth(100)
  const random = seededRandom(20261125)
  for (let run = 0; run < 50; run++) {
    const slot = bookFromSnapshot()
    known.look(slot)
    const [bid, ask] = [1_000 - 89, 1_001 + 89]
    for (let step = 1; step <= 100; step++) {
      const isBid = random() < 0.5
      const distance = Math.floor(random() * 150)
      const size = random() < 0.6 ? 0 : 1
      if (isBid) slot.book.set(slot.book.bids, 1_000 - distance, 0, size, 0)
      else slot.book.set(slot.book.asks, 1_001 + distance, 0, size, 0)
      slot.applied('delta', step, step, step)
      const verdict = known.look(slot)
      const prices = (side: BookSide) => Array.from({ length: side.count }, (_, rank) => side.priceAt(rank))
      const bids = prices(slot.book.bids)
      const asks = prices(slot.book.asks)
      const counts = [
        bids.every((price) => price >= bid) ? Number.POSITIVE_INFINITY : bids.filter((price) => price >= bid).length,
        asks.every((price) => price <= ask) ? Number.POSITIVE_INFINITY : asks.filter((price) => price <= ask).length,
      ]
      const least = Math.min(...counts)
      expect(slot.known.count).toBe(least)
      expect(slot.visibleDepth).toBe(Math.min(1_000, least))
      expect(verdict === 'lost').toBe(least < 10)
      if (verdict === 'refresh') expect(least).toBeLessThan(40)
    }
  }
})
