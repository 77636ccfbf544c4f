import { stepText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'

const MONIES = ['USD', 'USDT', 'USDC', 'EUR']

/** A step as this channel prints it. Small steps have exponent form (`1e-08`), as on the live channel. */
function stepNumber(decimals: number): string {
  return decimals < 5 ? stepText(decimals) : `1e-${String(decimals).padStart(2, '0')}`
}

/** A minimum of `lots` lots. Below 0.0001 it has exponent form. */
function minimum(lots: number, decimals: number): string {
  const value = lots / 10 ** decimals
  if (value >= 1e-4) return String(value)
  const [digits, exponent] = value.toExponential().split('e-')
  return `${digits}e-${(exponent ?? '').padStart(2, '0')}`
}

const status = ({ state }: Instrument) =>
  state === 'trading' ? 'online' : state === 'halted' ? 'cancel_only' : 'delisted'

function pair(market: Instrument): string {
  const { listing } = market
  return (
    `{"symbol":"${listing.id}","base":"${listing.baseName}","quote":"${listing.quote}","status":"${status(market)}",` +
    `"qty_precision":${listing.sizeDecimals},"qty_increment":${stepNumber(listing.sizeDecimals)},` +
    `"price_precision":${listing.priceDecimals},"cost_precision":5,"marginable":false,"has_index":true,` +
    `"cost_min":${listing.minNotional ?? '0.5'},"tick_size":${stepNumber(listing.priceDecimals)},` +
    `"price_increment":${stepNumber(listing.priceDecimals)},"qty_min":${minimum(listing.minLots, listing.sizeDecimals)}}`
  )
}

function asset(name: string): string {
  const precision = MONIES.includes(name) ? 4 : 10
  return `{"id":"${name}","status":"enabled","precision":${precision},"precision_display":5,"multiplier":1,"borrowable":false,"collateral_value":0.0,"margin_rate":0.0}`
}

/** A frame of the `instrument` channel, whose `data` is an object, not an array. */
export function instrumentFrame(type: 'snapshot' | 'update', markets: readonly Instrument[]): string {
  const names = type === 'update' ? [] : [...new Set(markets.flatMap(({ listing }) => [listing.base, listing.quote]))]
  return `{"channel":"instrument","type":"${type}","data":{"assets":[${names.map(asset).join(',')}],"pairs":[${markets.map(pair).join(',')}]}}`
}
