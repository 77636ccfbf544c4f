import { z } from 'zod'
import { type Answer, answerOf, replyOf } from './call.ts'

/** Longer than for a list: passwords are hashed on purpose slowly, and one after the other. */
const TIMEOUT_MS = 20_000

/** Of calls that answer with nothing but 204. */
export const NO_CONTENT = z.undefined()

/**
 * POST of one of our own calls. Its time is not noted: the header shows how far away the server is, not how long work takes.
 * Throws `ApiFailure` and nothing else, but for the abort of the given signal.
 */
export async function postJson<S extends z.ZodType>(
  path: string,
  body: unknown,
  schema: S,
  signal?: AbortSignal,
): Promise<Answer<z.infer<S>>> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  return answerOf(
    await replyOf(path, { method: 'POST', headers, body: JSON.stringify(body) }, TIMEOUT_MS, signal),
    schema,
  )
}
