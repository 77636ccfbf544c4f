import { plainForm } from '@makas/contract'

/** Result for a typed text that is not a number. */
export const UNREADABLE = Symbol('unreadable')

/**
 * Reads a typed number (`1.234,5`, `1234.5`, `−3`); null for an empty field. A dot before exactly three digits
 * separates thousands (`1.500`), as everywhere on the site; any other dot is a decimal point.
 */
export function typedNumber(text: string): number | null | typeof UNREADABLE {
  if (text.trim() === '') return null
  const plain = typedDecimal(text)
  return plain === null ? UNREADABLE : Number(plain)
}

/** Reads a typed number as plain decimal text, digit for digit; null if it is not a number. */
export function typedDecimal(text: string): string | null {
  const bare = plainForm(text).replaceAll(' ', '')
  const isGrouped = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(bare)
  const plain = (isGrouped ? bare.replaceAll('.', '') : bare).replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

/** A number as typed text: `1234,5`. */
export function typedText(value: number): string {
  return `${value}`.replace('.', ',')
}
