import { expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../../../shared/opportunity/testing/rows.ts'
import { isLowYield, simulate } from './simulate.ts'

const amounts = (lines: ReturnType<typeof simulate>) => lines.map(({ amount }) => amount)

test('[G5] the fixed assumptions come to the golden numbers', () => {
  expect(amounts(simulate(spotRow({ id: 'a', spread: 0.8 }), 1000))).toEqual(['8.00', '-1.00', '-0.50', '6.50'])
  expect(amounts(simulate(triRow({ id: 'a', gross_roi: 0.6 }), 1000))).toEqual(['6.00', '-3.00', '-1.50', '1.50'])
  const carry = simulate(carryRow({ id: 'a' }), 1000)
  expect(amounts(carry)).toEqual(['109.50', '-5.00', '104.50'])
  expect(carry.at(-1)?.percent).toBeCloseTo(10.45, 10)
})

test('[CONST-27] a yield is low up to 1 % of spot and 6 % a year of carry', () => {
  expect(isLowYield(spotRow({ id: 'a', net_roi: 1 }))).toBe(true)
  expect(isLowYield(spotRow({ id: 'a', net_roi: 1.01 }))).toBe(false)
  expect(isLowYield(carryRow({ id: 'a', net_apy: 6 }))).toBe(true)
  expect(isLowYield(carryRow({ id: 'a', net_apy: 6.01 }))).toBe(false)
})
