import { eq, type SQL, sql } from 'drizzle-orm'
import type { StoredPassword } from '../../../app/ports/users/users.ts'
import { untagged } from '../../system/keys/stored-hash.ts'
import { users } from '../schema/users.ts'

/** The condition that a user's password is still the one that was read, whichever pepper its hash has now. */
export function isStill({ hash }: StoredPassword): SQL {
  const start = untagged(hash)
  return start === '' ? eq(users.passwordHash, hash) : sql`starts_with(${users.passwordHash}, ${start})`
}
