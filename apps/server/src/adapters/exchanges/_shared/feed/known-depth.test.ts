import { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
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

/** Takes the best asks away, as a rising price does. */
function riseBy(slot: BookSlot, levels: number): void {
  for (let taken = 0; taken < levels; taken++) slot.book.set(slot.book.asks, slot.book.asks.priceAt(0), 0, 0, 0)
  slot.applied('delta', 1, 1, 2)
}

test('what detection sees ends where the snapshot ended, whatever changes tell of levels beyond', () => {
  const known = new KnownDepth(100)
  const slot = bookFromSnapshot()
  expect(known.look(slot, 0)).toBe('fine')
  const before = slot.visibleDepth
  slot.book.set(slot.book.asks, 1_150, 0, 5, 0)
  expect(known.look(slot, 1)).toBe('fine')
  expect(slot.visibleDepth).toBe(before)
  expect(before).toBeLessThanOrEqual(100)
})

test('[F5] a move through the known levels asks for a fresh snapshot in time and loses the book before its best prices have holes', () => {
  const known = new KnownDepth(100)
  const slot = bookFromSnapshot()
  known.look(slot, 0)
  riseBy(slot, 60)
  expect(known.look(slot, 100)).toBe('refresh')
  expect(known.look(slot, 200)).toBe('fine')
  expect(known.look(slot, 1_200)).toBe('refresh')
  riseBy(slot, 25)
  expect(known.look(slot, 1_300)).toBe('lost')
})

test('a snapshot that held the whole side limits nothing', () => {
  const known = new KnownDepth(100)
  const slot = bookFromSnapshot(20)
  expect(known.look(slot, 0)).toBe('fine')
  expect(slot.visibleDepth).toBe(1_000)
})
