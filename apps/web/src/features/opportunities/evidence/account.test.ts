import type { SpotEvidence } from '@makas/contract'
import { describe, expect, test } from 'vitest'
import { placesOf, takenLevels } from '../../../shared/opportunity/exact.ts'
import { evidenceLeg } from '../../../shared/opportunity/testing/evidence.ts'
import { account, sizeLimit } from './account.ts'

/** G1 of formulas.md § 7. */
const g1: SpotEvidence = {
  legs: [
    evidenceLeg({
      levels: [
        ['100.00', '4'],
        ['100.05', '6'],
        ['100.10', '15'],
      ],
    }),
    evidenceLeg({
      exchange: 'binance',
      side: 'sell',
      levels: [
        ['100.80', '3'],
        ['100.72', '7'],
        ['100.60', '20'],
      ],
    }),
  ],
  size: '20',
  gross: '16',
  slippage: '3.86',
  fees: '4.01474',
  net: '8.12526',
  cost: '2003.3013',
}

/** Adds decimal texts in whole units of their last digit: shares nothing with the product's own arithmetic. */
function sum(texts: readonly string[], places: number): bigint {
  return texts.reduce((total, text) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const units = BigInt(whole + fraction.padEnd(places, '0'))
    return text.startsWith('-') ? total - units : total + units
  }, 0n)
}

describe('the account of G1', () => {
  test('stands line by line, a fee line an exchange', () => {
    expect(account(g1)).toEqual([
      { kind: 'gross', amount: '16' },
      { kind: 'slippage', amount: '-3.86' },
      { kind: 'fee', exchange: 'okx', amount: '-2.0013' },
      { kind: 'fee', exchange: 'binance', amount: '-2.01344' },
      { kind: 'net', amount: '8.12526' },
    ])
  })

  test('adds up to the last digit', () => {
    const lines = account(g1).map(({ amount }) => amount)
    const places = placesOf(lines) ?? 0
    expect(places).toBe(5)
    expect(sum(lines.slice(0, -1), places)).toBe(sum(lines.slice(-1), places))
  })

  test('shows the fees in one line when their parts are not what the server sent', () => {
    expect(account({ ...g1, fees: '4.01' })).toContainEqual({ kind: 'fees', amount: '-4.01' })
  })

  test('takes from each level what the size needs', () => {
    expect(takenLevels(g1.legs[0], g1.size)).toEqual([
      { price: '100', quantity: '4', taken: '4' },
      { price: '100.05', quantity: '6', taken: '6' },
      { price: '100.1', quantity: '15', taken: '10' },
    ])
  })
})

describe('what limited the size', () => {
  const with_ = (change: Partial<SpotEvidence>) => ({ ...g1, ...change })
  test.each([
    ['a side used to the end of its level', g1, true, 'depth-unknown'],
    ['a side used up, next level known', with_({ size: '25' }), false, 'depth'],
    ['a rest smaller than a lot', with_({ size: '24.995' }), false, 'lot'],
    ['the most that an exchange takes as one order', with_({ order_limited: true }), false, 'order'],
    ['a rest larger than a lot', with_({ size: '20' }), false, 'cap'],
  ])('%s', (_name, evidence, depthLimited, limit) => {
    expect(sizeLimit(evidence, depthLimited)).toBe(limit)
  })
})
