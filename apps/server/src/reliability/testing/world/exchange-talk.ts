import { crc32 } from 'node:zlib'
import type { ExchangeId } from '@makas/domain'
import type { Endpoint, ExchangeProtocol } from '../../../app/ports/market/exchange-reader.ts'

/** A level as decimal texts; a size of zero deletes it. */
export type Level = readonly [price: string, size: string]
export type Sides = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
/** An instrument as an exchange lists it, with the exchange's own tickers. */
export type Listing = {
  readonly base: string
  readonly quote: string
  readonly tick?: string
  readonly lot?: string
  readonly minQty?: string
  readonly minNotional?: string
}
type ExchangeMessage = { readonly url: string; readonly text: string }

/**
 * Messages of one exchange about its spot books, written by hand after its documents, so that they are independent of
 * the readers and the simulator. `n` counts the messages of a book from its snapshot, by one each.
 */
export type Talk = {
  readonly symbol: (listed: Pick<Listing, 'base' | 'quote'>) => string
  readonly list: (all: readonly Listing[]) => ExchangeMessage
  readonly snapshot: (symbol: string, n: number, whole: Sides, now: number) => ExchangeMessage
  /** @param top the ten best levels of each side after the change. */
  readonly change: (symbol: string, n: number, changed: Sides, top: Sides, now: number) => ExchangeMessage
}

const pairs = (levels: readonly Level[], rest = '') =>
  `[${levels.map(([price, size]) => `["${price}","${size}"${rest}]`).join(',')}]`
const objects = (levels: readonly Level[]) =>
  `[${levels.map(([price, size]) => `{"price":${price},"qty":${size}}`).join(',')}]`

function krakenChecksum({ bids, asks }: Sides): number {
  const digits = (text: string) => text.replace('.', '').replace(/^0+/, '')
  const part = (levels: readonly Level[]) =>
    levels
      .slice(0, 10)
      .map(([price, size]) => digits(price) + digits(size))
      .join('')
  return crc32(part(asks) + part(bids))
}

const BINANCE = 'wss://stream.binance.com:9443/ws'
const OKX = 'wss://ws.okx.com:8443/ws/v5/public'
const BYBIT = 'wss://stream.bybit.com/v5/public/spot'
const KRAKEN = 'wss://ws.kraken.com/v2'

const bybit = (type: string, symbol: string, n: number, { bids, asks }: Sides, now: number): ExchangeMessage => ({
  url: BYBIT,
  text: `{"topic":"orderbook.50.${symbol}","ts":${now},"type":"${type}","data":{"s":"${symbol}","b":${pairs(bids)},"a":${pairs(asks)},"u":${n + 2},"seq":${n + 2}},"cts":${now}}`,
})
const okx = (action: string, symbol: string, ids: string, { bids, asks }: Sides, now: number): ExchangeMessage => ({
  url: OKX,
  text: `{"arg":{"channel":"books","instId":"${symbol}"},"action":"${action}","data":[{"asks":${pairs(asks, ',"0","1"')},"bids":${pairs(bids, ',"0","1"')},"ts":"${now}","checksum":0,${ids}}]}`,
})
const kraken = (type: string, symbol: string, { bids, asks }: Sides, top: Sides, now: number): ExchangeMessage => ({
  url: KRAKEN,
  text: `{"channel":"book","type":"${type}","data":[{"symbol":"${symbol}","bids":${objects(bids)},"asks":${objects(asks)},"checksum":${krakenChecksum(top)},"timestamp":"${new Date(now).toISOString()}"}]}`,
})

export const TALKS: Readonly<Record<ExchangeId, Talk>> = {
  binance: {
    symbol: ({ base, quote }) => `${base}${quote}`,
    list: (all) => ({
      url: 'https://api.binance.com/api/v3/exchangeInfo',
      text: JSON.stringify({
        symbols: all.map(({ base, quote, tick = '0.01', lot = '0.001', minQty, minNotional }) => ({
          symbol: `${base}${quote}`,
          status: 'TRADING',
          isSpotTradingAllowed: true,
          baseAsset: base,
          quoteAsset: quote,
          filters: [
            { filterType: 'PRICE_FILTER', tickSize: tick },
            { filterType: 'LOT_SIZE', stepSize: lot, minQty: minQty ?? '0' },
            ...(minNotional === undefined ? [] : [{ filterType: 'NOTIONAL', minNotional }]),
          ],
        })),
      }),
    }),
    snapshot: (symbol, n, { bids, asks }) => ({
      url: `https://api.binance.com/api/v3/depth?symbol=${symbol}&limit=100`,
      text: `{"lastUpdateId":${n + 1},"bids":${pairs(bids)},"asks":${pairs(asks)}}`,
    }),
    change: (symbol, n, { bids, asks }, _top, now) => ({
      url: BINANCE,
      text: `{"e":"depthUpdate","E":${now},"s":"${symbol}","U":${n + 1},"u":${n + 1},"b":${pairs(bids)},"a":${pairs(asks)}}`,
    }),
  },
  okx: {
    symbol: ({ base, quote }) => `${base}-${quote}`,
    list: (all) => ({
      url: 'https://www.okx.com/api/v5/public/instruments?instType=SPOT',
      text: JSON.stringify({
        code: '0',
        data: all.map(({ base, quote, tick = '0.01', lot = '0.001', minQty = '0' }) => ({
          instType: 'SPOT',
          instId: `${base}-${quote}`,
          baseCcy: base,
          quoteCcy: quote,
          tickSz: tick,
          lotSz: lot,
          minSz: minQty,
          groupId: '1',
          state: 'live',
        })),
      }),
    }),
    snapshot: (symbol, n, whole, now) => okx('snapshot', symbol, `"seqId":${n + 1},"prevSeqId":-1`, whole, now),
    change: (symbol, n, changed, _top, now) => okx('update', symbol, `"seqId":${n + 1},"prevSeqId":${n}`, changed, now),
  },
  bybit: {
    symbol: ({ base, quote }) => `${base}${quote}`,
    list: (all) => ({
      url: 'https://api.bybit.com/v5/market/instruments-info?category=spot',
      text: JSON.stringify({
        retCode: 0,
        result: {
          category: 'spot',
          list: all.map(({ base, quote, tick = '0.01', lot = '0.001', minQty = '0', minNotional = '0' }) => ({
            symbol: `${base}${quote}`,
            baseCoin: base,
            quoteCoin: quote,
            innovation: '0',
            status: 'Trading',
            priceFilter: { tickSize: tick },
            lotSizeFilter: { basePrecision: lot, minOrderQty: minQty, minOrderAmt: minNotional },
          })),
        },
      }),
    }),
    snapshot: (symbol, n, whole, now) => bybit('snapshot', symbol, n, whole, now),
    change: (symbol, n, changed, _top, now) => bybit('delta', symbol, n, changed, now),
  },
  kraken: {
    symbol: ({ base, quote }) => `${base}/${quote}`,
    list: (all) => ({
      url: 'https://api.kraken.com/0/public/AssetPairs',
      text: JSON.stringify({
        error: [],
        result: Object.fromEntries(
          all.map(({ base, quote, tick = '0.01', lot = '0.001', minQty = '0', minNotional }) => [
            `${base}${quote}`,
            {
              wsname: `${base}/${quote}`,
              aclass_base: 'currency',
              aclass_quote: 'currency',
              pair_decimals: (tick.split('.')[1] ?? '').length,
              lot_decimals: (lot.split('.')[1] ?? '').length,
              tick_size: tick,
              ordermin: minQty,
              ...(minNotional === undefined ? {} : { costmin: minNotional }),
              status: 'online',
            },
          ]),
        ),
      }),
    }),
    snapshot: (symbol, _n, whole, now) => kraken('snapshot', symbol, whole, whole, now),
    change: (symbol, _n, changed, top, now) => kraken('update', symbol, changed, top, now),
  },
}

const endpoints = new Map<string, Endpoint>()

/** Endpoint of a URL, cached. */
export function endpointOf(protocol: ExchangeProtocol, url: string): Endpoint {
  const known = endpoints.get(url)
  if (known !== undefined) return known
  const endpoint = protocol.endpoint(new URL(url))
  if (endpoint === null) throw new Error(`${protocol.exchange} does not read ${url}`)
  endpoints.set(url, endpoint)
  return endpoint
}
