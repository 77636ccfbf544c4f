import { TRADE_SENTENCES } from '@makas/contract'
import type { ShortBalance } from '../../app/trading/plan-order.ts'

/** Formats exact decimal text as Turkish readers write it (turkish.md § 1), rounded to the 8 decimals of the wire. */
function formatter(roundingMode: 'ceil' | 'floor'): (text: string) => string {
  const format = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 8, roundingMode })
  // Text stays exact; a number would lose the digits behind the sixteenth.
  return (text) => format.format(text as Intl.StringNumericLiteral)
}
const roundedUp = formatter('ceil')
const roundedDown = formatter('floor')

/**
 * The sentence that a balance is too small. The needed amount is rounded up and the free amount down: the two never
 * look equal, and a balance of the shown amount suffices.
 */
export const shortBalanceSentence = ({ connection, asset, needed, free }: ShortBalance): string =>
  TRADE_SENTENCES.balance(connection, `${roundedUp(needed)} ${asset}`, `${roundedDown(free)} ${asset}`)
