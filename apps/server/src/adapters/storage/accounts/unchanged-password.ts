import { eq, type SQL, sql } from 'drizzle-orm'
import type { StoredPassword } from '../../../app/ports/accounts/accounts.ts'
import { untagged } from '../../system/keys/stored-hash.ts'
import { users } from '../schema/accounts.ts'

/** The condition that an account's password is still the one that was read, whichever pepper its hash has now. */
export function isStill({ hash }: StoredPassword): SQL {
  const start = untagged(hash)
  return start === '' ? eq(users.passwordHash, hash) : sql`starts_with(${users.passwordHash}, ${start})`
}
