import { HEADERS } from '@makas/contract'
import type { z } from 'zod'
import { freshToken, renewToken } from '../session/renew.ts'
import { type Audience, sessionOf } from '../session/session.ts'
import { steadyNow } from '../time/steady.ts'
import { noteAnswer } from './answer-time.ts'
import { type Answer, answerOf, type Reply, replyOf } from './call.ts'
import { answered, creatingKey } from './creating-key.ts'
import { ApiFailure } from './failure.ts'
import { READ_WITHIN_MS } from './read-within.ts'

type Question<S extends z.ZodType> = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Left out where the call has no body. */
  readonly body?: unknown
  /** Schema of a good answer; `NO_CONTENT` for 204. */
  readonly answer: S
  /** Whose bearer token is sent; `visitor`: none. */
  readonly as: Audience | 'visitor'
  readonly signal?: AbortSignal | undefined
  /** `Idempotency-Key`, where the caller itself decides which calls are retries of one call. */
  readonly key?: string
}

/**
 * Time limit of a write, ms. Longer than for a list: the server hashes passwords slowly on purpose, and asks exchanges.
 */
const WRITE_TIMEOUT_MS = 30_000

/**
 * The one way to call our own API with a session: bearer token (renewed before it expires, and once after a 401),
 * `Idempotency-Key` on POST, a time limit, an answer that fits its schema. Records the duration of a GET for the header
 * of the opportunities page. Throws only `ApiFailure`, or the abort of the given signal.
 */
export async function ask<S extends z.ZodType>(question: Question<S>): Promise<Answer<z.infer<S>>> {
  const { method = 'GET', path, body, answer, as, signal, key } = question
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const call = `${as} ${path} ${sent}`
  if (method === 'POST') headers[HEADERS.idempotencyKey] = key ?? creatingKey(call)
  const send = (token: string | null): Promise<Reply> => {
    const all = token === null ? headers : { ...headers, authorization: `Bearer ${token}` }
    const init = { method, headers: all, ...(sent === undefined ? {} : { body: sent }) }
    return replyOf(path, init, method === 'GET' ? READ_WITHIN_MS : WRITE_TIMEOUT_MS, signal)
  }
  const begun = steadyNow()
  const reply = as === 'visitor' ? await send(null) : await asSomebody(as, send)
  if (method === 'GET') noteAnswer(steadyNow() - begun)
  // A 5xx may come from a proxy although the server did the call: a retry must keep the key.
  if (method === 'POST' && reply.response.status < 500) answered(call)
  return answerOf(reply, answer)
}

async function asSomebody(audience: Audience, send: (token: string | null) => Promise<Reply>): Promise<Reply> {
  const token = await freshToken(audience)
  // The session is over: fail as the server would.
  if (token === null) throw new ApiFailure(LOGGED_OUT)
  const reply = await send(token)
  if (!isRefusedToken(reply)) return reply
  if ((await renewToken(audience, token)) !== 'renewed') return reply
  const again = await send(sessionOf(audience).token())
  if (isRefusedToken(again)) sessionOf(audience).forget()
  return again
}

const LOGGED_OUT = {
  kind: 'refused',
  status: 401,
  code: 'unauthorized',
  detail: null,
  fields: {},
  retryAfterS: null,
} as const

/** Whether a 401 refuses the token. A wrong password or code is a 401 too, but refuses the typed text. */
function isRefusedToken({ response, body }: Reply): boolean {
  if (response.status !== 401) return false
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : 'unauthorized'
  return code === 'unauthorized'
}
