import { v2Ticker } from './instruments.ts'

/** Quote ids at the end of a REST pair id; an id stands before any shorter id that it ends with. */
const QUOTES = [
  ...['ZUSD', 'ZEUR', 'ZGBP', 'ZCAD', 'ZJPY', 'ZAUD', 'XXBT', 'XETH', 'PYUSD', 'RLUSD', 'EURT', 'EURQ', 'EURR'],
  ...['USDT', 'USDC', 'USDG', 'USDQ', 'USDR', 'TUSD', 'DAI', 'USD', 'EUR', 'GBP', 'CAD', 'JPY', 'AUD', 'CHF', 'TRY'],
  ...['AED', 'XBT', 'ETH', 'SOL', 'DOT'],
]
/** Assets that still have the old prefix X or Z; newer tickers may begin with X themselves. */
const OLD_BASES = /^X(XBT|ETH|XRP|LTC|XLM|XMR|ZEC|ETC|REP|MLN|XDG)$|^Z(USD|EUR|GBP|CAD|JPY|AUD)$/

/** The WebSocket v2 symbol of a REST pair id (`XXBTZUSD` is `BTC/USD`); null when its quote is not known. */
export function pairName(id: string): string | null {
  for (const quote of QUOTES) {
    const base = id.slice(0, -quote.length)
    if (base.length < 2 || !id.endsWith(quote)) continue
    // `XXBTZUSD` and `USDTZUSD` have an old quote, `TZUSD` is no asset: the prefixed quote is taken first and fits.
    return `${v2Ticker(plain(base))}/${v2Ticker(plain(quote))}`
  }
  return null
}

function plain(assetId: string): string {
  return OLD_BASES.test(assetId) ? assetId.slice(1) : assetId
}
