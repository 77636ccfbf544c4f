/** An exact decimal: `mantissa / 10^decimals`, `decimals >= 0`. Parsed from text, never through a float. */
export type Decimal = { readonly mantissa: bigint; readonly decimals: number }

const PLAIN = /^(-?)(\d+)(?:\.(\d*))?$/
const SCIENTIFIC = /^(-?)(\d+)(?:\.(\d*))?[eE]([+-]?\d{1,3})$/

/** Ten to a whole power >= 0, from a table for the powers that prices and sizes have. */
export function pow10(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent)
}
const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, power) => 10n ** BigInt(power))

/**
 * Parses decimal text exactly; sign and exponent forms are accepted (instrument lists and funding send both,
 * reliability-matrix.md 8). Returns null for anything else (empty text, NaN, Infinity, hex, blanks).
 */
export function parseDecimal(text: string): Decimal | null {
  const plain = PLAIN.exec(text)
  if (plain) return normal(plain[1] ?? '', plain[2] ?? '', plain[3] ?? '', 0)
  const scientific = SCIENTIFIC.exec(text)
  if (!scientific) return null
  return normal(scientific[1] ?? '', scientific[2] ?? '', scientific[3] ?? '', Number(scientific[4]))
}

/** Parses text that must be a decimal because it was checked when it came in.
@throws RangeError for any other text */
export function parseExact(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === null) throw new RangeError(`not a decimal: ${JSON.stringify(text.slice(0, MOST_QUOTED))}`)
  return value
}

/** Most characters that an error quotes of a text. */
const MOST_QUOTED = 40

function normal(sign: string, whole: string, fraction: string, exponent: number): Decimal {
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const decimals = fraction.length - exponent
  return decimals >= 0 ? { mantissa: digits, decimals } : { mantissa: digits * pow10(-decimals), decimals: 0 }
}

/** The shortest decimal text: no exponent, no trailing zeros, no negative zero. */
export function decimalText({ mantissa, decimals }: Decimal): string {
  if (mantissa === 0n) return '0'
  const negative = mantissa < 0n
  return `${negative ? '-' : ''}${placed((negative ? -mantissa : mantissa).toString(), decimals)}`
}

/** `decimalText` of a safe whole number that is not negative, with its last `decimals` digits behind the point. */
export const wholeText = (whole: number, decimals: number): string => placed(String(whole), decimals)

/** Digits with the last `decimals` of them behind the point, without trailing zeros there. */
function placed(unpadded: string, decimals: number): string {
  const digits = unpadded.padStart(decimals + 1, '0')
  const whole = digits.length - decimals
  let end = digits.length
  while (end > whole && digits.charCodeAt(end - 1) === 48) end--
  return end === whole ? digits.slice(0, whole) : `${digits.slice(0, whole)}.${digits.slice(whole, end)}`
}

/**
 * The mantissa of the same number at another number of decimals; exact only when `decimals` is not fewer than needed.
 */
export function mantissaAt(value: Decimal, decimals: number): bigint {
  if (decimals < value.decimals) {
    const divisor = pow10(value.decimals - decimals)
    if (value.mantissa % divisor !== 0n) throw new RangeError('a decimal does not fit into fewer decimals')
    return value.mantissa / divisor
  }
  return value.mantissa * pow10(decimals - value.decimals)
}

/** The same number with its trailing zeros removed from the mantissa. */
export function trimmed(value: Decimal): Decimal {
  let { mantissa, decimals } = value
  while (decimals > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n
    decimals--
  }
  return { mantissa, decimals }
}
