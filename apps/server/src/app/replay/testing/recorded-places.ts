/** A line before it is written: `place` is the path behind `EXCHANGE_ORIGIN`. */
export type CaptureLine = { t: number; place: string; dir: 'in' | 'out'; msg: string; symbol: string | null }

/** The exchanges' hosts by the simulator's prefixes. */
const HOSTS: Readonly<Record<string, readonly [ws: string, rest: string]>> = {
  binance: ['wss://stream.binance.com:9443', 'https://api.binance.com'],
  'binance-usdm': ['wss://fstream.binance.com', 'https://fapi.binance.com'],
  okx: ['wss://ws.okx.com:8443', 'https://www.okx.com'],
  bybit: ['wss://stream.bybit.com', 'https://api.bytick.com'],
  kraken: ['wss://ws.kraken.com', 'https://api.kraken.com'],
  'kraken-futures': ['wss://futures.kraken.com', 'https://futures.kraken.com'],
}
/** Paths of the sockets for books and for facts of each market; equal paths are one socket. */
export const SOCKETS = {
  binance: {
    spot: ['/binance/stream', '/binance/stream'],
    perp: ['/binance-usdm/public/stream', '/binance-usdm/market/stream'],
  },
  okx: { spot: ['/okx/ws/v5/public', '/okx/ws/v5/public'], perp: ['/okx/ws/v5/public', '/okx/ws/v5/public'] },
  bybit: {
    spot: ['/bybit/v5/public/spot', '/bybit/v5/public/spot'],
    perp: ['/bybit/v5/public/linear', '/bybit/v5/public/linear'],
  },
  kraken: { spot: ['/kraken/v2', '/kraken/v2'], perp: ['/kraken-futures/ws/v1', '/kraken-futures/ws/v1'] },
} as const
export type Name = keyof typeof SOCKETS
export const NAMES = Object.keys(SOCKETS) as Name[]
const IS_SOCKET = new Set<string>(Object.values(SOCKETS).flatMap(({ spot, perp }) => [...spot, ...perp]))

export const LISTS = {
  binance: ['/binance/api/v3/exchangeInfo?showPermissionSets=false', '/binance-usdm/fapi/v1/exchangeInfo'],
  okx: ['/okx/api/v5/public/instruments?instType=SPOT', '/okx/api/v5/public/instruments?instType=SWAP'],
  bybit: [
    '/bybit/v5/market/instruments-info?category=spot',
    '/bybit/v5/market/instruments-info?category=linear&limit=1000',
  ],
  kraken: ['/kraken/0/public/AssetPairs', '/kraken-futures/derivatives/api/v3/instruments'],
} as const

/** REST calls for the facts of one perpetual: payments first, then tiers. */
export function factCalls(exchange: Name, id: string): readonly string[] {
  switch (exchange) {
    case 'binance':
      return [
        `/binance-usdm/fapi/v1/fundingRate?symbol=${id}&limit=30`,
        `/binance-usdm/fapi/v1/premiumIndex?symbol=${id}`,
      ]
    case 'okx':
      return [
        `/okx/api/v5/public/funding-rate-history?instId=${id}&limit=30`,
        `/okx/api/v5/public/position-tiers?instType=SWAP&tdMode=isolated&instFamily=${id.replace('-SWAP', '')}`,
        `/okx/api/v5/public/mark-price?instType=SWAP&instId=${id}`,
      ]
    case 'bybit':
      return [
        `/bybit/v5/market/funding/history?category=linear&symbol=${id}&limit=30`,
        `/bybit/v5/market/risk-limit?category=linear&symbol=${id}`,
        `/bybit/v5/market/tickers?category=linear&symbol=${id}`,
      ]
    case 'kraken':
      return [
        `/kraken-futures/derivatives/api/v3/historical-funding-rates?symbol=${id}`,
        `/kraken-futures/derivatives/api/v3/tickers?symbol=${id}`,
      ]
  }
}

/** REST calls for the facts of a whole exchange. */
export const COMMON_CALLS: Readonly<Record<Name, readonly string[]>> = {
  binance: ['/binance-usdm/fapi/v1/fundingInfo'],
  okx: ['/okx/api/v5/public/interest-rate-loan-quota'],
  bybit: ['/bybit/v5/spot-margin-trade/data'],
  kraken: [],
}

/** The lines of a capture file, with the exchanges' own urls or with those of a loopback origin. */
export function captureText(lines: readonly CaptureLine[], urls: 'own' | 'loopback'): string {
  return lines
    .map(({ t, place, dir, msg }) => {
      const [, name = '', ...path] = place.split('/')
      const isSocket = IS_SOCKET.has(place)
      const loopback = `${isSocket ? 'ws' : 'http'}://127.0.0.1:4321${place}`
      const own = `${HOSTS[name]?.[isSocket ? 0 : 1]}/${path.join('/')}`
      return `${JSON.stringify({ t, url: urls === 'own' ? own : loopback, dir, msg })}\n`
    })
    .join('')
}

/** The exchange's request to subscribe to one channel, or to unsubscribe. */
export function requestText(exchange: Name, isPerp: boolean, on: boolean, channel: string, id: number, name: string) {
  const op = on ? 'subscribe' : 'unsubscribe'
  switch (exchange) {
    case 'binance':
      return JSON.stringify({ method: op.toUpperCase(), params: [`${name.toLowerCase()}@${channel}`], id })
    case 'okx':
      return JSON.stringify({ id: String(id), op, args: [{ channel, instId: name }] })
    case 'bybit':
      return JSON.stringify({ req_id: String(id), op, args: [`${channel}.${name}`] })
    case 'kraken':
      return isPerp
        ? JSON.stringify({ event: op, feed: channel, product_ids: [name] })
        : JSON.stringify({ method: op, params: { channel, symbol: [name], depth: 10 }, req_id: id })
  }
}
