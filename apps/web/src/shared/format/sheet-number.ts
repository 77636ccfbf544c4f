const format = new Intl.NumberFormat('tr-TR', { maximumSignificantDigits: 15, useGrouping: false })

/**
 * A number for a Turkish spreadsheet: a decimal comma, no thousands, and all digits of the wire (prices have 12). A
 * double has only noise after 15 digits.
 */
export function sheetNumber(value: number): string {
  return format.format(value === 0 ? 0 : value)
}
