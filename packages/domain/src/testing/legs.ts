import { BookSlot } from '../book/book-slot.ts'
import type { Leg } from '../detect/leg.ts'
import { parseExact } from '../money/decimal.ts'
import type { PlainLeg, PlainLevel } from './plain-spot.ts'

/** Parses decimal text of a test; throws on a typing mistake. */
export const decimal = parseExact

/** Sets one level from the texts of its price and size. */
export function setLevel(slot: BookSlot, side: 'bids' | 'asks', [price, size]: PlainLevel): boolean {
  const p = decimal(price)
  const s = decimal(size)
  return slot.book.set(slot.book[side], Number(p.mantissa), p.decimals, s.mantissa, s.decimals)
}

/** A proven book that has the plain leg's levels on one side, with its terms. */
export function legOf(side: 'bids' | 'asks', plain: PlainLeg): Leg {
  const slot = new BookSlot('binance', 'spot', 'TEST', { depth: 1_000, visibleDepth: 1_000, keepsTexts: false })
  slot.beginSnapshot()
  for (const level of plain.levels) setLevel(slot, side, level)
  slot.applied('snapshot', 0, 0, 1)
  return {
    slot,
    terms: {
      fee: decimal(plain.fee),
      lotStep: decimal(plain.lot),
      minQty: plain.minQty === null ? null : decimal(plain.minQty),
      minNotional: plain.minNotional === null ? null : decimal(plain.minNotional),
      maxQty: plain.maxQty == null ? null : decimal(plain.maxQty),
      maxNotional: plain.maxNotional == null ? null : decimal(plain.maxNotional),
      multiplierDigits: plain.multiplier.toString().length - 1,
      contractSize: plain.contract === undefined ? null : decimal(plain.contract),
    },
  }
}
