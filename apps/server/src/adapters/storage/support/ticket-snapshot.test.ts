import { expect, test } from 'vitest'
import { auditEntry } from '../../../app/users/audit-entry.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { waitsForLockOn } from '../testing/waiting.ts'
import { adminTicketStore } from './admin-ticket-store.ts'
import { ticketStore } from './ticket-store.ts'

const db = await makeTestDatabase()
const [admins, store] = [
  adminTicketStore(
    () => db.database,
    () => false,
  ),
  ticketStore(() => db.database),
]
const SEEN = auditEntry(1, 'ticket.read', null, { by: 'system' })

test('a ticket is read as it was at one moment: a reply that lands meanwhile is in neither its thread nor its version', async () => {
  const owner = await addUser(db)
  await db.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
    values ('one', $1, 'Başlık', 'Metin', 'general', 'medium', 'open', to_timestamp(1), to_timestamp(1))`,
    [owner],
  )
  const page = { limit: 10, skip: 0 }
  const asked = { status: null, assignee: 'any', words: [], sort: 'updated', after: null, hasThreads: true } as const
  const readers = [
    () => admins.one(owner, 'one', SEEN),
    async () => (await admins.list(owner, { ...asked, page }, () => SEEN)).rows[0],
    () => store.one(owner, 'one'),
    async () => (await store.ofUser(owner, page)).rows[0],
  ]
  for (const [at, read] of readers.entries()) {
    const moved = at + 2
    // The reply locks the messages, so the reader waits between the ticket's row and its thread.
    await db.query('begin')
    await db.query('lock table ticket_messages in access exclusive mode')
    const reading = read()
    await waitsForLockOn(db, 'ticket_messages')
    await db.query(
      `insert into ticket_messages (id, ticket_id, author_id, is_admin, sender_name, message, created_at)
      values ($1, 'one', $2, false, 'Ayşe Yılmaz', 'Yanıt', to_timestamp($3))`,
      [`reply-${moved}`, owner, moved],
    )
    await db.query(`update tickets set updated_at = to_timestamp($1) where id = 'one'`, [moved])
    await db.query('commit')
    const before = await reading
    expect([before?.updatedAt, before?.messages.length]).toEqual([1_000 * (moved - 1), at])
    const after = await read()
    expect([after?.updatedAt, after?.messages.length]).toEqual([1_000 * moved, at + 1])
  }
})
