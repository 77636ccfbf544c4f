/** Figures as Turkish readers write them (turkish.md § 1). On the site only this folder knows a locale. */

const MINUS = '−'
const formats = new Map<string, Intl.NumberFormat>()

function decimals(value: number, least: number, most: number): string {
  const key = `${least}:${most}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: least, maximumFractionDigits: most })
    formats.set(key, format)
  }
  return format.format(Math.abs(value))
}

/** Adds the sign. A value that is rounded to zero has no minus: −0,004 shown with two decimals is 0,00. */
function signed(value: number, text: string, before = ''): string {
  return `${value < 0 && /[1-9]/.test(text) ? MINUS : ''}${before}${text}`
}

/** A percent number (0.41 is 0.41 %): `%0,41`, negative `−%0,25`. */
export function percent(value: number, places = 2): string {
  return signed(value, decimals(value, places, places), '%')
}

/** A fee rate as a share (0.00055): `%0,055`, with two to four decimals, as exchanges state their fees. */
export function feeRate(share: number): string {
  return signed(share, decimals(share * 100, 2, 4), '%')
}

/** Money or any amount with a fixed number of decimals: `1.234,50`. */
export function amount(value: number, places = 2): string {
  return signed(value, decimals(value, places, places))
}

/**
 * A gain in any currency: two decimals, or three significant digits of a small gain (`0,00218` ETH); at most the 8
 * decimals of the wire.
 */
export function gain(value: number): string {
  const size = Math.abs(value)
  const places = size >= 0.1 || size === 0 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(size)))
  return signed(value, decimals(value, 2, places))
}

/** A gain with its sign, also a plus: `+8,13`. */
export function signedGain(value: number): string {
  const text = gain(value)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

const cut = new Map<number, Intl.NumberFormat>()

/**
 * A quantity of coins for a table: the larger, the fewer decimals, at most 8. Rounded down, because nobody can trade
 * more than there is. The evidence has the exact size.
 */
export function quantity(value: number): string {
  const size = Math.abs(value)
  const places = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : size >= 0.01 ? 5 : 8
  let format = cut.get(places)
  if (!format) {
    format = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: places, roundingMode: 'trunc' })
    cut.set(places, format)
  }
  return signed(value, format.format(size))
}

/** A number in full, at most the 8 decimals of the wire. */
export function inFull(value: number): string {
  return signed(value, decimals(value, 0, 8))
}

/** A whole number with thousands: `1.842`. */
export function whole(value: number): string {
  return signed(value, decimals(value, 0, 0))
}

/** A price with up to 8 decimals; the price of a cheap coin with as many decimals as its first five digits need. */
export function price(value: number): string {
  const size = Math.abs(value)
  return signed(value, decimals(value, 2, size >= 1e-4 || size === 0 ? 8 : 4 - Math.floor(Math.log10(size))))
}

/** Milliseconds: `42 ms`. */
export function milliseconds(value: number): string {
  return `${whole(value)} ms`
}

/**
 * Exact decimal text (`-1234.50`) as `−1.234,50`, digit for digit, with at least `places` decimals.
 * Works on the text, so that a figure of 20 digits stays itself. A fraction `p/q` is shown as it stands.
 */
export function exact(text: string, places = 0): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!parts) return text.replace('-', MINUS)
  const grouped = (parts[2] ?? '0').replace(/\B(?=(\d{3})+$)/g, '.')
  const fraction = (parts[3] ?? '').padEnd(places, '0')
  return `${parts[1] ? MINUS : ''}${grouped}${fraction ? `,${fraction}` : ''}`
}
