import { AdminTicketChanges, AdminTickets, Assignees, Ticket, TicketChanges, TicketDetail } from '@makas/contract'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { createAdmin } from '../../../app/users/admins.ts'
import { jsonOf } from '../../testing/test-server.ts'
import { ADMIN, send, signInAdmin, signUp, startUserServer } from '../../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const admin = await signInAdmin(server)
const second = await signInAdmin(server, { email: 'ikinci@example.org', firstName: 'Okan', lastName: 'Polat' })
const user = await signUp(server, 'asks@example.org')

const ask = (method: string, path: string, body?: unknown, { token } = admin) =>
  send(server, `/api/admin${path}`, body, { method, token })
const own = (path: string, body?: unknown) => send(server, `/api${path}`, body, { token: user.token })
const open = async (title = 'Başlık') =>
  Ticket.parse(await (await own('/tickets', { title, description: 'Metin' })).json())
const one = async (id: string) => TicketDetail.parse(await (await ask('GET', `/tickets/${id}`)).json())
const assign = (id: string, assignee_id: unknown, expected_assignee_id: unknown, who = admin) =>
  ask('PATCH', `/tickets/${id}`, { assignee_id, expected_assignee_id }, who)
const list = async (query: string, who = admin) => {
  const answer = await ask('GET', `/tickets?thread=0&${query}`, undefined, who)
  return AdminTickets.parse(await answer.json()).map(({ id }) => id)
}
const people = async (who = admin) =>
  Assignees.parse(await (await ask('GET', '/tickets/assignees', undefined, who)).json())
const ids = async () => {
  const all = await people()
  const mine = all.find(({ is_me }) => is_me)?.id ?? ''
  const other = all.find(({ is_me }) => !is_me)?.id ?? ''
  return { mine, other }
}

test('admins that can log in can look after a ticket, and each sees which of them is the caller', async () => {
  expect((await people()).map(({ name, is_me }) => [name, is_me])).toEqual([
    ['Deniz Kaya', true],
    ['Okan Polat', false],
  ])
  expect((await people(second)).map(({ is_me }) => is_me)).toEqual([false, true])
  expect((await own('/admin/tickets/assignees')).status).toBe(401)
})

test('a ticket is given to oneself, to another and to nobody; the list is filtered by it; the audit log has each', async () => {
  const { mine, other } = await ids()
  const [first, next, free] = [await open('Bir'), await open('İki'), await open('Üç')]
  expect((await assign(first.id, mine, null)).status).toBe(200)
  expect((await assign(next.id, other, null)).status).toBe(200)
  expect((await one(first.id)).assignee).toEqual({ id: mine, name: 'Deniz Kaya' })
  expect(await list('assignee=me')).toEqual([first.id])
  expect(await list('assignee=me', second)).toEqual([next.id])
  expect(await list(`assignee=${other}`)).toEqual([next.id])
  expect(await list('assignee=nobody')).toContain(free.id)
  expect(await list('assignee=nobody')).not.toContain(first.id)
  expect(await list('assignee=me&q=bir')).toEqual([first.id])
  expect(await list('assignee=me&status=closed')).toEqual([])
  expect((await assign(first.id, null, mine)).status).toBe(200)
  expect(await list('assignee=me')).toEqual([])
  const lines = await server.db.query(
    "select detail->'assignee' as assignee from audit_log where action = 'ticket-changed' and subject_id = $1 order by seq",
    [first.id],
  )
  expect(lines.map(({ assignee }) => assignee)).toEqual([
    { from: null, to: mine },
    { from: mine, to: null },
  ])
})

test('nothing is written if somebody else was assigned meanwhile, and the stored assignment is told', async () => {
  const { mine, other } = await ids()
  const { id } = await open()
  expect((await assign(id, other, null, second)).status).toBe(200)
  const late = await assign(id, mine, null)
  const refused = await jsonOf<{ code: string; detail: string; current: unknown }>(late)
  expect([late.status, refused.code, refused.detail]).toEqual([
    409,
    'conflict',
    'Bu talep siz yazarken değişti. Yazdıklarınız kaydedilmedi; son hâline bakıp yeniden gönderin.',
  ])
  expect(TicketDetail.parse(refused.current).assignee?.name).toBe('Okan Polat')
  expect((await one(id)).assignee?.id).toBe(other)
  expect((await assign(id, mine, other)).status).toBe(200)
  expect((await one(id)).assignee?.id).toBe(mine)
})

test('only an admin that can log in can be given a ticket, and only in words that are understood', async () => {
  const { mine } = await ids()
  const { id } = await open()
  const [asker] = await server.db.query("select id from users where role = 'user'")
  for (const who of [String(asker?.id), 'AAAAAAAAAAAAAAAAAAAAAA', 'yok'])
    expect(await jsonOf(await assign(id, who, null))).toMatchObject({
      code: 'validation',
      fields: { assignee_id: 'Geçerli bir değer değil.' },
    })
  for (const body of [
    { assignee_id: mine },
    { expected_assignee_id: mine },
    { status: 'closed', expected_assignee_id: null },
    { assignee_id: 7, expected_assignee_id: null },
    { assignee_id: '', expected_assignee_id: null },
    { assignee_id: `${mine},`, expected_assignee_id: null },
    { assignee_id: 'a'.repeat(65), expected_assignee_id: null },
    { assignee_id: [mine], expected_assignee_id: null },
  ])
    expect([body, (await ask('PATCH', `/tickets/${id}`, body)).status]).toEqual([body, 400])
  expect(await one(id)).toMatchObject({ assignee: null, status: 'open' })
  for (const query of [
    'assignee=',
    'assignee=a,b',
    `assignee=${'a'.repeat(65)}`,
    'sort=oldest',
    'assignee=me&assignee=me',
  ])
    expect([query, (await ask('GET', `/tickets?${query}`)).status]).toEqual([query, 400])
  expect((await assign('AAAAAAAAAAAAAAAAAAAAAA', mine, null)).status).toBe(404)
})

test('an admin who is gone looks after no ticket any more', async () => {
  const third = { ...ADMIN, email: 'ucuncu@example.org', firstName: 'Ada', lastName: 'Işık' }
  await createAdmin(server.parts, third)
  const ada = (await people()).find(({ name }) => name === 'Ada Işık')?.id ?? ''
  const { id } = await open()
  await assign(id, ada, null)
  await server.db.query("update users set is_active = false where email = 'ucuncu@example.org'")
  expect((await people()).map(({ name }) => name)).not.toContain('Ada Işık')
  expect((await one(id)).assignee?.name).toBe('Ada Işık')
  expect((await assign((await open()).id, ada, null)).status).toBe(400)
  await server.db.query('delete from users where id = $1', [ada])
  expect((await one(id)).assignee).toBeNull()
})

test('a note and an assignment are told to admins as a move of the ticket, and to its owner not at all', async () => {
  const { id, updated_at } = await open()
  const { mine } = await ids()
  server.clock.leap(10_000)
  const asAdmin = async (since: string) =>
    AdminTicketChanges.parse(await (await ask('GET', `/tickets/changes?since=${since}`)).json())
  const owners = async (since: string) =>
    TicketChanges.parse(await (await own(`/tickets/changes?since=${since}`)).json()).changes
  const before = await asAdmin('2020-01-01T00:00:00.000Z')
  server.clock.leap(10_000)
  await ask('POST', `/tickets/${id}/notes`, { note: 'Kayıtta doğruladım' }, second)
  server.clock.leap(5_000)
  const noted = await asAdmin(before.as_of)
  expect(noted.changes.map((moved) => [moved.id, moved.updated_at])).toEqual([[id, updated_at]])
  server.clock.leap(10_000)
  const quiet = await asAdmin(noted.as_of)
  expect(quiet.changes).toEqual([])
  await assign(id, mine, null)
  server.clock.leap(2_000)
  const [assigned] = (await asAdmin(quiet.as_of)).changes
  expect([assigned?.id, assigned?.updated_at]).toEqual([id, updated_at])
  expect(Date.parse(assigned?.admin_updated_at ?? '')).toBeGreaterThan(
    Date.parse(noted.changes[0]?.admin_updated_at ?? ''),
  )
  expect(await owners(before.as_of)).toEqual([])
  expect(Ticket.parse(await (await own(`/tickets/${id}`)).json()).updated_at).toBe(updated_at)
  // An answer that was begun before the note is sent: an internal note is no conflict.
  const answer = { admin_response: 'Yanıt', expected_updated_at: updated_at }
  expect((await ask('PATCH', `/tickets/${id}`, answer)).status).toBe(200)
})

test('waiting users are listed by their wait since the first unanswered text', async () => {
  await server.db.query('delete from tickets')
  const step = () => server.clock.leap(60_000)
  const tickets: Ticket[] = []
  for (const title of ['Bir', 'İki', 'Üç', 'Dört']) {
    tickets.push(await open(title))
    step()
  }
  const [one1, two, three, four] = tickets.map(({ id }) => id) as [string, string, string, string]
  const waiting = (query = '') => list(`sort=waiting${query}`)
  const told = async () => {
    server.clock.leap(2_000)
    return AdminTicketChanges.parse(await (await ask('GET', '/tickets/changes')).json()).unanswered
  }
  expect(await waiting()).toEqual([one1, two, three, four])
  expect(await told()).toEqual({ count: 4, oldest: tickets[0]?.created_at })
  await ask('PATCH', `/tickets/${one1}`, { admin_response: 'Yanıt' })
  await ask('PATCH', `/tickets/${three}`, { status: 'closed' })
  expect(await waiting()).toEqual([two, four])
  expect(await told()).toEqual({ count: 2, oldest: tickets[1]?.created_at })
  // A further message of the owner does not restart the wait.
  step()
  await own(`/tickets/${two}/messages`, { message: 'Hâlâ bekliyorum' })
  await own(`/tickets/${one1}/messages`, { message: 'Bir soru daha' })
  await own(`/tickets/${one1}/messages`, { message: 'Ve bir tane daha' })
  expect(await waiting()).toEqual([two, four, one1])
  const [reply] = (await one(one1)).messages.filter(({ is_admin }) => !is_admin)
  expect((await one(one1)).waiting_since).toBe(reply?.created_at)
  // Resolved without an answer: nobody waits, until the owner writes again.
  await ask('PATCH', `/tickets/${two}`, { status: 'resolved' })
  expect(await waiting()).toEqual([four, one1])
  step()
  await own(`/tickets/${two}/messages`, { message: 'Olmadı' })
  expect(await waiting()).toEqual([four, one1, two])
  // Pages go on where the page before ended; words and assignee narrow the list.
  const place = `${tickets[3]?.created_at},${four}`
  expect(await waiting(`&limit=1&after=${place}`)).toEqual([one1])
  expect(await waiting(`&q=metin&limit=1&after=${place}`)).toEqual([one1])
  expect(await waiting('&q=iki')).toEqual([two])
  expect(await waiting('&assignee=me')).toEqual([])
  const answer = await ask('GET', '/tickets?sort=waiting&limit=1')
  expect(answer.headers.get('x-total-count')).toBe('3')
})
