import { describe, expect, test } from 'vitest'
import { type SimulatedLine, simulatedCarry, simulatedTrade, tourAmount, tourProfit } from './simulation.ts'

const amounts = (lines: readonly SimulatedLine[]) => lines.map(({ amount }) => amount)

describe('golden numbers of formulas.md § 7', () => {
  test('[G5] a thousand at 0.80 % gross between two exchanges', () => {
    expect(amounts(simulatedTrade('spot', 1000, 0.8))).toEqual(['8.00', '-1.00', '-0.50', '6.50'])
  })

  test('[G5] a thousand at 0.60 % gross in a cycle', () => {
    expect(amounts(simulatedTrade('tri', 1000, 0.6))).toEqual(['6.00', '-3.00', '-1.50', '1.50'])
  })

  test('[G5] 0.01 % every eight hours, a year', () => {
    const [funding, borrow, net] = simulatedCarry(1000)
    expect([funding?.percent, borrow?.percent, net?.percent].map((percent) => percent?.toFixed(8))).toEqual([
      '10.95000000',
      '-0.50000000',
      '10.45000000',
    ])
    expect(amounts(simulatedCarry(1000))).toEqual(['109.50', '-5.00', '104.50'])
  })

  test('[G5] the tour trades a thousand of a balance of ten thousand', () => {
    expect(tourProfit(tourAmount(10_000), 0.75)).toBe(7.5)
  })
})

test('a trade that costs more than it brings is a loss', () => {
  expect(amounts(simulatedTrade('spot', 100, 0.1)).at(-1)).toBe('-0.05')
  expect(amounts(simulatedTrade('tri', 50_000, 0.45)).at(-1)).toBe('0.00')
})

test('the shown figures add up to the last digit, also where parts are rounded', () => {
  for (const gross of [0.123_456_78, 0.005, 2.999_999_99, -0.04]) {
    const lines = amounts(simulatedTrade('spot', 333.33, gross)).map((text) => Math.round(Number(text) * 100))
    expect(lines.slice(0, -1).reduce((sum, part) => sum + part, 0)).toBe(lines.at(-1))
  }
})

test('the tour trades no more than there is', () => {
  expect([400, 1_000, 10_000].map((balance) => tourProfit(tourAmount(balance), 0.75))).toEqual([3, 7.5, 7.5])
})
