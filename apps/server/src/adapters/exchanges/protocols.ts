import type { ExchangeProtocol } from '../../app/ports/market/exchange-reader.ts'
import { binance } from './binance/map.ts'
import { bybit } from './bybit/map.ts'
import { kraken } from './kraken/map.ts'
import { okx } from './okx/map.ts'

/** The exchanges' protocols: what each one's texts mean, without I/O. */
export const PROTOCOLS: readonly ExchangeProtocol[] = [binance, okx, bybit, kraken]
