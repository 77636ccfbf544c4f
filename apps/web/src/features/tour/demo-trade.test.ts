import { describe, expect, test } from 'vitest'
import { spotRow } from '../../shared/opportunity/testing/rows.ts'
import { amountFor, DEMO_BALANCE, opportunitiesFrom, profitOf, tradeWith } from './demo-trade.ts'

describe('the trade of the tour', () => {
  test('[STATE-13] [STATE-14] the amount is at most 1000 and at most the balance, the profit its percentage', () => {
    expect([amountFor(DEMO_BALANCE), amountFor(1_000), amountFor(250.5)]).toEqual([1_000, 1_000, 250.5])
    const [best] = opportunitiesFrom([])
    if (best === undefined) throw new Error('there are samples')
    expect([best.netROI, profitOf(1_000, best), profitOf(250, best)]).toEqual([0.75, 7.5, 1.875])
    expect(tradeWith(best, DEMO_BALANCE, 1_700_000_000_000)).toEqual({
      id: expect.stringMatching(/^DEMO-\w+$/),
      opportunity: best,
      amount: 1_000,
      profit: 7.5,
      timestamp: 1_700_000_000_000,
      status: 'completed',
    })
  })

  test('the three best of what was received are shown, and samples only where nothing was', () => {
    const rows = [0.2, 0.9, -0.1, 0.5, 0.7].map((net_roi) => spotRow({ id: `r${net_roi}`, net_roi, source: 'live' }))
    expect(opportunitiesFrom(rows).map(({ netROI, mark }) => [netROI, mark])).toEqual([
      [0.9, 'cache'],
      [0.7, 'cache'],
      [0.5, 'cache'],
    ])
    expect(opportunitiesFrom([spotRow({ id: 'd', source: 'demo' })]).map(({ mark }) => mark)).toEqual(['demo'])
    for (const none of [[], [spotRow({ id: 'z', net_roi: 0 })], [spotRow({ id: 't', quote: 'TRY' })]])
      expect(opportunitiesFrom(none).map(({ mark }) => mark)).toEqual(['sample', 'sample', 'sample'])
  })

  test('every sample is an opportunity that adds up', () => {
    for (const { netROI, netPNL, size, buyPrice } of opportunitiesFrom([]))
      expect(netPNL).toBeCloseTo((size * buyPrice * netROI) / 100, 1)
  })
})
