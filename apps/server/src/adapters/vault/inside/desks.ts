import type { ExchangeId } from '@makas/domain'
import { BINANCE } from './binance.ts'
import { BYBIT } from './bybit.ts'
import type { ExchangeDesk } from './desk.ts'
import { KRAKEN } from './kraken.ts'
import { OKX } from './okx.ts'

/** The desk of each exchange. */
export const DESKS: Readonly<Record<ExchangeId, ExchangeDesk>> = {
  binance: BINANCE,
  okx: OKX,
  bybit: BYBIT,
  kraken: KRAKEN,
}
