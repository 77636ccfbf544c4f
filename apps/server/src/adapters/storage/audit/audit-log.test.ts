import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { settings } from '../schema/operation.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { KEYED } from './audit-chain.ts'
import { addAuditLine, takeOverChain, verifyAuditLog } from './audit-log.ts'

const entry = (n: number): AuditEntry => ({
  time: 1_700_000_000_000 + n,
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

/** Writes all hashes anew without a key, as earlier versions made them and as anybody can. */
const AS_PLAIN = `do $$
  declare line record; last bytea := decode(repeat('00', 32), 'hex'); begin
    for line in select *, (extract(epoch from at) * 1000)::bigint as ms from audit_log order by seq loop
      update audit_log set previous_hash = last, hash = sha256(last || convert_to(
        '[' || line.seq || ',' || line.ms || ',' || to_json(line.actor_kind) || ',' || coalesce(to_json(line.actor_id)::text, 'null')
        || ',' || to_json(line.action) || ',' || coalesce(to_json(line.subject_kind)::text, 'null')
        || ',' || coalesce(to_json(line.subject_id)::text, 'null') || ',' || to_json(line.detail::text)
        || ',' || coalesce(to_json(line.address)::text, 'null') || ',' || coalesce(to_json(line.request_id)::text, 'null') || ']',
        'utf8')) where seq = line.seq returning hash into last;
    end loop;
  end $$`

test('[SEC-83] who changes a line and computes all hashes anew is found out without the key', async () => {
  const { query, verify } = await filled()
  await query(`update audit_log set action = 'user-read' where seq = 17`)
  await query(AS_PLAIN)
  expect(await verify()).toEqual({ kind: 'broken', seq: 1, why: 'changed' })
})

test('[SEC-83] a chain that an earlier version left is taken over once, and from then on no line of it can change', async () => {
  const { database, query, verify, add } = await filled()
  await query(AS_PLAIN)
  const takeOver = () => database.transact((statements) => takeOverChain(statements, 1_800_000_000_000))
  await takeOver()
  await add(100)
  await takeOver()
  expect(await verify()).toMatchObject({ kind: 'intact', lines: LINES + 2 })
  expect(await query('select seq::int, detail from audit_log where action = $1', [KEYED])).toEqual([
    { seq: LINES + 1, detail: { lines: LINES, head: expect.stringMatching(/^40:[\da-f]{64}$/) } },
  ])
  await query(`update audit_log set action = 'user-read' where seq = 17`)
  expect(await verify()).toEqual({ kind: 'broken', seq: 17, why: 'changed' })
  await query(AS_PLAIN)
  expect(await verify()).toEqual({ kind: 'broken', seq: 1, why: 'changed' })
})

test('[SEC-83] a plain chain that is not intact is not taken over', async () => {
  const { database, query, verify } = await filled()
  await query(AS_PLAIN)
  await query(`update audit_log set action = 'user-read' where seq = 17`)
  await database.transact((statements) => takeOverChain(statements, 1_800_000_000_000))
  expect(await query('select count(*)::int as lines from audit_log')).toEqual([{ lines: LINES }])
  expect(await verify()).toMatchObject({ kind: 'broken', seq: 17 })
})

test('[SEC-83] a head that was noted elsewhere must be a line of the log', async () => {
  const { database, query, add } = await filled()
  const verifyWith = (hash: string) => database.run((statements) => verifyAuditLog(statements, { seq: LINES, hash }))
  const [last] = await query(`select encode(hash, 'hex') as hash from audit_log where seq = ${LINES}`)
  await add(100)
  expect(await verifyWith(String(last?.hash))).toMatchObject({ kind: 'intact' })
  expect(await verifyWith('0'.repeat(64))).toEqual({ kind: 'broken', seq: LINES, why: 'changed' })
})
