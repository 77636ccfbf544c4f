import { decimalText } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import * as binance from './binance/map.ts'
import * as bybit from './bybit/map.ts'
import * as kraken from './kraken/map.ts'
import * as okx from './okx/map.ts'
import { PROTOCOLS } from './protocols.ts'
import { CAPTURES, ReaderRig, recorded } from './testing/recorded.ts'

const place = (url: string) => {
  for (const protocol of PROTOCOLS) {
    const at = protocol.endpoint(new URL(url))
    if (at !== null) return `${at.exchange} ${at.market} ${at.transport} ${at.path}`
  }
  return null
}

test.each([
  ['wss://stream.binance.com:9443/stream?streams=a@depth', 'binance spot ws /stream'],
  ['wss://data-stream.binance.vision/ws/btcusdt@depth', null],
  ['https://api.binance.com/api/v3/depth?symbol=X', 'binance spot rest /api/v3/depth'],
  ['wss://fstream.binance.com/public/stream', 'binance perp ws /public/stream'],
  ['https://fapi.binance.com/fapi/v1/depth?symbol=X', 'binance perp rest /fapi/v1/depth'],
  ['http://127.0.0.1:4000/binance-usdm/fapi/v1/depth?symbol=X', 'binance perp rest /fapi/v1/depth'],
  ['ws://localhost:4000/binance/ws', 'binance spot ws /ws'],
  ['wss://ws.okex.com:8443/ws/v5/public', 'okx spot ws /ws/v5/public'],
  ['https://www.okx.com/api/v5/public/instruments?instType=SWAP', 'okx perp rest /api/v5/public/instruments'],
  ['ws://[::1]:4000/okx/ws/v5/public', 'okx spot ws /ws/v5/public'],
  ['wss://stream.bytick.com/v5/public/linear', 'bybit perp ws /v5/public/linear'],
  ['https://api.bybit.com/v5/market/instruments-info?category=linear', 'bybit perp rest /v5/market/instruments-info'],
  ['https://api.bybit.com/v5/market/time', 'bybit spot rest /v5/market/time'],
  ['https://api.bybit.com/v5/market/orderbook?category=inverse', 'bybit perp rest /v5/market/orderbook'],
  ['wss://ws.kraken.com/v2', 'kraken spot ws /v2'],
  ['wss://ws.kraken.com/', null],
  ['wss://futures.kraken.com/ws/v1', 'kraken perp ws /ws/v1'],
  [
    'http://127.0.0.1:1/kraken-futures/derivatives/api/v3/instruments',
    'kraken perp rest /derivatives/api/v3/instruments',
  ],
  ['https://api.kraken.com/0/private/Balance', null],
  ['wss://notbinance.com/stream', null],
  ['wss://binance.com.evil.test/stream', null],
  ['http://127.0.0.1:4000/api/v3/depth', null],
  ['http://10.0.0.1/binance/api/v3/depth', null],
  ['ftp://api.binance.com/api/v3/depth', null],
])('%s', (url, expected) => {
  expect(place(url)).toBe(expected)
})

describe('the deepest channel of an instrument makes its book', () => {
  test.each([
    [binance.binance, ['depth', 'rest', 'depth20'], 'depth', 10_000],
    [binance.binance, ['depth', 'depth5', 'depth20'], 'depth20', 20],
    [binance.binance, ['depth'], 'depth', 10_000],
    [okx.okx, ['bbo-tbt', 'books5', 'books50-l2-tbt', 'books-l2-tbt', 'books'], 'books', 400],
    [okx.okx, ['bbo-tbt', 'books5'], 'books5', 5],
    [bybit.bybit, ['orderbook.1', 'orderbook.1000', 'orderbook.50'], 'orderbook.1000', 1_000],
    [kraken.kraken, ['book.10', 'book.25'], 'book', 25],
  ] as const)('%#', (protocol, channels, channel, depth) => {
    expect(protocol.choose(new Set<string>(channels))).toMatchObject({ channel, depth })
  })

  test('Kraken’s spot books are visible to the tenth level, whatever is subscribed', () => {
    expect(kraken.kraken.choose(new Set(['book.1000']))?.visibleDepth).toBe(10)
  })

  test('nothing makes none', () => {
    for (const protocol of PROTOCOLS) expect(protocol.choose(new Set())).toBeNull()
  })
})

test.each([
  [okx.okx, 'perp', 'BTC-USDT-SWAP', 'contracts'],
  [okx.okx, 'perp', 'BTC-USD-SWAP', 'inverse'],
  [okx.okx, 'spot', 'BTC-USD', 'base'],
  [kraken.kraken, 'perp', 'PI_XBTUSD', 'inverse'],
  [kraken.kraken, 'perp', 'PF_XBTUSD', 'base'],
  [bybit.bybit, 'perp', '1000PEPEUSDT', 'base'],
] as const)('%# a size counts %s', (protocol, market, symbol, unit) => {
  expect(protocol.sizeUnit(market, symbol)).toBe(unit)
})

test('dated contracts and Kraken’s v1 are no sightings', () => {
  const at = (protocol: (typeof PROTOCOLS)[number], url: string) => {
    const endpoint = protocol.endpoint(new URL(url))
    if (endpoint === null) throw new Error(url)
    return endpoint
  }
  const texts: [(typeof PROTOCOLS)[number], string, string][] = [
    [
      binance.binance,
      'wss://fstream.binance.com/stream',
      '{"stream":"btcusdt_260925@depth","data":{"e":"depthUpdate"}}',
    ],
    [okx.okx, 'wss://ws.okx.com/ws/v5/public', '{"arg":{"channel":"books","instId":"BTC-USD-260925"},"data":[]}'],
    [bybit.bybit, 'wss://stream.bybit.com/v5/public/linear', '{"topic":"orderbook.50.BTCUSDT-25DEC26"}'],
    [kraken.kraken, 'wss://futures.kraken.com/ws/v1', '{"feed":"book","product_id":"FI_XBTUSD_260925"}'],
  ]
  for (const [protocol, url, text] of texts) expect(protocol.sightings(at(protocol, url), text)).toEqual([])
})

describe.skipIf(CAPTURES === null)('recorded lists of instruments', () => {
  const listOf = (protocol: (typeof PROTOCOLS)[number], file: string, market: 'spot' | 'perp', symbol: string) => {
    const rig = new ReaderRig(protocol)
    rig.replay(recorded(file))
    const list = rig.instruments.get(market) ?? []
    const found = list.find((one) => one.symbol === symbol)
    const rule = (value: Parameters<typeof decimalText>[0] | null | undefined) => (value ? decimalText(value) : value)
    return {
      count: list.length,
      ...found,
      tick: rule(found?.tick),
      lotStep: rule(found?.lotStep),
      minQty: rule(found?.minQty),
      minNotional: rule(found?.minNotional),
      maxQty: rule(found?.maxQty),
      maxNotional: rule(found?.maxNotional),
      contractSize: rule(found?.contractSize),
    }
  }

  test.each([
    [
      binance.binance,
      'binance/rest_spot_exchangeInfo_20211012.jsonl',
      'spot',
      'ETHBTC',
      1_695,
      {
        baseTicker: 'ETH',
        quoteTicker: 'BTC',
        status: 'trading',
        tick: '0.000001',
        lotStep: '0.0001',
        minQty: '0.0001',
        minNotional: '0.0001',
        maxQty: '873.90727776',
        maxNotional: null,
      },
    ],
    [
      binance.binance,
      'binance/rest_usdm_exchangeInfo_20210722.jsonl',
      'perp',
      '1000SHIBUSDT',
      119,
      { baseTicker: '1000SHIB', quoteTicker: 'USDT', lotStep: '1', minNotional: '5', contractSize: null },
    ],
    [
      okx.okx,
      'okx/rest_instruments_swap_20220513.jsonl',
      'perp',
      'BTC-USDT-SWAP',
      166,
      {
        baseTicker: 'BTC',
        quoteTicker: 'USDT',
        contractSize: '0.01',
        inverse: false,
        lotStep: '0.01',
        minNotional: null,
        maxQty: '16',
        maxNotional: null,
      },
    ],
    [
      okx.okx,
      'okx/rest_instruments_swap_20220513.jsonl',
      'perp',
      'BTC-USD-SWAP',
      166,
      { baseTicker: 'BTC', quoteTicker: 'USD', contractSize: null, inverse: true },
    ],
    [
      bybit.bybit,
      'bybit/rest_instruments_spot_20260809.jsonl',
      'spot',
      'BTCUSDT',
      546,
      {
        tick: '0.1',
        lotStep: '0.000001',
        minQty: '0.000001',
        minNotional: '5',
        maxQty: '120',
        maxNotional: '8000000',
        specialFee: false,
      },
    ],
    [
      bybit.bybit,
      'bybit/rest_instruments_linear_20260809.jsonl',
      'perp',
      '1000PEPEUSDT',
      582,
      { baseTicker: '1000PEPE', quoteTicker: 'USDT', contractSize: null },
    ],
    [
      kraken.kraken,
      'kraken/rest_assetpairs_20210417.jsonl',
      'spot',
      'BTC/USD',
      293,
      {
        baseTicker: 'BTC',
        quoteTicker: 'USD',
        tick: '0.1',
        lotStep: '0.00000001',
        minQty: '0.0002',
        minNotional: null,
        status: 'trading',
      },
    ],
    [
      kraken.kraken,
      'kraken/rest_futures_instruments_20210722.jsonl',
      'perp',
      'PI_XBTUSD',
      5,
      { baseTicker: 'BTC', quoteTicker: 'USD', inverse: true, tick: '0.5', lotStep: '1' },
    ],
  ] as const)('%# %s %s %s', (protocol, file, market, symbol, count, expected) => {
    expect(listOf(protocol, file, market, symbol)).toMatchObject({ count, ...expected })
  })

  test('a negative precision of Kraken’s futures is a step of thousands; stocks are no coins', () => {
    const pepe = listOf(kraken.kraken, 'kraken/samples_docs.jsonl', 'perp', 'PF_PEPEUSD')
    expect(pepe).toMatchObject({ count: 3, lotStep: '1000', minQty: '1000', tick: '0.0000000001' })
  })
})

test('Kraken’s instrument channel: exponent forms, foreign venues and tokenised assets', () => {
  const rig = new ReaderRig(kraken.kraken)
  const pair = (symbol: string, base: string, more = '') =>
    `{"symbol":"${symbol}","base":"${base}","quote":"USD","status":"online","price_increment":5e-05,"qty_increment":1e-08,"qty_min":0.5,"cost_min":0.50${more}}`
  const pairs = [pair('XRP/USD', 'XRP'), pair('XRP/USD:BTNL', 'XRP'), pair('AAPLx/USD', 'AAPLx')].join()
  rig.read(
    'wss://ws.kraken.com/v2',
    `{"channel":"instrument","type":"snapshot","data":{"assets":[],"pairs":[${pairs}]}}`,
  )
  const [xrp, ...others] = rig.instruments.get('spot') ?? []
  expect(others).toEqual([])
  expect([xrp?.tick, xrp?.lotStep].map((value) => value && decimalText(value))).toEqual(['0.00005', '0.00000001'])
  expect(rig.heard()).toEqual([{ kind: 'instruments', symbol: 'spot true' }])
})

const PERPETUALS = {
  binance: (life: string) =>
    `{"symbols":[{"symbol":"SOLUSDT","baseAsset":"SOL","quoteAsset":"USDT","contractType":"PERPETUAL","status":"TRADING","filters":[]${life}}]}`,
  bybit: (life: string) =>
    `{"retCode":0,"result":{"category":"linear","nextPageCursor":"","list":[{"symbol":"SOLUSDT","baseCoin":"SOL","quoteCoin":"USDT","settleCoin":"USDT","contractType":"LinearPerpetual","status":"Trading"${life}}]}}`,
  okx: (life: string) =>
    `{"code":"0","data":[{"instType":"SWAP","instId":"SOL-USDT-SWAP","uly":"SOL-USDT","settleCcy":"USDT","ctVal":"1","ctMult":"1","ctType":"linear","ctValCcy":"SOL","state":"live"${life}}]}`,
  kraken: (life: string) =>
    `{"result":"success","instruments":[{"symbol":"PF_SOLUSD","type":"flexible_futures","base":"SOL","quote":"USD","contractSize":1,"tradeable":true,"contractValueTradePrecision":2${life}}]}`,
}
const PERPETUAL_LISTS = {
  binance: 'https://fapi.binance.com/fapi/v1/exchangeInfo',
  bybit: 'https://api.bybit.com/v5/market/instruments-info?category=linear',
  okx: 'https://www.okx.com/api/v5/public/instruments?instType=SWAP',
  kraken: 'https://futures.kraken.com/derivatives/api/v3/instruments',
}

test.each([
  ['binance', ',"onboardDate":1569398400000,"deliveryDate":4133404800000', [1_569_398_400_000, undefined]],
  ['binance', ',"onboardDate":1569398400000,"deliveryDate":1790179200000', [1_569_398_400_000, 1_790_179_200_000]],
  ['bybit', ',"launchTime":"1584230400000","deliveryTime":"0"', [1_584_230_400_000, undefined]],
  ['bybit', ',"launchTime":"1584230400000","deliveryTime":"1790179200000"', [1_584_230_400_000, 1_790_179_200_000]],
  ['okx', ',"listTime":"1573557408000","expTime":""', [1_573_557_408_000, undefined]],
  ['okx', ',"listTime":"1573557408000","expTime":"1790179200000"', [1_573_557_408_000, 1_790_179_200_000]],
  ['kraken', ',"openingDate":"2022-03-22T13:15:36Z"', [1_647_954_936_000, undefined]],
  ['binance', '', [undefined, undefined]],
  ['bybit', ',"launchTime":"soon"', [undefined, undefined]],
  ['okx', ',"listTime":""', [undefined, undefined]],
  ['kraken', ',"openingDate":"yesterday"', [undefined, undefined]],
] as const)('the life of a perpetual of %s with %j is %j', (exchange, life, expected) => {
  const protocol = PROTOCOLS.find((one) => one.exchange === exchange)
  if (protocol === undefined) throw new Error(exchange)
  const rig = new ReaderRig(protocol)
  rig.read(PERPETUAL_LISTS[exchange], PERPETUALS[exchange](life))
  const list = rig.instruments.get('perp') ?? []
  expect(list.map(({ listedAt, endsAt }) => [listedAt, endsAt])).toEqual([expected])
})

describe('changes of 24 h in percent', () => {
  test.each([
    [binance.parseDailyChanges('[{"symbol":"BTCUSDT","priceChangePercent":"-1.250"}]'), 'BTCUSDT', '-1.250'],
    [okx.parseDailyChanges('{"data":[{"instId":"BTC-USDT","last":"110","open24h":"100"}]}'), 'BTC-USDT', '10'],
    [bybit.parseDailyChanges('{"result":{"list":[{"symbol":"BTCUSDT","price24hPcnt":"0.0015"}]}}'), 'BTCUSDT', '0.15'],
    [kraken.parseDailyChanges('{"error":[],"result":{"XXBTZUSD":{"c":["95","1"],"o":"100"}}}'), 'BTC/USD', '-5'],
    [kraken.parseDailyChanges('{"error":[],"result":{"USDTZUSD":{"c":["1","1"],"o":"1"}}}'), 'USDT/USD', '0'],
    [kraken.parseDailyChanges('{"error":[],"result":{"XDGUSD":{"c":["3","1"],"o":"2"}}}'), 'DOGE/USD', '50'],
  ])('%#', (changes, symbol, percent) => {
    expect(changes).toEqual([{ symbol, percent }])
  })
})

test('the exchanges’ clocks', () => {
  expect(binance.parseServerTime('{"serverTime":1499827319559}')).toBe(1_499_827_319_559)
  expect(okx.parseServerTime('{"code":"0","data":[{"ts":"1597026383085"}]}')).toBe(1_597_026_383_085)
  expect(bybit.parseServerTime('{"retCode":0,"result":{},"time":1709891679050}')).toBe(1_709_891_679_050)
  expect(kraken.parsePong('{"method":"pong","req_id":7,"time_out":"2023-09-25T09:05:00.123500Z"}')).toEqual({
    requestId: '7',
    serverTime: 1_695_632_700_123,
  })
  expect(kraken.parsePong('{"method":"pong","time_out":"2023-09-25T09:05:00.123500Z"}')).toBeNull()
  expect(binance.parseServerTime('{"code":-1}')).toBeNull()
})
