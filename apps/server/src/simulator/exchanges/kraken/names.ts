import type { Listing } from '../../market/instrument.ts'

/** Kraken's names of assets that are usually called otherwise. */
const ALTNAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }
/** Assets of the early years have a prefix: X for coins, Z for money. */
const OLD_COINS = ['XBT', 'ETH', 'LTC', 'XRP', 'XLM', 'ETC', 'ZEC', 'XDG']
const OLD_MONEY = ['USD', 'EUR']

export const altname = (name: string): string => ALTNAMES[name] ?? name

/** REST asset id: XXBT, ZUSD, SOL. */
export function assetId(name: string): string {
  const short = altname(name)
  if (OLD_COINS.includes(short)) return `X${short}`
  return OLD_MONEY.includes(short) ? `Z${short}` : short
}

export const pairAltname = ({ base, quote }: Listing): string => `${altname(base)}${altname(quote)}`

/** REST pair id: XXBTZUSD, XBTUSDT, SOLUSD. Two exceptions are older than the rule. */
export function pairId(listing: Listing): string {
  const { base, quote } = listing
  if (base === 'USDT' && quote === 'USD') return 'USDTZUSD'
  const isOld = (name: string) => assetId(name) !== altname(name)
  return isOld(base) && isOld(quote) && base !== 'DOGE' ? `${assetId(base)}${assetId(quote)}` : pairAltname(listing)
}

/** The name of WebSocket v1, which REST still prints. */
export const wsname = ({ base, quote }: Listing): string => `${altname(base)}/${altname(quote)}`
