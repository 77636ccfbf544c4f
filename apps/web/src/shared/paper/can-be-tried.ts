import type { SpotRow } from '@makas/contract'
import { isCapQuote } from '@makas/domain'

/** Only what is paid in dollars of some kind can be tried on paper. */
export const canBeTried = ({ quote }: Pick<SpotRow, 'quote'>): boolean => isCapQuote(quote)
