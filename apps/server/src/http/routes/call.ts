import { ErrorBody } from '@makas/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ZodType, z } from 'zod'
import type { Caller } from '../../app/users/sessions/bearer-check.ts'
import type { Call } from '../calls/user-calls.ts'
import type { App } from '../fastify-app.ts'

/** The body as its schema reads it; null for a call without a body. */
type BodyOf<B> = B extends ZodType ? z.output<B> : null
type AnswerOf<A> = A extends ZodType ? Promise<z.input<A>> : Promise<void>

const FAILURES = [400, 401, 403, 404, 405, 409, 413, 415, 429, 503, 507] as const

/**
 * Registers a call by its row: what it reads, what it answers, and who may call. A call that creates (201) for a
 * logged-in account does so once for each `Idempotency-Key`. What `act` stores and its answer are one transaction,
 * which may be repeated as a whole, so `act` must ask nothing but the database.
 */
export function answerCall<B extends ZodType | null, A extends ZodType | null>(
  app: App,
  call: Call<B, A>,
  act: (given: BodyOf<B>, request: FastifyRequest, reply: FastifyReply) => AnswerOf<A>,
  querystring?: ZodType,
): void {
  const { method, path, access, summary, body, answer, status, bodyLimit } = call
  app.route({
    method,
    url: path,
    ...(bodyLimit === null ? {} : { bodyLimit }),
    schema: {
      summary,
      ...(access === 'visitor' ? {} : { security: [{ [access]: [] }] }),
      ...(body === null ? {} : { body }),
      ...(querystring === undefined ? {} : { querystring }),
      response: { ...Object.fromEntries(FAILURES.map((code) => [code, ErrorBody])), [status]: answer ?? z.void() },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const given = (body === null ? null : request.body) as BodyOf<B>
      const isNamed = status === 201 && access !== 'visitor'
      const result = isNamed
        ? await app.idempotency.create(
            request,
            `${method} ${path}`,
            () => act(given, request, reply) as Promise<unknown>,
          )
        : await act(given, request, reply)
      return reply.code(status).send(result as never)
    },
  })
}

/** The caller, on a route that admits only logged-in callers. */
export function callerIn(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a route for accounts was reached without one')
  return request.caller
}
