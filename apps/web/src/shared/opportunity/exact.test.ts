import { exactText } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addingUp, drawn, ending, exactValue, notional, placesOf, takenLevels, wholePercent } from './exact.ts'
import { evidenceLeg } from './testing/evidence.ts'

test('a multiplied ticker is shown in coins, at the price of a coin', () => {
  const pepe = evidenceLeg({ levels: [['0.0125', '40']], multiplier: '1000' })
  expect(takenLevels(pepe, '30000')).toEqual([{ price: '0.0000125', quantity: '40000', taken: '30000' }])
  expect(exactText(notional(pepe, '30000'))).toBe('0.375')
})

test.each(['', 'NaN', '1/0', '0x10', '1,5'])('%j is no exact value', (text) => {
  expect(() => exactValue(text)).toThrow(RangeError)
})

test.each([
  ['0.000000077678129', '0.000000077678129'],
  ['1041347963/27000', '38568.44307407'],
  ['0.1234567891234567', '0.12345679'],
])('%s is written out as %s', (text, shown) => {
  expect(ending(text)).toBe(shown)
})

test.each([
  ['29', '100', 29],
  ['9.96', '10', 99],
  ['0.99999999', '1', 99],
  ['1', '3', 33],
  ['4', '4', 100],
])('%s of %s is %d %% in whole numbers, never more than it is', (part, all, percent) => {
  expect(wholePercent(part, all)).toBe(percent)
})

test('a fraction is drawn where its value lies', () => {
  expect([drawn('7/2'), drawn('-0.5')]).toEqual([3.5, -0.5])
})

describe('amounts on screen', () => {
  test('keep each digit where all amounts end soon', () => {
    const amounts = ['16', '-3.86', '-4.01474', '8.12526']
    expect(addingUp(amounts, 5)).toBe(amounts)
  })

  test('that never end are rounded so that they still add up', () => {
    // 10/3 − 1/3 − 1/7 = 20/7: each for itself would be 3.33, −0.33, −0.14, which add up to 2.86 only by chance.
    expect(addingUp(['10/3', '-1/3', '-1/7', '20/7'], 2)).toEqual(['3.33', '-0.33', '-0.14', '2.86'])
    // 1/3 + 1/3 + 1/3 = 1: three times 0.33 would not be 1.
    expect(addingUp(['1/3', '1/3', '1/3', '1'], 2)).toEqual(['0.33', '0.34', '0.33', '1'])
  })

  test('add up to the last shown digit whatever they are, each within one unit of it', () => {
    const part = fc.tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 6n))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const d = parts.reduce((product, [, under]) => product * under, 1n)
        const n = parts.reduce((sum, [over, under]) => sum + over * (d / under), 0n)
        const texts = [...parts, [n, d] as const].map(([over, under]) => `${over}/${under}`)
        const shown = addingUp(texts, 8)
        const units = shown.map((text) => asUnits(text, 8))
        expect(units.slice(0, -1).reduce((sum, unit) => sum + unit, 0n)).toBe(units.at(-1))
        for (const [at, [over, under]] of [...parts, [n, d] as const].entries()) {
          const off = (units[at] ?? 0n) * under - over * 10n ** 8n
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(under)
        }
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  test('a fraction has no last decimal', () => {
    expect([placesOf(['1.25', '3']), placesOf(['1.25', '1/3'])]).toEqual([2, null])
  })
})

/** Decimal text in units of the last of `places` decimals; shares nothing with the product's arithmetic. */
function asUnits(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -value : value
}
