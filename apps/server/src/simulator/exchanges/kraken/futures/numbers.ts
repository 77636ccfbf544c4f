import { fixedText, shortText } from '../../../market/decimal-text.ts'
import { RATE_DECIMALS } from '../../../market/funding.ts'

/** A JSON number as this system prints it: with a point, and at most one trailing zero (`84001.0`, `0.58`). */
export function dotted(value: number, decimals: number): string {
  const text = shortText(value, decimals)
  return text.includes('.') ? text : `${text}.0`
}

/** A quantity with all its decimals (`0.0400`); zero, which removes a level, as `0.0`. */
export function quantity(lots: number, decimals: number): string {
  if (lots === 0) return '0.0'
  const text = fixedText(lots, decimals)
  return text.includes('.') ? text : `${text}.0`
}

/** `rate` (10^-RATE_DECIMALS) as a plain number; undefined for zero. */
export const relativeRate = (rate: number): string | undefined => scaled(BigInt(rate), RATE_DECIMALS)

/** Hourly payment of one base unit in the quote currency: the rate times a price of `ticks` 10^-decimals, exact. */
export const absoluteRate = (rate: number, ticks: number, decimals: number): string | undefined =>
  scaled(BigInt(rate) * BigInt(ticks), RATE_DECIMALS + decimals)

function scaled(value: bigint, decimals: number): string | undefined {
  if (value === 0n) return undefined
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/0+$/, '').replace(/\.$/, '.0')
  return value < 0n ? `-${text}` : text
}

/** A small number in exponent form, as REST prints it: `0.00001179` → `1.179e-05`. Other numbers stay unchanged. */
export function exponentText(text: string): string {
  const match = /^(-?)0\.(0{4,})([1-9]\d*)$/.exec(text)
  if (!match) return text
  const [, sign = '', zeros = '', digits = ''] = match
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${sign}${digits[0]}${rest}e-${String(zeros.length + 1).padStart(2, '0')}`
}
