import { FIELD_SENTENCES, HEADERS } from '@makas/contract'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { IdempotentCall, IdempotentOutcome } from '../../app/ports/users/idempotency-store.ts'
import { ApiFailure } from '../api-failure.ts'
import { partsOf, type UserPartsProvider } from './callers.ts'

/** Runs `store` in one transaction with the answer, or returns what an earlier call with this key stored. */
type Keep = <T>(store: () => Promise<T>) => Promise<T>

/** Creating calls of a logged-in user or admin; `line` is the call's method and path in the route table. */
export type Idempotency = {
  /** Creates, or repeats the answer of the earlier call. The answer must be JSON. */
  create<T>(request: FastifyRequest, line: string, create: () => Promise<T>): Promise<T>
  /**
   * Like `create`, for a call that asks exchanges or the engine before it stores. `act` asks, then stores through
   * `keep`; it refuses by null or a failure. A repetition waits until the first call is answered: beside it, the
   * repetition could be refused for what the first call has just used up.
   */
  askAndCreate<T>(request: FastifyRequest, line: string, act: (keep: Keep) => Promise<T>): Promise<T>
}

/** The key of a request; null without one. @throws ApiFailure where the header is no valid key */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers[HEADERS.idempotencyKey]
  if (key === undefined) return null
  if (typeof key === 'string' && /^[!-~]{1,64}$/.test(key)) return key
  throw new ApiFailure('validation', { fields: { [HEADERS.idempotencyKey]: FIELD_SENTENCES.wrong } })
}

/** Makes a call that is repeated with its `Idempotency-Key` create only once (http-and-settings.md, HTTP). */
export function idempotency(users: UserPartsProvider, clock: Clock): Idempotency {
  const turns = new Turns()
  const store = () => partsOf(users).idempotency
  async function before<T>(call: IdempotentCall): Promise<T | null> {
    const outcome = await store().before(call, clock.now())
    return outcome === null ? null : answerOf<T>(outcome)
  }
  async function create<T>(call: IdempotentCall, make: () => Promise<T>): Promise<T> {
    return answerOf<T>(await store().create(call, clock.now(), async () => JSON.stringify(await make())))
  }
  /** Runs `act`. Where it refuses, returns the answer that another process has given meanwhile. */
  async function unlessAnswered<T>(call: IdempotentCall, act: () => Promise<T>): Promise<T> {
    try {
      const made = await act()
      return made ?? (await before<T>(call)) ?? made
    } catch (error) {
      const answer = error instanceof ApiFailure ? await before<T>(call) : null
      if (answer === null) throw error
      return answer
    }
  }
  return {
    async create(request, line, make) {
      const call = idempotentCall(users, request, line)
      return call === null ? make() : create(call, make)
    },
    async askAndCreate<T>(request: FastifyRequest, line: string, act: (keep: Keep) => Promise<T>) {
      const call = idempotentCall(users, request, line)
      if (call === null) return act((make) => make())
      return turns.take(JSON.stringify([call.actor, call.route, call.key]), async () => {
        const answer = await before<T>(call)
        return answer ?? unlessAnswered(call, () => act((make) => create(call, make)))
      })
    },
  }
}

/** Runs the functions of one name one after the other. Functions of different names do not wait for each other. */
class Turns {
  /** The last turn of each name, until it is over; never rejects. */
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(name: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(act)
    const over = turn.catch(() => undefined)
    this.#last.set(name, over)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === over) this.#last.delete(name)
    }
  }
}

/** Identifies a call by its route, path parameters and body: the same key used for another ticket is another call. */
function idempotentCall(users: UserPartsProvider, request: FastifyRequest, route: string): IdempotentCall | null {
  const key = idempotencyKeyOf(request)
  const { caller, params, body } = request
  if (key === null || caller === null) return null
  const sent = JSON.stringify([params, body ?? null])
  const bodyHashes = partsOf(users).randomness.fingerprints(`creating ${route}`, sent)
  return { actor: caller.userId, route, key, bodyHashes }
}

function answerOf<T>(outcome: IdempotentOutcome): T {
  if (outcome.kind === 'mismatch') throw new ApiFailure('idempotency-mismatch')
  return JSON.parse(outcome.answer) as T
}
