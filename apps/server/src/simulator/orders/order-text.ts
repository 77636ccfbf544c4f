import { type Decimal, decimalText, parseDecimal, pow10, trimmed } from '@makas/domain'
import type { Instrument } from '../market/instrument.ts'
import { feeAsset, type Order, valueAt } from './order.ts'

/** A plain decimal above zero; null for anything else. */
export function positive(text: string | null | undefined): Decimal | null {
  const isPlain = typeof text === 'string' && text.length <= 40 && /^\d+(\.\d+)?$/.test(text)
  const value = isPlain ? parseDecimal(text) : null
  return value !== null && value.mantissa > 0n ? trimmed(value) : null
}

/** A quantity or price in whole units of 10^-decimals (`decimals` may be negative); null where it is no multiple. */
export function unitsIn(value: Decimal, decimals: number): number | null {
  const { mantissa, decimals: own } = trimmed(value)
  if (decimals >= 0) return own > decimals ? null : safe(mantissa * pow10(decimals - own))
  const unit = pow10(-decimals)
  return own > 0 || mantissa % unit !== 0n ? null : safe(mantissa / unit)
}

const safe = (units: bigint): number | null => (units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null)

/** Which minimum of the exchange an order is below: lots, or value at that price. */
export function isBelowMinimum(instrument: Instrument, lots: number, ticks: number): 'lots' | 'value' | null {
  const { minLots, minNotional } = instrument.listing
  if (lots < minLots) return 'lots'
  const least = minNotional === undefined ? null : parseDecimal(minNotional)
  if (least === null) return null
  const value = valueAt(ticks, lots, instrument)
  return value.mantissa * pow10(least.decimals) < least.mantissa * pow10(value.decimals) ? 'value' : null
}

/** Which maximum of the exchange an order is above: lots, or value at that price. */
export function isAboveMaximum(
  instrument: Instrument,
  lots: number,
  ticks: number,
  kind: 'limit' | 'market',
): 'lots' | 'value' | null {
  const { most } = instrument.listing
  const [mostLots, mostValue] =
    kind === 'limit' ? [most.limitLots, most.limitValue] : [most.marketLots, most.marketValue]
  if (mostLots !== undefined && lots > mostLots) return 'lots'
  const greatest = mostValue === undefined ? null : parseDecimal(mostValue)
  if (greatest === null) return null
  const value = valueAt(ticks, lots, instrument)
  return value.mantissa * pow10(greatest.decimals) > greatest.mantissa * pow10(value.decimals) ? 'value' : null
}

/** The price by which an order's value is judged: its limit, or the best opposite price. */
export const measure = (instrument: Instrument, side: 'buy' | 'sell', limit: number | null): number =>
  limit ?? (side === 'buy' ? instrument.bestAsk : instrument.bestBid)

/** Decimal text with at least `decimals` decimals, padded with zeros. */
export function atLeast(value: Decimal, decimals: number): string {
  const text = decimalText(value)
  const own = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  if (own >= decimals) return text
  return `${text}${own === 0 ? '.' : ''}${'0'.repeat(decimals - own)}`
}

/** Average price paid, to these decimals. */
export function averageText(value: Decimal, quantity: Decimal, decimals: number): string {
  if (quantity.mantissa === 0n) return '0'
  const above = value.mantissa * pow10(quantity.decimals + decimals)
  return decimalText({ mantissa: above / (quantity.mantissa * pow10(value.decimals)), decimals })
}

/** A price in ticks as text, without trailing zeros. */
export function priceText(ticks: number, { listing }: Instrument): string {
  const { priceDecimals } = listing
  return priceDecimals >= 0
    ? decimalText({ mantissa: BigInt(ticks), decimals: priceDecimals })
    : decimalText({ mantissa: BigInt(ticks) * pow10(-priceDecimals), decimals: 0 })
}

/** The exchange's name of the asset in which the order's fees are charged. */
export const feeName = (order: Pick<Order, 'instrument' | 'side'>): string => {
  const { baseName, quote } = order.instrument.listing
  return feeAsset(order) === 'base' ? baseName : quote
}

/** The fields of a JSON object; null for anything else. */
export function fieldsOf(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
