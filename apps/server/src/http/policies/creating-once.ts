import { FIELD_SENTENCES, HEADERS } from '@makas/contract'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../app/ports/clock.ts'
import type { IdempotentCall, IdempotentOutcome } from '../../app/ports/once.ts'
import { ApiFailure } from '../api-failure.ts'
import { type AccountSide, partsOf } from './callers.ts'

/** Creating calls of somebody who is logged in; `line` is the call's method and path as the table has it. */
export type CreatingOnce = {
  /** What the same call was answered before; null where it was not. @throws ApiFailure where it had another body */
  before<T>(request: FastifyRequest, line: string): Promise<T | null>
  /** Creates, or tells again what was created. The answer must be what JSON can hold. */
  create<T>(request: FastifyRequest, line: string, create: () => Promise<T>): Promise<T>
}

/** Null without one. @throws ApiFailure where it is none */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers[HEADERS.idempotencyKey]
  if (key === undefined) return null
  if (typeof key === 'string' && /^[!-~]{1,64}$/.test(key)) return key
  throw new ApiFailure('validation', { fields: { [HEADERS.idempotencyKey]: FIELD_SENTENCES.wrong } })
}

/** What makes a call that is sent again under its `Idempotency-Key` create nothing more (http-and-settings.md, HTTP). */
export function creatingOnce(accounts: AccountSide, clock: Clock): CreatingOnce {
  return {
    async before<T>(request: FastifyRequest, line: string) {
      const call = namedCall(accounts, request, line)
      const outcome = call === null ? null : await partsOf(accounts).once.before(call, clock.now())
      return outcome === null ? null : answerOf<T>(outcome)
    },
    async create<T>(request: FastifyRequest, line: string, create: () => Promise<T>) {
      const call = namedCall(accounts, request, line)
      if (call === null) return create()
      const { once } = partsOf(accounts)
      return answerOf<T>(await once.create(call, clock.now(), async () => JSON.stringify(await create())))
    },
  }
}

/** The body as its schema read it, and the path's own values: the same key on another ticket is another call. */
function namedCall(accounts: AccountSide, request: FastifyRequest, route: string): IdempotentCall | null {
  const key = idempotencyKeyOf(request)
  const { caller, params, body } = request
  if (key === null || caller === null) return null
  const sent = JSON.stringify([params, body ?? null])
  const bodyHash = partsOf(accounts).randomness.fingerprint(`creating ${route}`, sent)
  return { actor: caller.accountId, route, key, bodyHash }
}

function answerOf<T>(outcome: IdempotentOutcome): T {
  if (outcome.kind === 'mismatch') throw new ApiFailure('idempotency-mismatch')
  return JSON.parse(outcome.answer) as T
}
