import { TRADE_SENTENCES, TradeBody } from '@makas/contract'
import { typedDecimal } from '../../../shared/format/typed-number.ts'

/** The amount as the server takes it, or what is wrong with it. */
export type TypedAmount =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: string }

/** Reads the typed amount, with a decimal comma or point. */
export function typedAmount(typed: string): TypedAmount {
  const read = TradeBody.shape.amount.safeParse(typedDecimal(typed))
  return read.success ? { text: read.data, problem: null } : { text: null, problem: TRADE_SENTENCES.amount }
}
