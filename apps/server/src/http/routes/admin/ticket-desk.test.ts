import {
  AdminTicketChanges,
  AdminTickets,
  Assignees,
  CannedReply,
  Presence,
  Ticket,
  TicketChanges,
  TicketDetail,
  TicketNote,
  Tickets,
} from '@makas/contract'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { ROUTES } from '../../calls/route-table.ts'
import { jsonOf } from '../../testing/test-server.ts'
import { type SignedIn, send, signInAdmin, signUp, startUserServer } from '../../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const admin = await signInAdmin(server)
const second = await signInAdmin(server, { email: 'ikinci@example.org', firstName: 'Okan', lastName: 'Polat' })
const user = await signUp(server, 'asks@example.org')

const ask = (method: string, path: string, body?: unknown, { token } = admin) =>
  send(server, `/api/admin${path}`, body, { method, token })
const own = (path: string, body?: unknown) => send(server, `/api${path}`, body, { token: user.token })
const open = async (title = 'Başlık', description = 'Metin') =>
  Ticket.parse(await (await own('/tickets', { title, description })).json())
const one = async (id: string) => TicketDetail.parse(await (await ask('GET', `/tickets/${id}`)).json())
const list = async (query: string) => AdminTickets.parse(await (await ask('GET', `/tickets?${query}`)).json())

test('[SEC-37] an internal note, and who looks after a ticket, is in no answer of any call of a user', async () => {
  const { id, updated_at } = await open()
  const noted = await ask('POST', `/tickets/${id}/notes`, { note: 'GIZLI-NOT' })
  expect([noted.status, TicketNote.parse(await noted.json()).sender_name]).toEqual([201, 'Deniz Kaya'])
  expect((await one(id)).notes.map(({ note }) => note)).toEqual(['GIZLI-NOT'])
  const [helper] = Assignees.parse(await (await ask('GET', '/tickets/assignees')).json()).filter((one) => !one.is_me)
  const given = { assignee_id: helper?.id, expected_assignee_id: null }
  expect((await ask('PATCH', `/tickets/${id}`, given)).status).toBe(200)
  expect((await one(id)).assignee).toEqual({ id: helper?.id, name: 'Okan Polat' })
  const secrets = ['GIZLI-NOT', 'Okan Polat', String(helper?.id)]
  await send(server, '/api/auth/proof', { password: 'mavi-kedi-2026' }, { token: user.token })
  // Read before the calls below, some of which write: internal changes did not touch the ticket for its owner.
  const written = Ticket.parse(await (await own(`/tickets/${id}`)).json())
  const calls = ROUTES.filter(
    ({ access, path, method }) =>
      access !== 'admin' &&
      !/\*|stream/.test(path) &&
      !/\/auth\/|\/account$|api-keys/.test(path) &&
      (method === 'GET' || path.startsWith('/api/tickets')),
  )
  const bodies = { title: 'a', description: 'b', message: 'c', until: '2030-01-01T00:00:00.000Z' }
  for (const { method, path, body } of calls) {
    const sent = { method, token: user.token }
    const answer = await send(server, path.replace(':id', id), body === null ? undefined : bodies, sent)
    const text = await answer.text()
    expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []])
  }
  expect(calls.length).toBeGreaterThan(15)
  expect(updated_at).toBe(written.updated_at)
  const [line] = await server.db.query("select detail::text as detail from audit_log where action = 'ticket-noted'")
  expect(line?.detail).not.toContain('GIZLI')
})

test('the second of two admins at once is told the state that the first stored, and nothing is written', async () => {
  const { id, updated_at } = await open()
  const expected = { expected_updated_at: updated_at }
  const first = await ask('PATCH', `/tickets/${id}`, { status: 'in_progress', admin_response: 'Bir', ...expected })
  expect(first.status).toBe(200)
  const late = await ask('PATCH', `/tickets/${id}`, { status: 'closed', admin_response: 'İki', ...expected }, second)
  const refused = await jsonOf<{ code: string; detail: string; current: unknown }>(late)
  expect([late.status, refused.code, refused.detail]).toEqual([
    409,
    'conflict',
    'Bu talep siz yazarken değişti. Yazdıklarınız kaydedilmedi; son hâline bakıp yeniden gönderin.',
  ])
  const current = TicketDetail.parse(refused.current)
  expect([current.status, current.messages.map(({ message }) => message)]).toEqual(['in_progress', ['Bir']])
  expect(await one(id)).toEqual(current)
  const again = { status: 'closed', admin_response: 'İki', expected_updated_at: current.updated_at }
  const now = TicketDetail.parse(await (await ask('PATCH', `/tickets/${id}`, again, second)).json())
  expect(now.status_changes.map(({ from, to, by }) => [from, to, by])).toEqual([
    ['open', 'in_progress', 'Deniz Kaya'],
    ['in_progress', 'closed', 'Okan Polat'],
  ])
})

test('changes since a moment are told, with unseen ones; a seen change stays seen', async () => {
  const { id } = await open()
  server.clock.leap(10_000)
  const changes = async (since = '') => TicketChanges.parse(await (await own(`/tickets/changes${since}`)).json())
  const before = await changes()
  server.clock.leap(10_000)
  await ask('PATCH', `/tickets/${id}`, { admin_response: 'Yanıt' })
  server.clock.leap(2_000)
  const after = await changes(`?since=${before.as_of}`)
  expect(after.changes.map((moved) => moved.id)).toEqual([id])
  expect(after.unread).toBe(before.unread + 1)
  const ticket = Ticket.parse(await (await own(`/tickets/${id}`)).json())
  expect(ticket.unread).toBe(1)
  expect((await own(`/tickets/${id}/seen`, { until: ticket.updated_at })).status).toBe(204)
  expect(Ticket.parse(await (await own(`/tickets/${id}`)).json()).unread).toBe(0)
  server.clock.leap(2_000)
  expect((await changes()).unread).toBe(before.unread)
  const all = AdminTicketChanges.parse(await (await ask('GET', '/tickets/changes')).json())
  expect(all.changes.map((moved) => moved.id)).toContain(id)
  expect(all.counts.open).toBeGreaterThan(0)
  const audited = await server.db.query("select 1 from audit_log where action like '%changes%'")
  expect(audited).toEqual([])
})

test('the long list has no threads, is skipped by key and searched in Turkish whatever the case', async () => {
  const titles = ['Çekim izni', 'ÇEKİM NEDEN', 'cekim kapalı']
  for (const title of titles) {
    await open(title)
    server.clock.leap(1_000)
  }
  const found = await list('thread=0&sort=updated&limit=2&q=%C3%87EK%C4%B0M')
  expect(found.map(({ title }) => title)).toEqual(['cekim kapalı', 'ÇEKİM NEDEN'])
  expect(found.every(({ messages }) => messages.length === 0)).toBe(true)
  const last = found.at(-1)
  const rest = await list(`thread=0&sort=updated&limit=2&q=cekim&after=${last?.updated_at},${last?.id}`)
  expect(rest.map(({ title }) => title)).toEqual(['Çekim izni'])
  expect((await list('q=ASKS%40example.org&limit=1')).length).toBe(1)
  expect(await list('q=yok-boyle-bir-sey')).toEqual([])
  for (const query of ['after=x', 'after=2026,%20', 'thread=2', 'sort=title'])
    expect((await ask('GET', `/tickets?${query}`)).status).toBe(400)
})

test('a search by address finds the tickets of few owners and of many, and takes every sign for itself', async () => {
  const many = 230
  await server.db.query(
    `insert into users (id, role, email, email_key, first_name, last_name, password_hash, pepper_id, password_changed_at,
      created_at, updated_at)
      select 'many' || n, 'user', 'many' || n || '@many.example', 'many' || n || '@many.example', 'A', 'B', '-',
      pepper_id, now(), now(), now() from generate_series(1, $1::int) n, (select pepper_id from users limit 1) p`,
    [many],
  )
  await server.db.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at, search)
      select 'of-many' || n, 'many' || n, 'Soru', 'Metin', 'other', 'low', 'open', now(), now(), 'soru metin'
      from generate_series(1, $1::int) n`,
    [many],
  )
  const sought = async (text: string) => {
    const answer = await ask('GET', `/tickets?thread=0&limit=1&q=${encodeURIComponent(text)}`)
    return Number(answer.headers.get('x-total-count'))
  }
  expect(await sought('@many.example')).toBe(many)
  expect(await sought('many7@many')).toBe(1)
  expect(await sought('many.example soru')).toBe(many)
  expect(await sought('many.example soru metin')).toBe(many)
  for (const text of ['%many', '_any7@', 'many\\', 'metin%']) expect([text, await sought(text)]).toEqual([text, 0])
})

test('the other admins are told for some seconds who has a ticket open', async () => {
  const { id, updated_at } = await open()
  const be = async (who: SignedIn, is_writing = false) =>
    Presence.parse(
      await (await ask('POST', `/tickets/${id}/presence`, { is_writing, seen_until: updated_at }, who)).json(),
    ).others
  expect(await be(admin, true)).toEqual([])
  expect(await be(second)).toMatchObject([{ name: 'Deniz Kaya', is_writing: true }])
  server.clock.leap(30_000)
  expect(await be(second)).toEqual([])
  const [seen] = (await list('thread=0&sort=created&limit=1')).filter((ticket) => ticket.id === id)
  expect(seen?.unread).toBe(0)
  expect((await ask('POST', '/tickets/AAAAAAAAAAAAAAAAAAAAAA/presence', { is_writing: false })).status).toBe(404)
})

test('ready texts are written, listed and deleted', async () => {
  const made = await ask('POST', '/canned-replies', { title: 'Eksik bilgi', text: 'Lütfen kanıtı ekleyin.' })
  const { id } = CannedReply.parse(await made.json())
  expect(made.status).toBe(201)
  expect((await ask('POST', '/canned-replies', { title: ' ', text: '' })).status).toBe(400)
  expect(await jsonOf<unknown[]>(await ask('GET', '/canned-replies'))).toHaveLength(1)
  expect((await ask('DELETE', `/canned-replies/${id}`)).status).toBe(204)
  expect((await ask('DELETE', `/canned-replies/${id}`)).status).toBe(404)
  expect((await own('/admin/canned-replies')).status).toBe(401)
  const full = await eachUntilRefused(() => ask('POST', '/canned-replies', { title: 'Başlık', text: 'Metin' }))
  expect([full.status, await jsonOf(full)]).toEqual([
    409,
    { code: 'conflict', detail: 'Hazır yanıt listesi dolu. Yeni bir metin için önce birini silin.' },
  ])
})

/** Creates one after the other, at most a hundred, until one is refused; that answer. */
async function eachUntilRefused(create: () => Promise<Response>): Promise<Response> {
  for (let made = 0; made < 100; made++) {
    const answer = await create()
    if (answer.status !== 201) return answer
  }
  return create()
}

test('a reply to a resolved ticket stands in the thread as a change of the status', async () => {
  const { id } = await open()
  await ask('PATCH', `/tickets/${id}`, { status: 'resolved' })
  await own(`/tickets/${id}/messages`, { message: 'Hâlâ olmuyor' })
  const [ticket] = Tickets.parse(await (await own('/tickets-with-messages?limit=1')).json())
  expect(ticket?.status_changes.map(({ from, to, is_admin }) => [from, to, is_admin])).toEqual([
    ['open', 'resolved', true],
    ['resolved', 'open', false],
  ])
})
