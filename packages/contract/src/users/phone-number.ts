/** The countries of the sign-up form: most digits of a number behind its code, without a leading zero. */
const MOST_DIGITS: Readonly<Record<string, number>> = { 90: 10, 1: 10, 44: 10, 49: 11 }

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/**
 * A telephone number with its country's code once, as the form joins code and number. A number that was typed with its
 * own code keeps only that code. `00` counts as `+`. The zero that is dialled only within a country is left out.
 */
export function phoneNumber(typed: string): string {
  const whole = typed
    .replace(/^\+(?:90|1|44|49)[\s(]*(?=(?:\+|00)[\s(]*[1-9])/, '')
    .replace(/^[\s(]*00[\s(]*(?=[1-9])/, '+')
    .replace(/^\(\+(\d+)\)/, '+$1')
  const code = Object.keys(MOST_DIGITS).find((one) => whole.startsWith(`+${one}`))
  if (code === undefined) return whole
  const behind = whole.slice(1 + code.length)
  const digits = digitsIn(behind)
  const isTwice = digits.startsWith(code) && digits.length > (MOST_DIGITS[code] ?? 0)
  const number = isTwice ? behind.replace(/^\D*/, '').slice(code.length) : behind
  return `+${code}${number.replace(/^\D*0+\)?\s*/, '')}`
}
