import type { ExchangeId } from '@makas/contract'
import { expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../../../shared/opportunity/testing/rows.ts'
import { type OwnKey, tradeAccessOf } from './trade-access.ts'

const key = (exchange_name: ExchangeId, world: 'live' | 'test' | 'demo'): OwnKey => ({
  exchange_name,
  testnet: world === 'test',
  is_demo: world === 'demo',
})
const live = spotRow({ id: 'a', source: 'live', buy_exchange: 'okx', sell_exchange: 'binance' })
const demo = { ...live, source: 'demo' } as const
const open = { kind: 'open' }
const soon = { kind: 'coming-soon' }

test.each([
  ['a test key at both exchanges', live, [key('okx', 'test'), key('binance', 'test')], open],
  ['beside keys of real money too', live, [key('okx', 'live'), key('okx', 'test'), key('binance', 'test')], open],
  ['demo connections while the demo is shown', demo, [key('okx', 'demo'), key('binance', 'demo')], open],
  [
    'demo connections on the live market',
    live,
    [key('okx', 'demo'), key('binance', 'demo')],
    { kind: 'missing', exchanges: ['okx', 'binance'] },
  ],
  ['real money at one, nothing at the other', live, [key('okx', 'live')], soon],
  ['real money at one, a test key at the other', live, [key('okx', 'test'), key('binance', 'live')], soon],
  ['a test key at one', live, [key('okx', 'test')], { kind: 'missing', exchanges: ['binance'] }],
  [
    'a key of real money at an exchange that is not the row’s',
    live,
    [key('bybit', 'live')],
    { kind: 'missing', exchanges: ['okx', 'binance'] },
  ],
  [
    'a carry row has one exchange',
    carryRow({ id: 'c', source: 'live', exchange: 'bybit' }),
    [key('bybit', 'test')],
    open,
  ],
  [
    'and so has a cycle',
    triRow({ id: 't', source: 'live', exchange: 'kraken' }),
    [],
    { kind: 'missing', exchanges: ['kraken'] },
  ],
] as const)('%s', (_, row, keys, access) => {
  expect(tradeAccessOf(row, keys)).toEqual(access)
})
