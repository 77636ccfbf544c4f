export { Book } from './book/book.ts'
export { BookSide } from './book/book-side.ts'
export { BookSlot, type BookState, type LossReason, type SlotOptions, type Validity } from './book/book-slot.ts'
export { LATE_LIMIT_MS, Rhythm } from './book/freshness.ts'
export { EXCHANGES, type ExchangeId, type MarketKind } from './market/exchange.ts'
export type { Instrument } from './market/instrument.ts'
export { type Decimal, decimalText, mantissaAt, parseDecimal, pow10, trimmed } from './money/decimal.ts'
export {
  add,
  compare,
  divide,
  exactText,
  lowest,
  multiply,
  ofDecimal,
  ONE,
  type Ratio,
  ratio,
  subtract,
  ZERO,
} from './money/ratio.ts'
export { rounded, roundHalfEven, rowNumber, rowPrice, significant } from './money/rounding.ts'
