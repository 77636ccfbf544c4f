import type { AccountDifference } from '../../app/ports/trading/key-store.ts'
import { ACCOUNT_DIFFERS } from '../text.ts'

const format = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 8 })
// Text stays exact; a number would lose the digits behind the sixteenth.
const amount = (text: string) => format.format(text as Intl.StringNumericLiteral).replace('-', '−')

/** The sentence that tells an account's holding and the holding that its trades account for. */
export function differenceSentence({ kind, name, least, most, found }: AccountDifference): string {
  const due = least === most ? amount(least) : ACCOUNT_DIFFERS.between(amount(least), amount(most))
  return ACCOUNT_DIFFERS[kind](name, due, amount(found))
}
