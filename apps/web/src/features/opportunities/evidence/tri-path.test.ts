import { describe, expect, test } from 'vitest'
import { G3 } from '../../../shared/opportunity/testing/evidence.ts'
import { triRow } from '../../../shared/opportunity/testing/rows.ts'
import { cycleSum, pathLegs } from './tri-path.ts'

const row = triRow({ id: 'tri.okx.USDT-BTC-ETH' })

describe('[G3] the path of the golden cycle', () => {
  test('names what each leg gives and gets', () => {
    expect(pathLegs(row, G3).map(({ step, pair, gives, gets }) => [step, pair, gives, gets])).toEqual([
      [1, 'BTC/USDT', 'USDT', 'BTC'],
      [2, 'ETH/BTC', 'BTC', 'ETH'],
      [3, 'ETH/USDT', 'ETH', 'USDT'],
    ])
  })

  test('shows the levels that the order takes, not those that only the walk without fees reaches', () => {
    expect(pathLegs(row, G3)[2]?.levels).toEqual([
      { price: '2515', quantity: '0.25', taken: '0.25' },
      { price: '2514.5', quantity: '3', taken: '0.1491' },
    ])
  })

  test('what came back less what was spent is the net', () => {
    expect(cycleSum(G3)).toEqual(['1002.9092035375', '-999.52495', '3.3842535375'])
  })
})
