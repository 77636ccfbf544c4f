import { z } from '../calls/zod.ts'

/** Where the figures come from: the exchanges themselves, the simulated exchanges, or a recording. */
export const MarketSource = z.enum(['live', 'demo', 'replay'])
export type MarketSource = z.infer<typeof MarketSource>

/**
 * Source of an answer, in the header `x-makas-source`. `demo`, `replay`: for every caller while that market is shown.
 * Else `live` with a valid bearer and `cache` (the frozen list, at most 90 s old) without a bearer.
 */
export const AnswerSource = z.enum(['live', 'cache', 'demo', 'replay'])
export type AnswerSource = z.infer<typeof AnswerSource>
