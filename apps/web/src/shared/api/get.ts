import { ErrorBody } from '@makas/contract'
import type { z } from 'zod'
import { steadyNow } from '../time/steady.ts'
import { noteAnswer } from './answer-time.ts'
import { ApiFailure } from './failure.ts'

/** An answer that fits its schema, with its headers. */
export type Answer<T> = { readonly value: T; readonly headers: Headers }

const TIMEOUT_MS = 10_000

/**
 * GET of one of our own calls: parsed against its schema, its response time noted for the header.
 * Throws `ApiFailure` and nothing else, but for the abort of the given signal.
 */
export async function getJson<S extends z.ZodType>(
  path: string,
  schema: S,
  signal?: AbortSignal,
): Promise<Answer<z.infer<S>>> {
  const begun = steadyNow()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      headers: { accept: 'application/json' },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiFailure({ kind: 'unreachable' }, cause)
  }
  noteAnswer(steadyNow() - begun)
  const body = readJson(text)
  if (!response.ok) throw refusal(response.status, body)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new ApiFailure({ kind: 'unreadable' }, parsed.error)
  return { value: parsed.data, headers: response.headers }
}

/** `undefined`, which no schema of ours accepts, for text that is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(status: number, body: unknown): ApiFailure {
  const error = ErrorBody.safeParse(body)
  return new ApiFailure({
    kind: 'refused',
    status,
    code: error.success ? error.data.code : null,
    detail: error.success ? error.data.detail : null,
  })
}
