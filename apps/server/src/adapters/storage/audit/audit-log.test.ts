import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../app/ports/accounts/audit-log.ts'
import { settings } from '../schema/operation.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addAuditLine, verifyAuditLog } from './audit-log.ts'

const entry = (n: number): AuditEntry => ({
  at: 1_700_000_000_000 + n,
  actor: n % 2 === 0 ? { kind: 'system' } : { kind: 'admin', id: `admin-${n}` },
  action: 'user-changed',
  subject: n % 3 === 0 ? null : { kind: 'user', id: `user-${n}` },
  detail: { before: { plan: 'free', 'é"\\': [n, 0.1, null] }, after: { plan: 'monthly' }, n: n / 7 },
  address: n % 2 === 0 ? null : '203.0.113.7',
  requestId: `request-${n}`,
})

const LINES = 40

/** A log in a separate database, with lines that were added concurrently. */
async function filled() {
  const test = await makeTestDatabase()
  const add = (n: number) => test.database.transact((statements) => addAuditLine(statements, entry(n)))
  await Promise.all(Array.from({ length: LINES }, (_, n) => add(n)))
  return { ...test, add, verify: () => test.database.run(verifyAuditLog) }
}

test('[SEC-67] lines that are added at the same time make one chain without a hole', async () => {
  const { verify, query, add } = await filled()
  expect(await verify()).toMatchObject({ kind: 'intact', lines: LINES })
  const [found] = await query('select count(*)::int as n, max(seq)::int as last, min(seq)::int as first from audit_log')
  expect(found).toEqual({ n: LINES, last: LINES, first: 1 })
  const before = await verify()
  await add(99)
  expect(await verify()).not.toEqual(before)
})

test('[SEC-67] a line that tells of something that did not happen is not there', async () => {
  const { database, verify } = await filled()
  const failed = database.transact(async (statements) => {
    await statements.insert(settings).values({ name: 'changed', value: 1, updatedAt: new Date(0) })
    await addAuditLine(statements, entry(7))
    throw new Error('not after all')
  })
  await expect(failed).rejects.toThrow('not after all')
  expect(await verify()).toMatchObject({ kind: 'intact', lines: LINES })
})

const EDITS: readonly (readonly [string, string, string, number])[] = [
  ['an action', `update audit_log set action = 'user-read' where seq = 17`, 'changed', 17],
  [
    'a detail',
    `update audit_log set detail = (replace(detail::text, 'monthly', 'yearly'))::json where seq = 3`,
    'changed',
    3,
  ],
  ['a time', `update audit_log set at = at + interval '1 ms' where seq = 40`, 'changed', 40],
  ['an actor', `update audit_log set actor_id = 'somebody' where seq = 1`, 'changed', 1],
  ['an address that was there', `update audit_log set address = null where address is not null`, 'changed', 0],
  ['a line that is gone', 'delete from audit_log where seq = 20', 'missing', 20],
  ['the first lines gone', 'delete from audit_log where seq < 5', 'missing', 1],
  [
    'two lines swapped',
    'update audit_log set seq = case seq when 8 then -9 else -8 end where seq in (8, 9); update audit_log set seq = -seq where seq < 0',
    'unlinked',
    8,
  ],
]

test('[SEC-67] whatever is edited by SQL, the checker reports where', async () => {
  const { owner, database, query } = await filled()
  for (const [what, statement, why, seq] of EDITS) {
    await query('create table kept as table audit_log')
    await query(statement)
    const verdict = await database.run(verifyAuditLog)
    expect([what, verdict]).toEqual([what, { kind: 'broken', why, seq: seq === 0 ? expect.any(Number) : seq }])
    await query('truncate audit_log')
    await query('insert into audit_log select * from kept')
    await query('drop table kept')
  }
  expect(owner.database).toMatch(/^makas_test_/)
  expect(await database.run(verifyAuditLog)).toMatchObject({ kind: 'intact', lines: LINES })
})

test('[SEC-75] lines that the retention job destroyed are missed by nobody, and no others', async () => {
  const { query, verify } = await filled()
  const before = await verify()
  await query(`insert into destructions (id, at, kind, before, rows, audit_seq, audit_hash)
    select 'd', now(), 'audit', now(), 10, seq, hash from audit_log where seq = 10`)
  await query('delete from audit_log where seq <= 10')
  expect(await verify()).toEqual({ ...before, lines: LINES - 10 })
  await query('delete from audit_log where seq = 11')
  expect(await verify()).toEqual({ kind: 'broken', seq: 11, why: 'missing' })
})
