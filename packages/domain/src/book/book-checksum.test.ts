import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText } from '../money/decimal.ts'
import { Book } from './book.ts'
import { digitsChecksum, pairsChecksum } from './book-checksum.ts'

/** The CRC-32 bit by bit, as the standard defines it. */
function crc(state: number, text: string): number {
  let register = state
  for (const character of text) {
    register ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1
  }
  return register | 0
}

type Level = readonly [price: number, size: bigint]
type Side = 'bids' | 'asks'

/** Reference: the best levels with the texts that were sent. */
class PlainBook {
  readonly bids = new Map<number, { price: string; size: string }>()
  readonly asks = new Map<number, { price: string; size: string }>()

  best(side: Side, count: number): { price: string; size: string }[] {
    const sorted = [...this[side]].sort(([a], [b]) => (side === 'bids' ? b - a : a - b))
    return sorted.slice(0, count).map(([, texts]) => texts)
  }
}

const text = (whole: number | bigint, decimals: number) =>
  decimals === 0
    ? String(whole)
    : `${String(whole)
        .padStart(decimals + 1, '0')
        .slice(0, -decimals)}.${String(whole).padStart(decimals, '0').slice(-decimals)}`
const short = (sent: string) => sent.replace('.', '').replace(/^0+(?=.)/, '')

function pairText(plain: PlainBook, covered: number): string {
  const bids = plain.best('bids', covered)
  const asks = plain.best('asks', covered)
  const parts: string[] = []
  for (let rank = 0; rank < covered; rank++) {
    for (const level of [bids[rank], asks[rank]]) if (level !== undefined) parts.push(`:${level.price}:${level.size}`)
  }
  return parts.join('')
}

const shortText = (plain: PlainBook, covered: number) =>
  [...plain.best('asks', covered), ...plain.best('bids', covered)]
    .map(({ price, size }) => short(price) + short(size))
    .join('')

const decimals = fc.constantFrom(0, 1, 2, 5, 8)
const level: fc.Arbitrary<Level> = fc.tuple(
  fc.integer({ min: 1, max: 150 }),
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0n) },
    { weight: 3, arbitrary: fc.bigInt({ min: 1n, max: 9n }) },
    { weight: 3, arbitrary: fc.bigInt({ min: 1n, max: 999_999_999n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n, max: 10n ** 20n }) },
  ),
)
const frame = fc.record({
  bids: fc.array(level, { maxLength: 40 }),
  asks: fc.array(level, { maxLength: 40 }),
  /** Trailing zeros that are sent with price and size. */
  zeros: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })),
  depth: fc.constantFrom(10, 30, 400),
})

describe('checksums of a book', () => {
  test.each([
    ['pairs', pairsChecksum, pairText, 25],
    ['digits alone', digitsChecksum, shortText, 10],
  ] as const)('%s: after every frame that of the texts as they were sent', (_, checksum, textOf, covered) => {
    fc.assert(
      fc.property(decimals, decimals, fc.array(frame, { maxLength: 12 }), (priceDecimals, sizeDecimals, frames) => {
        const book = new Book(400, true)
        const plain = new PlainBook()
        for (const one of frames) {
          const [priceZeros, sizeZeros] = one.zeros
          for (const side of ['bids', 'asks'] as const) {
            for (const [price, size] of one[side]) {
              const [p, s] = [price * 10 ** priceZeros, size * 10n ** BigInt(sizeZeros)]
              expect(book.set(book[side], p, priceDecimals + priceZeros, s, sizeDecimals + sizeZeros)).toBe(true)
              if (size === 0n) plain[side].delete(price)
              else {
                const texts = { price: text(p, priceDecimals + priceZeros), size: text(s, sizeDecimals + sizeZeros) }
                plain[side].set(price, texts)
              }
            }
          }
          book.depth = one.depth
          book.truncate()
          for (const side of ['bids', 'asks'] as const) {
            const sorted = [...plain[side].keys()].sort((a, b) => (side === 'bids' ? b - a : a - b))
            for (const price of sorted.slice(one.depth)) plain[side].delete(price)
          }
          expect(checksum(-1, book, covered) | 0).toBe(crc(-1, textOf(plain, covered)))
        }
      }),
      { numRuns: 250, seed: 5 },
    )
  })

  test.each([
    [1, 18, 1, 0],
    [9_007_199_254_740_991, 0, 9_007_199_254_740_991, 18],
    [9_007_199_254_740_991, 15, 1, 14],
    [123_456_789_012_345, 13, 99_999_999, 8],
    [100_000_000, 0, 10_000, 4],
  ])('texts of all lengths: %i with %i decimals, %i with %i', (price, priceDecimals, size, sizeDecimals) => {
    for (const [checksum, form] of [
      [pairsChecksum, (p: string, s: string) => `:${p}:${s}`],
      [digitsChecksum, (p: string, s: string) => short(p) + short(s)],
    ] as const) {
      const book = new Book(10, true)
      expect(book.set(book.bids, price, priceDecimals, size, sizeDecimals)).toBe(true)
      expect(checksum(-1, book, 10) | 0).toBe(crc(-1, form(text(price, priceDecimals), text(size, sizeDecimals))))
      expect(decimalText({ mantissa: BigInt(book.bids.priceAt(0)), decimals: book.priceDecimals })).not.toBe('')
    }
  })

  test('a book that has forgotten its levels has its checksum computed anew', () => {
    const book = new Book(10, true)
    book.set(book.bids, 5, 0, 7, 0)
    expect(pairsChecksum(-1, book, 25) | 0).toBe(crc(-1, ':5:7'))
    book.clear()
    expect(pairsChecksum(-1, book, 25) | 0).toBe(-1)
    book.set(book.asks, 50, 1, 7, 0)
    expect(pairsChecksum(-1, book, 25) | 0).toBe(crc(-1, ':5.0:7'))
  })

  test('a book that keeps no texts has no checksum', () => {
    const book = new Book(10, false)
    expect(() => pairsChecksum(-1, book, 25)).toThrow()
  })
})
