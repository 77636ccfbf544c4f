import { add, exactText, multiply, ratioOfText, type TradeLeg, ZERO } from '@makas/domain'
import type { OrderFill } from '../ports/trading/order-vault.ts'

/** The result of a fill, in coins; fees charged in the base come in the exchange's units. */
export function resultOf({ multiplier }: TradeLeg, { filled, value, fees }: OrderFill) {
  const sumOf = (side: 'base' | 'quote') =>
    fees.filter((fee) => fee.of === side).reduce((sum, { amount }) => add(sum, ratioOfText(amount)), ZERO)
  const feeBase = exactText(multiply(sumOf('base'), ratioOfText(multiplier)))
  return { kind: 'done' as const, filled, value, feeBase, feeQuote: exactText(sumOf('quote')) }
}
