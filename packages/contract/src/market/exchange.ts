import { EXCHANGES } from '@makas/domain'
import { z } from '../calls/zod.ts'

/**
 * Exchange ids as they stand on the wire and in addresses (product-decisions.md 24), in the order the site lists them.
 */
export const ExchangeId = z.enum(EXCHANGES)
export type ExchangeId = z.infer<typeof ExchangeId>
