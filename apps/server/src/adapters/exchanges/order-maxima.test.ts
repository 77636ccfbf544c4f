import { decimalText } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import * as binance from './binance/map.ts'
import * as bybit from './bybit/map.ts'
import * as kraken from './kraken/map.ts'
import * as okx from './okx/map.ts'
import { ReaderRig } from './testing/recorded.ts'

describe('the most that an exchange takes as one order', () => {
  const body = (value: unknown) => JSON.stringify(value)
  const binanceList = (filters: unknown[]) =>
    body({
      symbols: [
        {
          symbol: 'SOLUSDT',
          baseAsset: 'SOL',
          quoteAsset: 'USDT',
          contractType: 'PERPETUAL',
          status: 'TRADING',
          filters,
        },
      ],
    })
  const okxList = (more: object) =>
    body({
      code: '0',
      data: [
        { instType: 'SPOT', instId: 'SOL-USDT', baseCcy: 'SOL', quoteCcy: 'USDT', state: 'live', lotSz: '1', ...more },
      ],
    })
  const swap = {
    instType: 'SWAP',
    instId: 'SOL-USDT-SWAP',
    baseCcy: '',
    quoteCcy: '',
    uly: 'SOL-USDT',
    ctVal: '0.1',
    ctValCcy: 'SOL',
    settleCcy: 'USDT',
  }
  const bybitList = (category: string, lotSizeFilter: object) => {
    const entry = {
      symbol: 'SOLUSDT',
      contractType: 'LinearPerpetual',
      baseCoin: 'SOL',
      quoteCoin: 'USDT',
      settleCoin: 'USDT',
      status: 'Trading',
    }
    return body({
      retCode: 0,
      retMsg: 'OK',
      result: { category, list: [{ ...entry, lotSizeFilter }], nextPageCursor: '' },
      time: 1,
    })
  }
  const [SPOT, USDM] = ['https://api.binance.com/api/v3/exchangeInfo', 'https://fapi.binance.com/fapi/v1/exchangeInfo']
  const OKX = 'https://www.okx.com/api/v5/public/instruments?instType='
  const BYBIT = 'https://api.bybit.com/v5/market/instruments-info?category='
  const lot = (filterType: string, maxQty: string) => ({ filterType, minQty: '1', maxQty, stepSize: '1' })
  const value = { filterType: 'NOTIONAL', minNotional: '5', maxNotional: '9000', applyMaxToMarket: false }

  test.each([
    [
      'the smaller of both kinds',
      binance.binance,
      SPOT,
      binanceList([lot('LOT_SIZE', '900'), lot('MARKET_LOT_SIZE', '70'), value]),
      '70',
      '9000',
    ],
    [
      'zero is none',
      binance.binance,
      SPOT,
      binanceList([lot('LOT_SIZE', '900'), lot('MARKET_LOT_SIZE', '0.0')]),
      '900',
      null,
    ],
    [
      'of USDT-M',
      binance.binance,
      USDM,
      binanceList([lot('LOT_SIZE', '900'), lot('MARKET_LOT_SIZE', '120')]),
      '120',
      null,
    ],
    // Of a spot pair the largest market order is in dollars.
    [
      'amounts in dollars',
      okx.okx,
      `${OKX}SPOT`,
      okxList({ maxLmtSz: '900', maxMktSz: '6000', maxLmtAmt: '8000', maxMktAmt: '7000' }),
      '900',
      '6000',
    ],
    [
      'amounts of another quote',
      okx.okx,
      `${OKX}SPOT`,
      okxList({ quoteCcy: 'EUR', maxLmtSz: '900', maxMktSz: '6000', maxLmtAmt: '8000' }),
      '900',
      null,
    ],
    [
      'contracts become coins',
      okx.okx,
      `${OKX}SWAP`,
      okxList({ ...swap, maxLmtSz: '900', maxMktSz: '20', maxLmtAmt: '8000', maxMktAmt: '' }),
      '2',
      '8000',
    ],
    [
      'the newer names',
      bybit.bybit,
      `${BYBIT}spot`,
      bybitList('spot', { maxOrderQty: '1', maxLimitOrderQty: '80', maxMarketOrderQty: '50', maxOrderAmt: '4000' }),
      '50',
      '4000',
    ],
    ['the older name', bybit.bybit, `${BYBIT}spot`, bybitList('spot', { maxOrderQty: '80' }), '80', null],
    [
      'of linear',
      bybit.bybit,
      `${BYBIT}linear`,
      bybitList('linear', { maxOrderQty: '80', maxMktOrderQty: '30' }),
      '30',
      null,
    ],
    [
      'the largest position',
      kraken.kraken,
      'https://futures.kraken.com/derivatives/api/v3/instruments',
      body({
        result: 'success',
        instruments: [
          {
            symbol: 'PF_SOLUSD',
            base: 'SOL',
            quote: 'USD',
            tradeable: true,
            contractValueTradePrecision: 2,
            maxPositionSize: 5000,
          },
        ],
      }),
      '5000',
      null,
    ],
    ['nothing stated', okx.okx, `${OKX}SPOT`, okxList({ maxLmtSz: '', maxMktSz: '' }), null, null],
  ] as const)('%s (%s)', (_, protocol, url, text, quantity, money) => {
    const rig = new ReaderRig(protocol)
    rig.read(url, text)
    const [found] = rig.instruments.get('spot') ?? rig.instruments.get('perp') ?? []
    expect([found?.maxQty, found?.maxNotional].map((one) => (one ? decimalText(one) : null))).toEqual([quantity, money])
  })

  test.each([
    ['spot', SPOT, { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 }, 200],
    ['USDT-M', USDM, { filterType: 'MAX_NUM_ORDERS', limit: 120 }, 120],
    ['a list that states none', SPOT, { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 }, null],
  ] as const)('the number of open orders: %s', (_, url, filter, most) => {
    const rig = new ReaderRig(binance.binance)
    rig.read(url, binanceList([lot('LOT_SIZE', '900'), filter]))
    const [found] = rig.instruments.get('spot') ?? rig.instruments.get('perp') ?? []
    expect(found?.maxOpenOrders).toBe(most)
  })
})
