import { expect, test } from 'vitest'
import { addAuditLine } from '../audit/audit-log.ts'
import { makeTestDatabase, TEST_AUDIT_KEY, type TestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { noteMoment } from './moments.ts'
import { retention } from './retention.ts'
import { allowRetention, CLOCKS_AGREED, type ClockFacts, doubtAbout, excessOf } from './retention-guard.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY
const NOW = Date.parse('2026-11-21T00:00:30Z')
/** A quiet night of a process that measures no exchange's clock. */
const NIGHT: ClockFacts = {
  ...{ now: NOW, database: NOW, exchangeOffsets: [], isAllowed: false },
  ...{ lastLine: NOW - HOUR, trusted: NOW - DAY },
}

test('[SEC-82] a clock is believed where the database, the newest line, the last night and the exchanges are of the same day', () => {
  const doubt = (facts: Partial<ClockFacts>) => doubtAbout({ ...NIGHT, ...facts })
  expect(doubt({})).toBeNull()
  for (const off of [3 * YEAR, -3 * YEAR, DAY + 1, -DAY - 1]) {
    expect([off, doubt({ database: NOW + off })]).toEqual([off, expect.stringContaining("the database's 20")])
    expect([off, doubt({ exchangeOffsets: [12, off] })]).toEqual([off, expect.stringContaining("an exchange's 20")])
    // Neither difference is settled by a word.
    expect(doubt({ database: NOW + off, isAllowed: true })).not.toBeNull()
    expect(doubt({ exchangeOffsets: [off], isAllowed: true })).not.toBeNull()
  }
  for (const off of [DAY, -DAY, 20 * HOUR, 0]) {
    expect(doubt({ database: NOW + off })).toBeNull()
    expect(doubt({ exchangeOffsets: [off] })).toBeNull()
  }
  // The machine's and its own database's clock are ahead or behind together.
  for (const off of [3 * YEAR, -3 * YEAR, DAY + 1, -DAY - 1]) {
    const both = { now: NOW + off, database: NOW + off }
    expect([off, doubt(both)]).toEqual([off, expect.stringContaining('npm run admin -- retention')])
    expect(doubt({ ...both, isAllowed: true })).toBeNull()
    expect(doubt({ ...both, exchangeOffsets: [40] })).toBeNull()
  }
  expect(doubt({ lastLine: NOW + DAY + 1 })).toContain("the audit log's last line is of 2026-11-22")
  expect(doubt({ lastLine: null, trusted: null })).toBeNull()
  expect(doubt({ lastLine: null, trusted: NOW - 2 * DAY })).toBeNull()
})

test('[SEC-82] never more than a fifth of a table goes at once, unless that is few', () => {
  expect(excessOf([{ kind: 'sessions', due: 100, all: 100 }])).toBeNull()
  expect(excessOf([{ kind: 'sessions', due: 200, all: 1_000 }])).toBeNull()
  expect(
    excessOf([
      { kind: 'sessions', due: 201, all: 1_000 },
      { kind: 'audit-log', due: 473, all: 474 },
      { kind: 'closed-tickets', due: 5, all: 9 },
    ]),
  ).toMatch(/^201 of 1000 rows of sessions, 473 of 474 rows of audit-log would be destroyed at once/)
})

/** A database with lines of the last weeks, sessions that ended yesterday, and attempts. */
async function lived(): Promise<TestDatabase & { readonly rows: () => Promise<unknown> }> {
  const of = await makeTestDatabase()
  const { database, query } = of
  const user = await addUser(of)
  await database.transact(async (statements) => {
    for (let nth = 150; nth > 0; nth--) {
      await addAuditLine(statements, {
        ...{ time: NOW - nth * 4 * HOUR, actor: { kind: 'system' }, action: 'tested', subject: null, detail: {} },
        ...{ address: null, requestId: null },
      })
    }
  })
  const at = new Date(NOW - DAY)
  await query(
    `insert into sessions (id, user_id, audience, refresh_hash, refreshed_at, created_at, last_seen_at, expires_at, ended_at, end_reason)
      select n::text, $1, 'user', decode(md5(n::text), 'hex'), $2, $2, $2, $2, $2, 'logout' from generate_series(1, 120) n`,
    [user, at],
  )
  await query(`insert into attempts values ('\\x01', 'login', 1, $1, $1, null)`, [at])
  const rows = async () => {
    const [found] = await query(
      `select (select count(*)::int from audit_log) as lines, (select count(*)::int from sessions) as sessions,
        (select count(*)::int from attempts) as attempts, (select count(*)::int from destructions) as records`,
    )
    return found
  }
  return { ...of, rows }
}

test('[SEC-82] a start with a clock of another year destroys nothing, as often as it is tried, and an old one goes on', async () => {
  const { database, owner, rows } = await lived()
  const all = { lines: 150, sessions: 120, attempts: 1, records: 0 }
  const at = (now: number, databaseNow = now, exchangeOffsets: readonly number[] = []) =>
    retention({
      auditKey: () => TEST_AUDIT_KEY,
      owner: () => owner,
      exchangeOffsets: () => exchangeOffsets,
      databaseNow: async () => databaseNow,
    }).run(now)
  for (const off of [3 * YEAR, -3 * YEAR]) {
    await expect(at(NOW + off, NOW)).rejects.toThrow("nothing was destroyed: this process's clock says")
    await expect(at(NOW + off)).rejects.toThrow('npm run admin -- retention')
    // What the wrong clock wrote meanwhile proves nothing an hour later.
    await expect(at(NOW + off + HOUR / 2)).rejects.toThrow('nothing was destroyed')
    await expect(at(NOW + off, NOW + off, [-off])).rejects.toThrow("an exchange's 2026-11-21")
    expect(await rows()).toEqual(all)
  }
  expect(await at(NOW)).toEqual({})
  // A day later, by the chain of nights alone, and ten days later no more.
  expect(await at(NOW + DAY + HOUR)).toEqual({ attempts: 1 })
  await expect(at(NOW + 11 * DAY)).rejects.toThrow('last known to be right at 2026-11-22')
  expect(await at(NOW + 11 * DAY, NOW + 11 * DAY, [5])).toEqual({})
  expect(await database.run((statements) => statements.execute('select 1'))).toMatchObject({ rowCount: 1 })
})

test('[SEC-82] what is too much at once waits for an admin, whose word counts once and for a day', async () => {
  const { database, owner, rows } = await lived()
  const later = NOW + 32 * DAY
  const task = retention({
    auditKey: () => TEST_AUDIT_KEY,
    owner: () => owner,
    exchangeOffsets: () => [0],
    databaseNow: async () => later,
  })
  const refused = 'nothing was destroyed: 120 of 120 rows of sessions would be destroyed at once'
  await expect(task.run(later)).rejects.toThrow(refused)
  await allowRetention(database, later - DAY - 1)
  await expect(task.run(later)).rejects.toThrow(refused)
  expect(await rows()).toMatchObject({ sessions: 120, attempts: 1, records: 0 })
  await allowRetention(database, later - HOUR)
  expect(await task.run(later)).toEqual({ attempts: 1, sessions: 120 })
  // The word is used up.
  await noteMoment(database, CLOCKS_AGREED, later + 4 * YEAR - DAY)
  const muchLater = retention({
    auditKey: () => TEST_AUDIT_KEY,
    owner: () => owner,
    exchangeOffsets: () => [0],
    databaseNow: async () => later + 4 * YEAR,
  })
  await expect(muchLater.run(later + 4 * YEAR)).rejects.toThrow('149 of 150 rows of audit-log')
})
