import { describe, expect, test } from 'vitest'
import { decimalText } from '../money/decimal.ts'
import { ofDecimal, type Ratio } from '../money/ratio.ts'
import { rounded } from '../money/rounding.ts'
import { decimal } from '../testing/legs.ts'
import { simulatedCarry, simulatedProfit, tourProfit } from './simulation.ts'

const exact = (text: string): Ratio => ofDecimal(decimal(text))
const text = (value: Ratio) => decimalText(rounded(value, 8))

describe('golden numbers of formulas.md § 7', () => {
  test('[G5] a thousand at 0.80 % gross between two exchanges', () => {
    expect(text(simulatedProfit('spot', exact('1000'), exact('0.80')))).toBe('6.5')
  })

  test('[G5] a thousand at 0.60 % gross in a cycle', () => {
    expect(text(simulatedProfit('tri', exact('1000'), exact('0.60')))).toBe('1.5')
  })

  test('[G5] 0.01 % every eight hours, a year', () => {
    const { gross, net } = simulatedCarry(exact('0.01'), 8)
    expect([text(gross), text(net)]).toEqual(['10.95', '10.45'])
  })

  test('[G5] the tour trades a thousand of a balance of ten thousand', () => {
    expect(text(tourProfit(exact('10000')))).toBe('7.5')
  })
})

test('what costs more than it brings is a loss, and no digit is lost on the way', () => {
  expect(text(simulatedProfit('spot', exact('100'), exact('0.1')))).toBe('-0.05')
  expect(text(simulatedProfit('tri', exact('50000'), exact('0.45')))).toBe('0')
  expect(text(simulatedProfit('spot', exact('333.33'), exact('0.12345678')))).toBe('-0.08847652')
  expect(text(simulatedCarry(exact('-0.01'), 4).net)).toBe('-22.4')
})

test('the tour trades no more than there is', () => {
  expect(text(tourProfit(exact('400')))).toBe('3')
  expect(text(tourProfit(exact('1000')))).toBe('7.5')
})

test.each([0, -8, 0.5, Number.NaN])('an interval of %d hours is an error', (hours) => {
  expect(() => simulatedCarry(exact('0.01'), hours)).toThrow(RangeError)
})
