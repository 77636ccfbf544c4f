/** `123456` with 2 decimals → `1234.56`, `12` with −2 → `1200`. Integers only: no digit passes through a float. */
export function fixedText(value: number, decimals: number): string {
  const digits = String(value)
  if (decimals === 0 || (value === 0 && decimals < 0)) return digits
  if (decimals < 0) return digits + '0'.repeat(-decimals)
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0')
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

/** Like fixedText, without trailing zeros: `1234.50` → `1234.5`, `1200.00` → `1200`. */
export function shortText(value: number, decimals: number): string {
  const text = fixedText(value, decimals)
  if (decimals <= 0) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === 48) end -= 1
  if (text.charCodeAt(end - 1) === 46) end -= 1
  return text.slice(0, end)
}

/** Like fixedText, padded with zeros to `width` decimals (Binance prints eight whatever the tick is). */
export function paddedText(value: number, decimals: number, width: number): string {
  const text = fixedText(value, decimals)
  if (decimals >= width) return text
  return `${decimals <= 0 ? `${text}.` : text}${'0'.repeat(width - Math.max(0, decimals))}`
}

/** A number that may be negative, such as a funding rate, printed by one of the functions above. */
export const signedText = (value: number, decimals: number, text = shortText): string =>
  `${value < 0 ? '-' : ''}${text(Math.abs(value), decimals)}`

/** `part / whole` with its sign, rounded to these decimals, for informative ratios. */
export function ratioText(part: number, whole: number, decimals: number): string {
  const scaled = Math.round((part / whole) * 10 ** decimals)
  return `${scaled < 0 ? '-' : ''}${fixedText(Math.abs(scaled), decimals)}`
}

/** The step of these decimals: 2 → `0.01`, 0 → `1`, −2 → `100`. */
export const stepText = (decimals: number): string => fixedText(1, decimals)
