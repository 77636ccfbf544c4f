import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText } from '../money/decimal.ts'
import { decimal, setLevel } from '../testing/legs.ts'
import { BookSlot, type SlotOptions } from './book-slot.ts'
import { limitOf, nextRhythm } from './freshness.ts'

const open = (options: Partial<SlotOptions> = {}) =>
  new BookSlot('kraken', 'spot', 'BTC/USD', { depth: 1_000, visibleDepth: 1_000, keepsTexts: false, ...options })

function texts(slot: BookSlot, side: 'bids' | 'asks'): [string, string][] {
  const { book } = slot
  return Array.from({ length: book[side].count }, (_, rank) => [
    decimalText({ mantissa: BigInt(book[side].priceAt(rank)), decimals: book.priceDecimals }),
    decimalText({ mantissa: book[side].exactSizeAt(rank), decimals: book.sizeDecimals }),
  ])
}

const snapshot = (slot: BookSlot, bid: string, ask: string, now = 0) => {
  slot.beginSnapshot()
  setLevel(slot, 'bids', [bid, '1'])
  setLevel(slot, 'asks', [ask, '1'])
  return slot.applied('snapshot', now, now, 1)
}

describe('levels', () => {
  const change = fc.tuple(
    fc.constantFrom('bids' as const, 'asks' as const),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: 3 }),
    fc.oneof(
      { weight: 9, arbitrary: fc.bigInt({ min: 0n, max: 4n }) },
      { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }) },
      { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n, max: 10n ** 25n }) },
    ),
    fc.integer({ min: 0, max: 3 }),
  )
  const text = (mantissa: bigint, decimals: number) => decimalText({ mantissa, decimals })

  test('[F10] [F11] any changes in any scale leave the book that a plain map has, truncated to its depth', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (changes, depth) => {
        const slot = open({ depth })
        slot.applied('snapshot', 0, 0, 0)
        const plain = { bids: new Map<number, string>(), asks: new Map<number, string>() }
        for (const [side, price, priceDecimals, size, sizeDecimals] of changes) {
          const priceText = `${price}${priceDecimals === 0 ? '' : `.${'0'.repeat(priceDecimals)}`}`
          setLevel(slot, side, [priceText, text(size, sizeDecimals)])
          slot.book.truncate()
          if (size === 0n) plain[side].delete(price)
          else plain[side].set(price, text(size, sizeDecimals))
          const sorted = [...plain[side].keys()].sort((a, b) => (side === 'bids' ? b - a : a - b))
          for (const dropped of sorted.slice(depth)) plain[side].delete(dropped)
        }
        for (const side of ['bids', 'asks'] as const) {
          const sorted = [...plain[side]].sort(([a], [b]) => (side === 'bids' ? b - a : a - b))
          expect(texts(slot, side)).toEqual(sorted.map(([price, size]) => [String(price), size]))
        }
      }),
      { numRuns: 500, seed: 11 },
    )
  })

  test('a longer text widens the scale and changes no level', () => {
    const slot = open()
    setLevel(slot, 'asks', ['100', '5'])
    setLevel(slot, 'asks', ['100.000001', '0.00000001'])
    expect(texts(slot, 'asks')).toEqual([
      ['100', '5'],
      ['100.000001', '0.00000001'],
    ])
  })

  test('a size beyond 2^53 is kept to its last digit, and forgotten with its level', () => {
    const slot = open()
    snapshot(slot, '0.000005494', '0.000005497')
    setLevel(slot, 'asks', ['0.000005498', '123456789012.12345678'])
    setLevel(slot, 'bids', ['0.00000549', '99999999999'])
    setLevel(slot, 'bids', ['0.0000054931', '0.000000000000001'])
    expect([texts(slot, 'bids'), texts(slot, 'asks')]).toEqual([
      [
        ['0.000005494', '1'],
        ['0.0000054931', '0.000000000000001'],
        ['0.00000549', '99999999999'],
      ],
      [
        ['0.000005497', '1'],
        ['0.000005498', '123456789012.12345678'],
      ],
    ])
    expect([slot.book.hasWideSizes, slot.state(0), slot.liveUntil > 0]).toEqual([true, 'LIVE', true])
    setLevel(slot, 'asks', ['0.000005498', '7'])
    setLevel(slot, 'bids', ['0.00000549', '0'])
    expect(slot.book.hasWideSizes).toBe(false)
  })

  test('[D3] a number that would pass 2^53 at its scale is refused, not rounded', () => {
    const slot = open()
    expect(setLevel(slot, 'asks', ['9007199254740991', '1'])).toBe(true)
    expect(setLevel(slot, 'asks', ['1.5', '1'])).toBe(false)
    expect(setLevel(slot, 'bids', ['1', '0.0000000000000000001'])).toBe(false)
    slot.book.clear()
    expect(setLevel(slot, 'asks', ['1.5', '1'])).toBe(true)
  })
})

describe('[F9] crossed and locked books', () => {
  test('a crossed book is noticed at once and lost after one second', () => {
    const slot = open()
    snapshot(slot, '101', '100')
    expect(slot.isCrossed).toBe(true)
    expect(slot.loseIfCrossedTooLong(1_000)).toBe(false)
    expect(slot.loseIfCrossedTooLong(1_001)).toBe(true)
    expect([slot.validity, slot.lossReason, slot.book.bids.count]).toEqual(['RESYNC', 'crossed', 0])
  })

  test('a book that crosses twice within a minute is lost at the second time', () => {
    const slot = open()
    snapshot(slot, '101', '100', 0)
    expect(snapshot(slot, '99', '100', 500)).toBe(true)
    expect(snapshot(slot, '101', '100', 60_000)).toBe(false)
    expect(slot.validity).toBe('RESYNC')
  })

  test('a locked book stays', () => {
    const slot = open()
    expect(snapshot(slot, '100', '100')).toBe(true)
    expect(slot.isLive(0)).toBe(true)
  })
})

describe('states', () => {
  test('invalidates at once, and only a snapshot makes it valid again', () => {
    const slot = open()
    expect(slot.state(0)).toBe('DOWN')
    snapshot(slot, '99', '100')
    slot.lose('gap')
    expect([slot.state(0), slot.sequenceGaps, slot.book.asks.count, slot.lossReason]).toEqual(['RESYNC', 1, 0, 'gap'])
    slot.lose('gap')
    expect(slot.sequenceGaps).toBe(1)
    slot.lose('down')
    expect(slot.state(0)).toBe('DOWN')
    snapshot(slot, '99', '100', 10)
    expect([slot.state(10), slot.resyncs]).toEqual(['LIVE', 1])
    slot.halted = true
    expect(slot.state(10)).toBe('HALTED')
    slot.halted = false
    slot.delist()
    expect(slot.state(10)).toBe('GONE')
  })

  test('[F12] ages by the older of receive time and corrected event time', () => {
    const slot = open()
    snapshot(slot, '99', '100', 10_000)
    slot.clockOffsetMs = 300
    slot.repeated(12_000, 5_300, 2)
    expect(slot.ageMs(12_000)).toBe(7_000)
    expect(slot.latencyMs).toBe(7_000)
    expect(slot.state(12_000)).toBe('LATE')
    expect(slot.state(15_001)).toBe('STALE')
  })
})

describe('the limit of a book’s age', () => {
  const limitAfter = (gaps: readonly number[]) => {
    let rhythm = nextRhythm(0, Number.NaN)
    for (const gap of gaps) rhythm = nextRhythm(rhythm, gap)
    return limitOf(rhythm)
  }
  test.each([
    ['one frame', [], 2_000],
    ['a busy book', Array(200).fill(100), 2_000],
    ['a quiet book: four times its usual gap', Array(400).fill(2_000), 8_000],
    ['a very quiet book', Array(400).fill(9_000), 10_000],
    ['a silence forgets the rhythm', [...Array(400).fill(2_000), 10_001], 2_000],
  ])('%s', (_, gaps, expected) => {
    expect(limitAfter(gaps)).toBe(expected)
  })
})

test('a decimal in a test is a decimal', () => {
  expect(() => decimal('x')).toThrow()
})
