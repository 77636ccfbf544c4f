import type { z } from 'zod'
import { steadyNow } from '../time/steady.ts'
import { noteAnswer } from './answer-time.ts'
import { type Answer, answerOf, replyOf } from './call.ts'
import { READ_WITHIN_MS } from './read-within.ts'

/**
 * GET of one of our own calls, parsed against its schema; records the duration for the header. Throws only
 * `ApiFailure`, or the abort of the given signal.
 */
export async function getJson<S extends z.ZodType>(
  path: string,
  schema: S,
  signal?: AbortSignal,
): Promise<Answer<z.infer<S>>> {
  const begun = steadyNow()
  const reply = await replyOf(path, { headers: { accept: 'application/json' } }, READ_WITHIN_MS, signal)
  noteAnswer(steadyNow() - begun)
  return answerOf(reply, schema)
}
