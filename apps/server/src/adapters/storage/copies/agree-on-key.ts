import { sql } from 'drizzle-orm'
import { KeyRefusal, type KeyRing, makeKeyRing, readKeyRing } from '../../system/key-ring.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { takeOverChain } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { hasHeads } from '../upkeep/audit-heads.ts'

/** Ids of the keys that stored data was made with. */
export async function keyIdsIn(statements: Statements): Promise<readonly string[]> {
  const { rows } = await statements.execute<{ id: string }>(sql`
    select pepper_id as id from users union select totp_key_id from users where totp_key_id is not null
    union select key_id from exchange_keys`)
  return rows.map(({ id }) => id)
}

/**
 * The key of this database. A first start makes it only where no stored data needs one; over existing data neither a
 * new nor a different key is accepted, or stored passwords and keys would be lost for good (security.md 15).
 * An audit log that an earlier version wrote without a key is taken over, unless a head of the log was written to
 * `backupDir` before: then the log had a key, and plain lines are a forgery.
 * @throws KeyRefusal
 */
export async function agreeOnKey(database: Database, path: string, backupDir: string): Promise<KeyRing> {
  const found = readKeyRing(path)
  const made = await database.run(keyIdsIn)
  const foreign = made.filter((id) => found === null || found.sealingBy(id) === null)
  if (foreign.length === 0) {
    const ring = found ?? makeKeyRing(path)
    if (!hasHeads(backupDir))
      await database.transact((statements) => takeOverChain(statements, createSystemClock().now()))
    return ring
  }
  const why = found === null ? 'is missing' : `is another (${found.id})`
  throw new KeyRefusal(
    `${path}: the key file ${why}, and what is stored was made with ${foreign.join(', ')}: put it back`,
  )
}
