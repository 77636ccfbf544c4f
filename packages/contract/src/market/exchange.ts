import { z } from '../calls/zod.ts'

/**
 * Exchange ids as they stand on the wire and in addresses (product-decisions.md 24), in the order the site lists them.
 */
export const EXCHANGE_IDS = ['binance', 'okx', 'bybit', 'kraken'] as const

export const ExchangeId = z.enum(EXCHANGE_IDS)
export type ExchangeId = z.infer<typeof ExchangeId>
