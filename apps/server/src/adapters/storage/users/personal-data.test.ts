import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import { concernedBy, traceOf } from '../audit/audit-questions.ts'
import { TABLES } from '../schema/tables.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'

const DOCS = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'docs')

/** The cells of each row of the table whose heading begins with `first`, without the code marks. */
function tableOf(markdown: string, first: string): string[][] {
  const lines = markdown.slice(markdown.indexOf(`\n${first}`) + 1).split('\n')
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}
const listed = (cell: string | undefined) => (cell === undefined || cell === '–' ? [] : cell.split(', '))

test('[SEC-73] the map says of every table and each of its columns what is kept why, how long, and who sees it', () => {
  const map = readFileSync(join(DOCS, 'personal-data.md'), 'utf8')
  const kept = tableOf(map, '| table | what |')
  const columns = tableOf(map, '| table | columns of a person |')
  expect(TABLES.length).toBeGreaterThan(10)
  expect(
    kept
      .flatMap(([tables]) => listed(tables))
      .filter((name, at, all) => all.indexOf(name) === at)
      .sort(),
  ).toEqual(TABLES.map(getTableName).sort())
  expect(columns.map(([table, ofPerson, others]) => [table, [...listed(ofPerson), ...listed(others)].sort()])).toEqual(
    TABLES.map((table) => [
      getTableName(table),
      Object.values(getTableColumns(table))
        .map(({ name }) => name)
        .sort(),
    ]),
  )
  for (const [tables = '', ...cells] of kept) {
    expect([tables, cells.length]).toEqual([tables, 5])
    // Purpose, ground, term and readers may stay open only where the table has no person's data.
    const isOfNobody = /^no (person|user)['’]s data$/.test(cells[0] ?? '')
    for (const cell of cells) expect([tables, isOfNobody || !['', '–'].includes(cell)]).toEqual([tables, true])
    for (const name of listed(tables)) {
      const ofPerson = listed(columns.find(([table]) => table === name)?.[1])
      expect([name, isOfNobody && ofPerson.some((column) => column !== 'author_id')]).toEqual([name, false])
    }
  }
})

test('[SEC-76] the runbook’s command lists who is concerned by what an account or an address did, and what was seen', async () => {
  const storage = await makeTestDatabase()
  const [seen, changed, owner, other, asker] = [
    await addUser(storage),
    await addUser(storage),
    await addUser(storage),
    await addUser(storage),
    await addUser(storage),
  ]
  const at = (day: number) => Date.UTC(2026, 0, day)
  await storage.query(
    `insert into tickets (id, user_id, title, description, category, status, priority, created_at, updated_at)
      values ('ticket-of-asker', $1, 'Soru', 'Neden?', 'general', 'open', 'medium', now(), now())`,
    [asker],
  )
  const line = (more: Partial<AuditEntry>): AuditEntry => ({
    time: at(2),
    actor: { kind: 'admin', id: 'thief' },
    action: 'users-read',
    subject: null,
    detail: {},
    address: '203.0.113.7',
    requestId: null,
    ...more,
  })
  const told = [
    line({ detail: { users: [seen, changed] } }),
    line({ time: at(3), action: 'user-changed', subject: { kind: 'account', id: changed } }),
    // A read of a single ticket, whose owner no line names.
    line({ action: 'ticket-read', subject: { kind: 'ticket', id: 'ticket-of-asker' } }),
    // From the address, but by another user.
    line({
      actor: { kind: 'user', id: owner },
      action: 'key-deleted',
      subject: { kind: 'exchange-key', id: 'key' },
      detail: { owner },
    }),
    // Before the period, and by another user from another address.
    line({ time: at(1) - 1, detail: { users: [other] } }),
    line({ actor: { kind: 'admin', id: 'honest' }, address: '198.51.100.1', detail: { users: [other] } }),
  ]
  for (const entry of told) await storage.database.transact((statements) => addAuditLine(statements, entry))
  expect(readFileSync(join(DOCS, 'operations.md'), 'utf8')).toContain('npm run admin -- breach-list --actor')
  const between = { from: new Date(at(1)), to: new Date(at(4)) }
  const suspect = { users: ['thief'], address: '203.0.113.7' }
  const rows = await storage.database.run((statements) => concernedBy(statements, suspect, between))
  expect(Object.fromEntries(rows.map(({ id, fields }) => [id, fields]))).toEqual({
    [seen]: 'e-mail, names, phone, plan',
    [changed]: 'account: user-changed; e-mail, names, phone, plan',
    [owner]: 'exchange key: key-deleted',
    [asker]: 'tickets, e-mail',
  })
  const trace = await storage.database.run((statements) => traceOf(statements, [asker], new Date(at(1))))
  expect(trace.map(({ action, actor }) => [action, actor])).toEqual([['ticket-read', 'thief']])
  const ofChanged = rows.find(({ id }) => id === changed)
  expect([ofChanged?.firstAt, ofChanged?.lastAt]).toEqual([at(2), at(3)])
})
