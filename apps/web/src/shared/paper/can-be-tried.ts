import type { SpotRow } from '@makas/contract'
import { isCapQuote } from '@makas/domain'

/** Whether a row can be tried on paper: only rows paid in dollars can. */
export const canBeTried = ({ quote }: Pick<SpotRow, 'quote'>): boolean => isCapQuote(quote)
