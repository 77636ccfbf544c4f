import { makeKeyRing, readKeyRing } from '../../system/keys/key-file.ts'
import { KEY_USES, KeyRefusal, type KeyRing } from '../../system/keys/key-ring.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { takeOverChain } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { keysInUse } from '../keys/keys-in-use.ts'
import { hasHeads } from '../upkeep/audit-heads.ts'

/**
 * The key of this database. A first start makes it only where no stored data needs one; over existing data neither a
 * new nor a different key is accepted, or stored passwords and keys would be lost for good (security.md 15).
 * An audit log that an earlier version wrote without a key is taken over, unless a head of the log was written to
 * `backupDir` before: then the log had a key, and plain lines are a forgery.
 * @throws KeyRefusal
 */
export async function agreeOnKey(database: Database, path: string, backupDir: string): Promise<KeyRing> {
  const found = readKeyRing(path)
  // The start finds out whether the file lacks a purpose, not the first person who needs it.
  for (const use of KEY_USES) found?.current(use, 0)
  const inUse = await database.run(keysInUse)
  const foreign = inUse.filter(({ use, id }) => !found?.by(use, id)).map(({ id }) => id)
  if (foreign.length === 0) {
    const ring = found ?? makeKeyRing(path)
    if (!hasHeads(backupDir))
      await database.transact((statements) => takeOverChain(statements, createSystemClock().now()))
    return ring
  }
  const why = found === null ? 'is missing' : `is another (${found.id})`
  throw new KeyRefusal(
    `${path}: the key file ${why}, and what is stored was made with ${[...new Set(foreign)].join(', ')}: put it back`,
  )
}
