import { ErrorBody } from '@makas/contract'
import type { z } from 'zod'
import { ApiFailure, waitOf } from './failure.ts'

/** An answer that fits its schema, with its headers. */
export type Answer<T> = { readonly value: T; readonly headers: Headers }

/** An HTTP answer with its body, before any check. */
export type Reply = { readonly response: Response; readonly body: unknown }

/** Sends a call. Throws `ApiFailure` if no answer comes in time, or the abort of the given signal. */
export async function replyOf(
  path: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return { response, body: readJson(await response.text()) }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiFailure({ kind: 'unreachable' }, cause)
  }
}

/** @throws ApiFailure where the call was refused, or its answer does not fit the schema */
export function answerOf<S extends z.ZodType>({ response, body }: Reply, schema: S): Answer<z.infer<S>> {
  if (!response.ok) throw refusal(response, body)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new ApiFailure({ kind: 'unreadable' }, parsed.error)
  return { value: parsed.data, headers: response.headers }
}

/** Parses JSON; `undefined` (which only `NO_CONTENT` accepts) if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads each member by itself, so that a page older than the server shows what it understands. */
function refusal({ status, headers }: Response, body: unknown): ApiFailure {
  const members: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  const { detail, code, fields } = ErrorBody.shape
  return new ApiFailure({
    kind: 'refused',
    status,
    code: code.safeParse(members.code).data ?? null,
    detail: detail.safeParse(members.detail).data ?? null,
    fields: fields.safeParse(members.fields).data ?? {},
    retryAfterS: waitOf(headers.get('retry-after')),
    current: members.current,
  })
}
