import { expect, test } from 'vitest'
import { auditEntry } from '../../../app/users/audit-entry.ts'
import { auditReader } from '../audit/audit-reader.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { waitsForLockOn } from '../testing/waiting.ts'
import { userStore } from './user-store.ts'

const db = await makeTestDatabase()
const store = userStore(() => db.database)

test('[SEC-74] what somebody is given of their data is as it was at one moment, whatever is stored while it is read', async () => {
  const owner = await addUser(db)
  await db.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
    values ('one', $1, 'Başlık', 'Metin', 'general', 'medium', 'open', to_timestamp(1), to_timestamp(1))`,
    [owner],
  )
  // The reader waits between the tickets and their messages; all tables that it reads afterwards change meanwhile.
  await db.query('begin')
  await db.query('lock table ticket_messages in access exclusive mode')
  const reading = store.copyOf(owner)
  await waitsForLockOn(db, 'ticket_messages')
  await db.query(
    `insert into ticket_messages (id, ticket_id, author_id, is_admin, sender_name, message, created_at)
    values ('reply', 'one', $1, false, 'Ayşe Yılmaz', 'Yanıt', to_timestamp(2))`,
    [owner],
  )
  await db.query(
    `insert into exchange_keys (id, user_id, exchange, is_testnet, name, masked_key, sealed_key, sealed_secret,
      sealed_data_key, key_id, format_version, status, permissions, created_at, updated_at)
    values ('key', $1, 'okx', false, 'OKX', '••••', '\\x01', '\\x01', '\\x01', 'k', 1, 'connected', '{}',
      to_timestamp(2), to_timestamp(2))`,
    [owner],
  )
  await db.query('commit')
  const counted = ({ keys, tickets }: Awaited<typeof reading>) => [keys.length, tickets[0]?.messages]
  expect(counted(await reading)).toEqual([0, []])
  expect(counted(await store.copyOf(owner))).toEqual([1, [expect.objectContaining({ message: 'Yanıt' })]])
})

test('a page of the audit log and how many lines there are belong together', async () => {
  const reader = auditReader(() => db.database)
  const line = (at: number) => store.note(auditEntry(at, 'account-exported', null, { by: 'system' }))
  for (let at = 1; at <= 3; at += 1) await line(at)
  let isOver = false
  const writing = (async () => {
    for (let at = 4; !isOver; at += 1) await line(at)
  })()
  for (let look = 0; look < 50; look += 1) {
    const { rows, total } = await reader.page(1, 0)
    // Lines are numbered without a gap, so the newest line's number is their count.
    expect(rows[0]?.seq).toBe(total)
  }
  isOver = true
  await writing
})
