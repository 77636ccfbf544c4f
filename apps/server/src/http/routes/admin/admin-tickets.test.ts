import { AdminTicket, AdminTickets, DashboardStats, Ticket, Tickets } from '@makas/contract'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { row } from '../../testing/rows.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import {
  ADMIN,
  ELIF,
  type SignedIn,
  send,
  signedIn,
  signInAdmin,
  signUp,
  startUserServer,
} from '../../testing/user-server.ts'

const MINUTE = 60_000
const DAY = 24 * 3_600_000

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const admin = await signInAdmin(server)
const user = await signUp(server, 'asks@example.org')

const ask = (method: string, path: string, body?: unknown) =>
  send(server, `/api/admin${path}`, body, { method, token: admin.token })
const open = async ({ token }: SignedIn, title = 'Bağlantı') =>
  Ticket.parse(await (await send(server, '/api/tickets', { title, description: 'Metin' }, { token })).json())
const list = async (query = '') => {
  const answer = await ask('GET', `/tickets${query}`)
  return { tickets: AdminTickets.parse(await answer.json()), total: Number(answer.headers.get('x-total-count')) }
}
const patch = async (id: string, body: object) =>
  AdminTicket.parse(await (await ask('PATCH', `/tickets/${id}`, body)).json())
const own = async (id: string) => {
  const answer = await send(server, '/api/tickets-with-messages', undefined, { token: user.token })
  return Tickets.parse(await answer.json()).find((one) => one.id === id)
}

test('[CALL-24] [ENT-17] tickets of everybody come newest first, filtered by status on request', async () => {
  const first = await open(user, 'Bir')
  server.clock.leap(1_000)
  const second = await open(user, 'İki')
  await patch(first.id, { status: 'in_progress' })
  const { tickets, total } = await list()
  expect([tickets.map(({ title }) => title).slice(0, 2), total]).toEqual([['İki', 'Bir'], 2])
  const asAdmin = { user_email: 'asks@example.org', admin_response: null, answered_by: null, unread: 1 }
  const inAdminList = { assignee: null, waiting_since: second.created_at, admin_updated_at: second.updated_at }
  expect(tickets[0]).toEqual({ ...second, ...asAdmin, ...inAdminList })
  expect((await list('?status=in_progress')).tickets.map(({ id }) => id)).toEqual([first.id])
  expect((await list('?status=closed')).total).toBe(0)
  expect((await list('?limit=1&skip=1')).tickets.map(({ id }) => id)).toEqual([first.id])
  for (const query of ['?status=', '?status=all', '?status=open&status=closed', '?limit=101'])
    expect([query, (await ask('GET', `/tickets${query}`)).status]).toEqual([query, 400])
})

test('[CALL-25] [ATICK-03] an answer is added to the end of the thread once, and stays the newest message', async () => {
  const { id } = await open(user)
  const answered = await patch(id, { status: 'resolved', admin_response: 'Anahtarı yenileyin.\nSonra deneyin.' })
  expect(answered).toMatchObject({ status: 'resolved', admin_response: 'Anahtarı yenileyin.\nSonra deneyin.' })
  const said = { message: 'Anahtarı yenileyin.\nSonra deneyin.', sender_name: 'Deniz Kaya', is_admin: true }
  expect((await own(id))?.messages).toMatchObject([said])
  // The form sends back the answer that it was filled with.
  await patch(id, { status: 'closed', admin_response: answered.admin_response })
  await patch(id, { status: 'closed', admin_response: ' \n' })
  await patch(id, { status: 'closed', admin_response: null })
  expect(await own(id)).toMatchObject({ status: 'closed', messages: [said] })
  server.clock.leap(1_000)
  await patch(id, { admin_response: 'Bitti mi?' })
  const { messages = [], status } = (await own(id)) ?? {}
  expect([messages.map(({ message }) => message), status]).toEqual([[said.message, 'Bitti mi?'], 'closed'])
  const [line] = await server.db.query(
    "select actor_id, subject_id, address, detail from audit_log where action = 'ticket-changed' order by seq desc limit 1",
  )
  expect(line).toEqual({
    actor_id: admin.id,
    subject_id: id,
    address: '127.0.0.1',
    detail: { before: { status: 'closed' }, after: { status: 'closed' }, answer: messages[1]?.id },
  })
})

test('the same words count as a new answer once the user has written, or if the admin names the version', async () => {
  const { id } = await open(user)
  const words = 'Ekran görüntüsü gönderir misiniz?'
  const count = async () => (await own(id))?.messages.filter((one) => one.is_admin).length
  await patch(id, { admin_response: words })
  await patch(id, { admin_response: words })
  expect(await count()).toBe(1)
  server.clock.leap(1_000)
  await send(server, `/api/tickets/${id}/messages`, { message: 'Gönderdim' }, { token: user.token })
  const again = await patch(id, { admin_response: words })
  expect(await count()).toBe(2)
  await patch(id, { admin_response: words, expected_updated_at: again.updated_at })
  expect(await count()).toBe(3)
})

test('a change that changes nothing does not count as news of the ticket', async () => {
  const { id } = await open(user)
  const before = await patch(id, { status: 'in_progress', admin_response: 'Bakıyoruz.' })
  server.clock.leap(1_000)
  expect((await patch(id, { status: 'in_progress' })).updated_at).toBe(before.updated_at)
  expect((await patch(id, { status: 'in_progress', admin_response: 'Bakıyoruz.' })).updated_at).toBe(before.updated_at)
  expect((await patch(id, { status: 'resolved' })).updated_at).not.toBe(before.updated_at)
})

test('[STATE-33] any status may follow any other; a reply reopens a resolved ticket', async () => {
  const { id } = await open(user)
  const all = ['open', 'in_progress', 'resolved', 'closed'] as const
  for (const from of all)
    for (const to of all) {
      await patch(id, { status: from })
      expect((await patch(id, { status: to })).status).toBe(to)
    }
  const reply = () => send(server, `/api/tickets/${id}/messages`, { message: 'Yanıtım' }, { token: user.token })
  expect((await reply()).status).toBe(409)
  await patch(id, { status: 'resolved' })
  expect((await reply()).status).toBe(201)
  expect((await own(id))?.status).toBe('open')
})

test('[STATE-34] a reply and a closing at the same moment happen one after the other', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { id } = await open(user)
      await patch(id, { status: 'resolved' })
      const [, reply] = await Promise.all([
        patch(id, { status: 'closed', admin_response: 'Kapattım' }),
        send(server, `/api/tickets/${id}/messages`, { message: 'Yanıtım' }, { token: user.token }),
      ])
      const ticket = await own(id)
      return [reply.status, ticket?.status, ticket?.messages.filter((one) => !one.is_admin).length]
    }),
  )
  for (const round of rounds)
    expect([
      [201, 'closed', 1],
      [409, 'closed', 0],
    ]).toContainEqual(round)
})

test('[SEC-36] [SEC-37] fields that nobody may write have no effect', async () => {
  const { id } = await open(user)
  const planted = { id: 'x', title: 'X', user_id: admin.id, is_admin: false, sender_name: 'X', priority: 'high' }
  const changed = await patch(id, { admin_response: 'Evet', ...planted })
  expect(changed).toMatchObject({ id, title: 'Bağlantı', priority: 'medium', user_email: 'asks@example.org' })
  expect(changed.messages).toMatchObject([{ sender_name: 'Deniz Kaya', is_admin: true }])
  expect((await ask('PATCH', `/tickets/${id}`, planted)).status).toBe(400)
  const tooLong = 'Çok uzun.'
  const wrong = 'Geçerli bir değer değil.'
  for (const [response, sentence] of [
    ['a'.repeat(5_001), tooLong],
    [7, wrong],
    [`a${String.fromCharCode(7)}b`, 'Geçerli bir değer değil: görünmeyen karakter (U+0007) kullanılamaz.'],
  ] as const) {
    const answer = await ask('PATCH', `/tickets/${id}`, { admin_response: response })
    expect((await jsonOf<Refusal>(answer)).fields).toEqual({ admin_response: sentence })
  }
})

test('[SEC-74] tickets stay, without a name, when their user or admin has gone', async () => {
  const gone = await signUp(server, 'leaves@example.org')
  const { id } = await open(gone, 'Kalan')
  await patch(id, { admin_response: 'Yanıt' })
  await send(server, '/api/account', { password: ELIF.password }, { method: 'DELETE', token: gone.token })
  expect((await list()).tickets.find((one) => one.id === id)).toMatchObject({ title: 'Kalan', user_email: null })
  expect((await patch(id, { status: 'closed' })).user_email).toBeNull()
})

test('a ticket that does not exist cannot be changed', async () => {
  const answer = await ask('PATCH', '/tickets/AAAAAAAAAAAAAAAAAAAAAA', { status: 'open' })
  expect([answer.status, await jsonOf(answer)]).toEqual([
    404,
    { code: 'not-found', detail: 'Böyle bir sayfa ya da kaynak yok.' },
  ])
})

test('[CALL-21] [ENT-24] [ADASH-01] the dashboard counts users, tickets and articles', async () => {
  const fresh = await startUserServer({ rateLimitScale: 1_000 })
  try {
    const deniz = await signInAdmin(fresh)
    const stats = async (token = deniz.token) =>
      DashboardStats.parse(await (await send(fresh, '/api/admin/dashboard/stats', undefined, { token })).json())
    const nothing = {
      total_users: 0,
      active_users_today: 0,
      total_tickets: 0,
      open_tickets: 0,
      oldest_unanswered: null,
    }
    expect(await stats()).toEqual({ ...nothing, total_arbitrage_opportunities: 0, system_uptime: null })
    const one = await signUp(fresh, 'one@example.org')
    await signUp(fresh, 'two@example.org')
    for (const title of ['Bir', 'İki', 'Üç'])
      await send(fresh, '/api/tickets', { title, description: 'Metin' }, { token: one.token })
    await fresh.db.query("update tickets set status = 'closed', closed_at = now() where title = 'Bir'")
    const [oldest] = await fresh.db.query(
      "select extract(epoch from min(created_at)) * 1000 as at from tickets where status = 'open'",
    )
    fresh.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance'), row('spot.BTC-USDT.okx.bybit')] })
    const market = async () => jsonOf<{ total_opportunities: number }>(await fresh.get('/api/market-stats'))
    await eventually(async () => (await stats()).total_arbitrage_opportunities > 0)
    expect(await stats()).toMatchObject({ total_users: 2, active_users_today: 2, total_tickets: 3, open_tickets: 2 })
    expect((await stats()).oldest_unanswered).toBe(new Date(Number(oldest?.at)).toISOString())
    await eventually(async () => (await market()).total_opportunities === (await stats()).total_arbitrage_opportunities)
    for (let minute = 0; minute < 3; minute++) {
      const isLive = minute !== 1
      await fresh.parts.uptime.note(fresh.clock.now(), isLive)
      fresh.clock.leap(MINUTE)
    }
    expect((await stats()).system_uptime).toBe(66.66)
    // A day later only the admin was here, who is no user.
    fresh.clock.leap(DAY)
    const again = await signedIn(await send(fresh, '/api/admin/auth/login', ADMIN))
    expect(await stats(again.token)).toMatchObject({ total_users: 2, active_users_today: 0 })
  } finally {
    await fresh.stop()
  }
})
