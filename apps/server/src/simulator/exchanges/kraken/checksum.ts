import { fixedText } from '../../market/decimal-text.ts'
import type { Listing } from '../../market/instrument.ts'
import type { Levels } from '../../wire/book-view.ts'

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** CRC-32 (IEEE) of an ASCII text, unsigned. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i += 1) crc = (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const LEVELS = 10

/** The part of a number in the checksum text: its digits without the point and without leading zeros. */
export const contribution = (text: string): string => text.replace('.', '').replace(/^0+/, '')

/**
 * Kraken's book checksum (docs: spot WebSocket v2, book checksum): top ten asks, lowest first, then top ten bids,
 * highest first. Each level is its price, then its size.
 */
export function bookChecksum(
  asks: readonly (readonly [string, string])[],
  bids: readonly (readonly [string, string])[],
): number {
  const part = (levels: readonly (readonly [string, string])[]) =>
    levels
      .slice(0, LEVELS)
      .map(([price, size]) => contribution(price) + contribution(size))
      .join('')
  return crc32(part(asks) + part(bids))
}

/** Levels as printed: fixed decimals, trailing zeros kept. */
export function printed(listing: Listing, levels: Levels, count = LEVELS): [string, string][] {
  return levels.keys
    .slice(0, count)
    .map((key, i) => [
      fixedText(Math.abs(key), listing.priceDecimals),
      fixedText(levels.lots[i] as number, listing.sizeDecimals),
    ])
}
