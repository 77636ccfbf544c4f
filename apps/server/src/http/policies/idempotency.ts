import { FIELD_SENTENCES, HEADERS } from '@makas/contract'
import type { FastifyRequest } from 'fastify'
import type { IdempotentCall, IdempotentOutcome } from '../../app/ports/accounts/idempotency-store.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import { ApiFailure } from '../api-failure.ts'
import { type AccountPartsProvider, partsOf } from './callers.ts'

/** Creating calls of a logged-in user or admin; `line` is the call's method and path in the route table. */
export type Idempotency = {
  /**
   * The answer to an earlier call with the key; null where there was none. @throws ApiFailure where that call had
   * another body
   */
  before<T>(request: FastifyRequest, line: string): Promise<T | null>
  /** Creates, or answers as the earlier call was answered. The answer must be JSON. */
  create<T>(request: FastifyRequest, line: string, create: () => Promise<T>): Promise<T>
}

/** The key of a request; null without one. @throws ApiFailure where the header is no valid key */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers[HEADERS.idempotencyKey]
  if (key === undefined) return null
  if (typeof key === 'string' && /^[!-~]{1,64}$/.test(key)) return key
  throw new ApiFailure('validation', { fields: { [HEADERS.idempotencyKey]: FIELD_SENTENCES.wrong } })
}

/** Makes a call that is repeated with its `Idempotency-Key` create only once (http-and-settings.md, HTTP). */
export function idempotency(accounts: AccountPartsProvider, clock: Clock): Idempotency {
  return {
    async before<T>(request: FastifyRequest, line: string) {
      const call = idempotentCall(accounts, request, line)
      const outcome = call === null ? null : await partsOf(accounts).idempotency.before(call, clock.now())
      return outcome === null ? null : answerOf<T>(outcome)
    },
    async create<T>(request: FastifyRequest, line: string, create: () => Promise<T>) {
      const call = idempotentCall(accounts, request, line)
      if (call === null) return create()
      const { idempotency: store } = partsOf(accounts)
      return answerOf<T>(await store.create(call, clock.now(), async () => JSON.stringify(await create())))
    },
  }
}

/**
 * The body as its schema read it, and the path's parameters: the key of one ticket's call names another call elsewhere.
 */
function idempotentCall(accounts: AccountPartsProvider, request: FastifyRequest, route: string): IdempotentCall | null {
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
