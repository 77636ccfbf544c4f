import { describe, expect, test } from 'vitest'
import { spotRow } from '../../shared/opportunity/testing/rows.ts'
import { DEMO_BALANCE, opportunitiesFrom, tradeWith } from './demo-trade.ts'

describe('the trade of the tour', () => {
  test('[STATE-13] [STATE-14] the amount is at most 1000 and at most the balance, the profit its percentage', () => {
    const [best] = opportunitiesFrom([])
    if (best === undefined) throw new Error('there are samples')
    const traded = [10_000, 1_000, 250.5, 250].map((balance) => tradeWith(best, balance, 0))
    expect(traded.map(({ amount }) => amount)).toEqual([1_000, 1_000, 250.5, 250])
    expect([best.netROI, traded[0]?.profit, traded[3]?.profit]).toEqual([0.75, 7.5, 1.875])
    expect(tradeWith(best, DEMO_BALANCE, 1_700_000_000_000)).toEqual({
      id: expect.stringMatching(/^DEMO-\w+$/),
      opportunity: best,
      amount: 1_000,
      profit: 7.5,
      timestamp: 1_700_000_000_000,
      status: 'completed',
    })
  })

  test('the three best received rows are shown, and samples only without any rows', () => {
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

  test('three different coins are offered, and a coin twice only if there are too few coins', () => {
    const rows = (['A', 'A', 'B', 'A', 'C'] as const).map((base, at) =>
      spotRow({ id: `${base}${at}`, base, net_roi: 1 - at / 10 }),
    )
    expect(opportunitiesFrom(rows).map(({ id }) => id)).toEqual(['A0', 'B2', 'C4'])
    expect(opportunitiesFrom(rows.slice(0, 4)).map(({ id }) => id)).toEqual(['A0', 'B2', 'A1'])
  })

  test('only rows whose quote counts as dollars are offered', () => {
    const quotes = ['USD', 'USDT', 'USDC', 'BUSD', 'DAI', 'FDUSD', 'EUR', 'BTC']
    const offered = quotes.filter((quote) => opportunitiesFrom([spotRow({ id: 'q', quote })])[0]?.id === 'q')
    expect(offered).toEqual(['USD', 'USDT', 'USDC', 'BUSD', 'DAI'])
  })

  test('every sample is an opportunity that adds up', () => {
    for (const { netROI, netPNL, size, buyPrice } of opportunitiesFrom([]))
      expect(netPNL).toBeCloseTo((size * buyPrice * netROI) / 100, 1)
  })
})
