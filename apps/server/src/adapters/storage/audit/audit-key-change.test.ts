import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { KeyRefusal, KeyRing, type KeyVersion } from '../../system/keys/key-ring.ts'
import { Database } from '../database/database.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addAuditLine, changeAuditKey, verifyAuditLog } from './audit-log.ts'

const NOW = 1_800_000_000_000
const DAY_MS = 86_400_000
const entry = (time: number): AuditEntry => ({
  ...{
    time,
    actor: { kind: 'system' },
    action: 'user-changed',
    subject: null,
    detail: {},
    address: null,
    requestId: null,
  },
})

/** A log with three lines of each of two keys. */
async function changed() {
  const ring = new KeyRing(Buffer.alloc(32, 1)).succeeded(NOW, ['audit-log'])
  let keys: readonly KeyVersion[] = ring.of('audit-log')
  const test = await makeTestDatabase(() => keys)
  const newest = keys[1]?.id ?? ''
  const add = (at: number, database = test.database) =>
    database.transact((statements) => addAuditLine(statements, entry(at)))
  for (let n = 0; n < 3; n++) await add(NOW + n)
  await test.database.transact((statements) => changeAuditKey(statements, newest, NOW + 3))
  keys = ring.usedFrom(newest, NOW + 3).of('audit-log')
  for (let n = 4; n < 7; n++) await add(NOW + n)
  const former = keys.slice(0, 1)
  /** Who has the former key alone, and the rights of the owner. */
  const thief = () => new Database({ connection: test.owner, auditKey: () => former, onLost: () => undefined })
  return { ...test, add, thief, newest, verify: () => test.database.run(verifyAuditLog) }
}

test('[SEC-89] the chain goes on under a further key, from a line on that names it', async () => {
  const { database, query, newest, verify } = await changed()
  expect(await verify()).toMatchObject({ kind: 'intact', lines: 7 })
  const [line] = await query(`select seq::int, detail from audit_log where action = 'audit-key-changed'`)
  expect(line).toEqual({ seq: 4, detail: { from: expect.any(String), to: newest } })
  // Once more changes nothing.
  await database.transact((statements) => changeAuditKey(statements, newest, NOW + 8))
  expect(await verify()).toMatchObject({ kind: 'intact', lines: 7 })
})

test('[SEC-89] with the former key alone nobody adds a line, changes one of before, or begins anew', async () => {
  const { query, add, thief, verify } = await changed()
  const one = thief()
  await expect(add(NOW + 9, one)).rejects.toThrow(KeyRefusal)
  await query('create table kept as table audit_log')
  await query(`delete from settings where name = 'audit-key'`)
  await add(NOW + 9, one)
  expect(await verify()).toMatchObject({ kind: 'broken', seq: 8, why: 'changed' })

  // The lines before the change written anew, and what follows on them kept.
  await query('delete from audit_log where seq <= 3 or seq = 8')
  await query('create table later as table audit_log')
  await query('truncate audit_log')
  for (let n = 0; n < 3; n++) await add(NOW + 10 + n, one)
  await query('insert into audit_log select * from later')
  expect(await verify()).toMatchObject({ kind: 'broken', seq: 4, why: 'unlinked' })

  // The whole log under the former key: the lines that the server adds since give it away.
  await query('truncate audit_log')
  for (const at of [NOW, NOW + 1]) await add(at, one)
  await add(NOW + 3 + DAY_MS, one)
  expect(await verify()).toMatchObject({ kind: 'broken', seq: 3, why: 'changed' })
  await one.end()
})
