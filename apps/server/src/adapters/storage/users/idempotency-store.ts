import { and, eq, gt, lte } from 'drizzle-orm'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import type { IdempotencyStore, IdempotentCall, IdempotentOutcome } from '../../../app/ports/users/idempotency-store.ts'
import type { Database, Statements } from '../database/database.ts'
import { idempotencyKeys } from '../schema/operation.ts'

/** How long a repeated call is recognised by its idempotency key (http-and-settings.md, HTTP). */
export const KNOWN_FOR_MS = 24 * 3_600_000
/** Status of the kept answers: only answers of creating calls are kept. A refused call is judged again. */
const CREATED = 201

/** The call's key is taken: an earlier call has it, or another call under way commits first. */
class Claimed extends Error {}

/** Answers to creating calls in PostgreSQL; `database` may not have come up yet. */
export function idempotencyStore(database: () => Database): IdempotencyStore {
  const before = async (call: IdempotentCall, now: number): Promise<IdempotentOutcome | null> => {
    const [row] = await database().run((statements) =>
      statements
        .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
        .from(idempotencyKeys)
        .where(and(matching(call), gt(idempotencyKeys.createdAt, new Date(now - KNOWN_FOR_MS)))),
    )
    if (row === undefined) return null
    const isSame = call.bodyHashes.some((hash) => row.bodyHash.equals(hash))
    return isSame ? { kind: 'answered', answer: row.answer } : { kind: 'mismatch' }
  }
  return {
    before,
    async create(call, now, create) {
      try {
        const answer = await database().together(async (statements, join) => {
          await claim(statements, call, now)
          const made = await join(create)
          await statements.update(idempotencyKeys).set({ answer: made }).where(matching(call))
          return made
        })
        return { kind: 'answered', answer }
      } catch (error) {
        if (!(error instanceof Claimed)) throw error
      }
      const outcome = await before(call, now)
      if (outcome === null) throw new StorageFailure('unavailable', 'a repeated call is gone again')
      return outcome
    },
  }
}

const matching = ({ actor, route, key }: IdempotentCall) =>
  and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key))

/** Takes the call's key; waits where a call with that key is under way. @throws Claimed */
async function claim(statements: Statements, call: IdempotentCall, now: number): Promise<void> {
  const fresh = { bodyHash: Buffer.from(call.bodyHashes[0]), status: CREATED, answer: '', createdAt: new Date(now) }
  const { actor, route, key, createdAt } = idempotencyKeys
  const claimed = await statements
    .insert(idempotencyKeys)
    .values({ actor: call.actor, route: call.route, key: call.key, ...fresh })
    .onConflictDoUpdate({
      target: [actor, route, key],
      set: fresh,
      setWhere: lte(createdAt, new Date(now - KNOWN_FOR_MS)),
    })
    .returning({ key })
  if (claimed.length === 0) throw new Claimed()
}
