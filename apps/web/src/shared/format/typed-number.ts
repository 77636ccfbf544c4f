/** A typed number that cannot be read as one. */
export const UNREADABLE = Symbol('unreadable')

/**
 * What a person types into a field of numbers: `1.234,5`, `1234.5` and `−3` are understood; null where nothing stands.
 * A dot before exactly three digits separates thousands (`1.500`), as everywhere on the site; any other is a decimal point.
 */
export function typedNumber(text: string): number | null | typeof UNREADABLE {
  const bare = text.replaceAll(/\s/g, '').replace('−', '-')
  if (bare === '') return null
  const isGrouped = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(bare)
  const plain = (isGrouped ? bare.replaceAll('.', '') : bare).replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : UNREADABLE
}

/** A number as it would be typed: `1234,5`. */
export function typedText(value: number): string {
  return `${value}`.replace('.', ',')
}
