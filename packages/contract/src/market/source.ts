import { z } from '../calls/zod.ts'

/** Where the figures come from: the exchanges themselves, the simulated exchanges, or a recording. */
export const MarketSource = z.enum(['live', 'demo', 'replay'])
export type MarketSource = z.infer<typeof MarketSource>

/**
 * What an answer is, as the header `x-makas-source` says it: `demo` and `replay` for everyone wherever the data is that,
 * else `live` for a valid bearer and `cache` (the frozen list of at most 90 s ago) without one.
 */
export const AnswerSource = z.enum(['live', 'cache', 'demo', 'replay'])
export type AnswerSource = z.infer<typeof AnswerSource>
