import { afterEach, expect, test, vi } from 'vitest'
import { FaultInjector } from '../../../faults/fault-injector.ts'
import { Market } from '../../../market/market.ts'
import { OrderEntry } from '../../../orders/order-entry.ts'
import { publicRequest } from '../../../testing/public-request.ts'
import type { Context } from '../../../wire/front.ts'
import { UsdmRest } from './usdm-rest.ts'

/** Start of a window of five minutes, epoch ms. */
const NOW = 1_790_000_100_000

afterEach(() => vi.useRealTimers())

function restAt(now: number) {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const counters = {
    ...{ connections: 0, disconnects: 0, bookFrames: 0, factFrames: 0, controlFrames: 0, requests: 0 },
    ...{ requestsWhileBanned: 0, refusals: 0, faults: {} },
  }
  const market = new Market({ seed: 1, symbols: 1 })
  const wall = () => Date.now()
  const injector = new FaultInjector({})
  const orders = new OrderEntry({ injector, wall, changed: () => undefined })
  const context: Context = { market, injector, counters, accounts: [], orders, limits: true, wall }
  const rest = new UsdmRest(context, () => undefined)
  const ask = (target: string) => {
    const { pathname, searchParams } = new URL(target, 'http://exchange')
    return rest.answer(publicRequest(pathname, searchParams))
  }
  const statuses = (target: string, count: number) => Array.from({ length: count }, () => ask(target).status)
  return { ask, statuses }
}

test('2400 a minute are served, then 429, past patience 418; a new minute counts anew', () => {
  const { ask, statuses } = restAt(NOW)
  const depth = '/fapi/v1/depth?symbol=BTCUSDT&limit=1000'
  expect(ask(depth).headers).toMatchObject({ 'x-mbx-used-weight-1m': '20' })
  expect(statuses(depth, 119).filter((status) => status !== 200)).toEqual([])
  const refused = ask(depth)
  expect(refused.body).toContain('current limit is 2400')
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  expect(statuses(depth, 21).at(-1)).toBe(418)
  expect(ask(depth).headers).toMatchObject({ 'retry-after': '120' })
  vi.setSystemTime(NOW + 120_000)
  expect(ask(depth).status).toBe(200)
})

test.each([
  ['/fapi/v1/depth?symbol=BTCUSDT&limit=50', '2'],
  ['/fapi/v1/depth?symbol=BTCUSDT&limit=100', '5'],
  ['/fapi/v1/depth?symbol=BTCUSDT', '10'],
  ['/fapi/v1/exchangeInfo', '1'],
  ['/fapi/v1/premiumIndex?symbol=BTCUSDT', '1'],
  ['/fapi/v1/premiumIndex', '10'],
  ['/fapi/v1/fundingRate?symbol=BTCUSDT', '0'],
])('%s weighs %s', (target, weight) => {
  expect(restAt(NOW).ask(target).headers).toMatchObject({ 'x-mbx-used-weight-1m': weight })
})

test('calls about funding have their own limit of 500 per five minutes', () => {
  const { ask, statuses } = restAt(NOW)
  const all = [...statuses('/fapi/v1/fundingInfo', 250), ...statuses('/fapi/v1/fundingRate?symbol=BTCUSDT', 253)]
  expect(all.indexOf(429)).toBe(500)
  expect(ask('/fapi/v1/time').status).toBe(200)
  vi.setSystemTime(NOW + 300_000)
  expect(ask('/fapi/v1/fundingInfo').status).toBe(200)
})
