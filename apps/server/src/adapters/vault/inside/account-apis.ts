import type { ExchangeId } from '@makas/domain'
import type { AccountApi } from './account-api.ts'
import { BINANCE } from './binance.ts'
import { BYBIT } from './bybit.ts'
import { KRAKEN } from './kraken.ts'
import { OKX } from './okx.ts'

export const ACCOUNT_APIS: Readonly<Record<ExchangeId, AccountApi>> = {
  binance: BINANCE,
  okx: OKX,
  bybit: BYBIT,
  kraken: KRAKEN,
}
