import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BID_LIST, scannedLevels, scannedTo, scanObjects, scanPadded, scanTexts } from '../../src/book/core.ts'
import { listed, loadText } from '../testing/core-memory.ts'

/** The scale that the scans are given here: two decimals of a price, three of a size. */
const SCALE = [2, 3] as const

const texts = (text: string, ignored = 0) => {
  const length = loadText(text)
  return { length, hasEnded: scanTexts(0, BID_LIST, 0, ...SCALE, 1, ignored) === 1 }
}
const padded = (text: string) => {
  const length = loadText(text)
  return { length, hasEnded: scanPadded(0, BID_LIST, 0, ...SCALE) === 1 }
}
const objects = (text: string, keeps = 1) => {
  const length = loadText(text)
  return { length, hasEnded: scanObjects(0, BID_LIST, 0, ...SCALE, keeps) === 1 }
}

describe('what a scan reads', () => {
  test('levels of texts, with their decimals as sent', () => {
    const { length, hasEnded } = texts('["7.5","0"],["70.25","1.125"]]')
    expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([true, length, 2])
    expect(listed(BID_LIST, 2)).toEqual([
      { price: 750, size: 0, text: 0x100 },
      { price: 7_025, size: 1_125, text: 0x203 },
    ])
  })

  test('levels followed by ignored texts (OKX: two numbers of orders)', () => {
    const { length, hasEnded } = texts('["7","12","0","3"],["6","1","0","12345678"]]', 2)
    expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([true, length, 2])
  })

  test('levels of numbers padded to eight decimals (Binance), however many like levels follow each other', () => {
    const { length, hasEnded } = padded(
      '["7.50000000","0.00000000"],["7.25000000","9.12500000"],["7.00000000","123456789012.00000000"]]',
    )
    expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([true, length, 3])
    expect(listed(BID_LIST, 3).map(({ price, size }) => [price, size])).toEqual([
      [750, 0],
      [725, 9_125],
      [700, 123_456_789_012_000],
    ])
  })

  test('levels of objects (Kraken)', () => {
    const { length, hasEnded } = objects('{"price":7.50,"qty":0.001},{"price":100,"qty":0}]')
    expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([true, length, 2])
    expect(listed(BID_LIST, 2)).toEqual([
      { price: 750, size: 1, text: 0x203 },
      { price: 10_000, size: 0, text: 0 },
    ])
  })

  test('the same without their texts, with zeros behind all decimals (Kraken’s futures)', () => {
    const { length, hasEnded } = objects('{"price":7.500000,"qty":0.001},{"price":100.0,"qty":20.00000}]', 0)
    expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([true, length, 2])
    expect(listed(BID_LIST, 2)).toEqual([
      { price: 750, size: 1, text: 0 },
      { price: 10_000, size: 20_000, text: 0 },
    ])
  })
})

describe('what a scan leaves to the host', () => {
  test.each([
    ['a price of zero', '["0.00","1"]'],
    ['a zero before another digit', '["07","1"]'],
    ['more decimals than the scale has', '["7.501","1"]'],
    ['a sign', '["-7","1"]'],
    ['an exponent', '["7e2","1"]'],
    ['a dot without decimals', '["7.","1"]'],
    ['a dot without digits', '[".5","1"]'],
    ['two dots', '["7.5.1","1"]'],
    ['an empty text', '["","1"]'],
    ['more digits than a double holds', '["7","1234567890123456"]'],
    ['a space', '["7", "1"]'],
    ['one text more', '["7","1","2"]'],
    ['a number', '[7,"1"]'],
  ])('%s: the scan stops before that level', (_, level) => {
    const { hasEnded } = texts(`["8","1"],${level}]`)
    expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([false, '["8","1"],'.length, 1])
  })

  test.each([
    ['a price of zero', '{"price":0.00,"qty":1}'],
    ['more decimals than the scale has', '{"price":7.501,"qty":1}'],
    ['a sign', '{"price":7,"qty":-1}'],
    ['an exponent', '{"price":7,"qty":1.0E7}'],
    ['a dot without decimals', '{"price":7,"qty":1.}'],
    ['more digits than a double holds', '{"price":7,"qty":1234567890123456}'],
    ['size before price', '{"qty":1,"price":7}'],
    ['one field more', '{"price":7,"qty":1,"of":2}'],
    ['a space', '{"price":7, "qty":1}'],
    ['a text', '{"price":"7","qty":1}'],
  ])('objects, %s', (_, level) => {
    for (const keeps of [0, 1]) {
      const { hasEnded } = objects(`{"price":8,"qty":1},${level}]`, keeps)
      expect([hasEnded, scannedTo(), scannedLevels()]).toEqual([false, '{"price":8,"qty":1},'.length, 1])
    }
  })

  test.each([
    ['seven decimals', '["7.5000000","1.00000000"]'],
    ['nine decimals', '["7.500000000","1.00000000"]'],
    ['a decimal that the scale has no room for', '["7.50100000","1.00000000"]'],
    ['a price of zero among levels alike', '["0.00000000","1.00000000"]'],
    ['a colon for a digit', '["7.5000000:","1.00000000"]'],
  ])('padded, %s', (_, level) => {
    const { hasEnded } = padded(`["8.00000000","1.00000000"],${level},["6.00000000","1.00000000"]]`)
    expect(hasEnded).toBe(false)
    expect(scannedLevels()).toBe(1)
  })
})

/** A decimal number as exchanges write it, with its value at a scale. */
const number = (decimals: number, isPadded: boolean) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** BigInt(15 - decimals) - 1n }), fc.integer({ min: 0, max: decimals }))
    .chain(([whole, sent]) =>
      fc.bigInt({ min: 0n, max: 10n ** BigInt(sent) - 1n }).map((fraction) => {
        const behind = sent === 0 ? '' : fraction.toString().padStart(sent, '0')
        const text = isPadded ? `${whole}.${behind.padEnd(8, '0')}` : sent === 0 ? `${whole}` : `${whole}.${behind}`
        return { text, scaled: Number(whole * 10n ** BigInt(decimals) + fraction * 10n ** BigInt(decimals - sent)) }
      }),
    )

test.each([0, 1, 2, 5, 8])('numbers at a scale of %i decimals are exact, whatever their length', (decimals) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number(decimals, false), number(decimals, false)), { minLength: 1 }), (levels) => {
      // The core reads numbers of up to 15 characters; longer ones are left to the host.
      const usual = levels.filter(([price, size]) => price.text.length <= 15 && size.text.length <= 15)
      fc.pre(usual.length > 0)
      const expected = usual.map(([price, size]) => [price.scaled, size.scaled])
      const read = () => listed(BID_LIST, scannedLevels()).map(({ price, size }) => [price, size])
      loadText(`${usual.map(([price, size]) => `["${price.text}","${size.text}"]`).join(',')}]`)
      expect(scanTexts(0, BID_LIST, 0, decimals, decimals, 0, 0)).toBe(1)
      expect(read()).toEqual(expected)
      loadText(`${usual.map(([price, size]) => `{"price":${price.text},"qty":${size.text}}`).join(',')}]`)
      expect(scanObjects(0, BID_LIST, 0, decimals, decimals, 1)).toBe(1)
      expect(read()).toEqual(expected)
      expect(scanObjects(0, BID_LIST, 0, decimals, decimals, 0)).toBe(1)
      expect(read()).toEqual(expected)
    }),
    { numRuns: 150, seed: 4 },
  )
})

test.each([0, 2, 8])('padded numbers at a scale of %i decimals are exact', (decimals) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number(decimals, true), number(decimals, true)), { minLength: 1 }), (levels) => {
      const usual = levels.filter(([price]) => price.text.length <= 8 + 1 + 8)
      fc.pre(usual.length > 0)
      loadText(`${usual.map(([price, size]) => `["${price.text}","${size.text}"]`).join(',')}]`)
      expect(scanPadded(0, BID_LIST, 0, decimals, decimals)).toBe(1)
      expect(listed(BID_LIST, scannedLevels()).map(({ price, size }) => [price, size])).toEqual(
        usual.map(([price, size]) => [price.scaled, size.scaled]),
      )
    }),
    { numRuns: 150, seed: 4 },
  )
})
