import { Ticket, TicketMessage, Tickets, UserExport } from '@makas/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { jsonOf, type Refusal } from '../../testing/test-server.ts'
import { ELIF, send, signUp, startUserServer, type UserServer } from '../../testing/user-server.ts'

const MINUTE = 60_000
const ASKED = {
  title: 'Bağlantı kurulamıyor',
  description: 'Borsa bağlantım\n\tkopuyor.',
  category: 'technical',
} as const

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const elif = await signUp(server, 'elif@example.org')
const other = await signUp(server, 'other@example.org')

const open = async (body: object = ASKED, { token } = elif) =>
  Ticket.parse(await (await send(server, '/api/tickets', body, { token })).json())
const reply = (id: string, message: unknown, { token } = elif) =>
  send(server, `/api/tickets/${id}/messages`, { message }, { token })
const listed = async ({ token } = elif, query = '') =>
  Tickets.parse(await (await send(server, `/api/tickets-with-messages${query}`, undefined, { token })).json())
const setStatus = (id: string, status: string) =>
  server.db.query('update tickets set status = $2, closed_at = case when $2 = $3 then now() end where id = $1', [
    id,
    status,
    'closed',
  ])
const rows = async () => [
  await server.db.query('select * from tickets order by id'),
  await server.db.query('select * from ticket_messages order by id'),
]

test('[CALL-18] [CALL-17] [ENT-17] a new ticket is open, has the typed text, and stands first in the list of its owner', async () => {
  const first = await open({ ...ASKED, priority: 'high' })
  const { id, created_at, updated_at, ...rest } = first
  expect(rest).toEqual({
    ...ASKED,
    priority: 'high',
    status: 'open',
    messages: [],
    status_changes: [],
    unread: 0,
    evidence: null,
  })
  expect([id.length, created_at]).toEqual([22, updated_at])
  server.clock.leap(1_000)
  const second = await open()
  expect((await listed()).slice(0, 2)).toEqual([second, first])
  expect(await listed(other)).toEqual([])
})

test('[ENT-19] a text that the form does not change counts as the same on the server', async () => {
  const { title, description } = ASKED
  expect(await open({ title, description })).toMatchObject({ category: 'genel', priority: 'medium' })
})

test.each(['genel', 'teknik', 'faturalama', 'borsa', 'arbitraj', 'guvenlik', 'technical', 'billing'])(
  '[CONST-33] the category %s is kept as it was sent',
  async (category) => expect(await open({ ...ASKED, category })).toMatchObject({ category }),
)

const wrong = 'Geçerli bir değer değil.'
const wrongBy = (character: string) => `Geçerli bir değer değil: ${character} kullanılamaz.`
const tooLong = 'Çok uzun.'
const NUL = String.fromCharCode(0)
const BELL = String.fromCharCode(7)
const HALF = String.fromCharCode(0xd800)

test.each([
  ['title', 'no title', undefined, 'Konu başlığı gerekli'],
  ['title', 'a blank title', ' \u202e ', 'Konu başlığı gerekli'],
  ['title', '201 letters', 'a'.repeat(201), tooLong],
  ['title', 'a new line in a title', 'a\nb', wrongBy('satır sonu')],
  ['title', 'a number', 7, wrong],
  ['description', 'no description', undefined, 'Açıklama alanı gerekli'],
  ['description', 'a blank one', ' \n\t ', 'Açıklama alanı gerekli'],
  ['description', '5,001 letters', 'a'.repeat(5_001), tooLong],
  ['description', 'a NUL', `a${NUL}b`, wrongBy('görünmeyen karakter (U+0000)')],
  ['description', 'a bell', `a${BELL}b`, wrongBy('görünmeyen karakter (U+0007)')],
  ['description', 'half a character', `a${HALF}`, wrongBy('görünmeyen karakter (U+D800)')],
  ['description', 'a list', ['a'], wrong],
  ['category', 'an unknown category', 'diger', expect.stringContaining('genel, teknik')],
  ['priority', 'an unknown priority', 'urgent', expect.stringContaining('low, medium, high')],
] as const)(
  '[VALID-25] [SEC-50] [SEC-53] of the %s: %s is refused in Turkish',
  async (field, _what, value, sentence) => {
    const before = await rows()
    const answer = await send(server, '/api/tickets', { ...ASKED, [field]: value }, { token: elif.token })
    const refusal = await jsonOf<Refusal>(answer)
    expect([answer.status, refusal.code, refusal.fields]).toEqual([400, 'validation', { [field]: sentence }])
    expect(await rows()).toEqual(before)
  },
)

test.each(['a\r\nb', 'a\rb', 'a\u000bb', 'a\u2028b'])(
  'the line break of %j is kept as a line break',
  async (description) => {
    expect(await open({ ...ASKED, description })).toMatchObject({ description: 'a\nb' })
  },
)

test('[SEC-53] text is stored in one Unicode form and as text; what turns a title around is taken out', async () => {
  const said = await open({ title: '\u202ee\u0301\u2066 <b>', description: '<img src=x onerror=1>\u202e e\u0301' })
  expect([said.title, said.description]).toEqual(['\u00e9 <b>', '<img src=x onerror=1>\u202e \u00e9'])
})

test.each([
  ['blank', ' \n '],
  ['missing', undefined],
  ['5,001 letters', 'a'.repeat(5_001)],
  ['a number', 7],
])('[VALID-27] a reply that is %s is refused', async (_what, message) => {
  const { id } = await open()
  const answer = await reply(id, message)
  expect([answer.status, Object.keys((await jsonOf<Refusal>(answer)).fields ?? {})]).toEqual([400, ['message']])
  expect((await listed())[0]?.messages).toEqual([])
})

test('[CALL-19] [ENT-20] [SEC-37] a reply stands in the thread under the name of the account', async () => {
  const { id } = await open()
  const planted = { sender_name: 'Admin', is_admin: true, id: 'chosen', user_id: other.id, created_at: '2000-01-01' }
  const answer = await send(server, `/api/tickets/${id}/messages`, { message: 'Hâlâ.', ...planted }, elif)
  const said = TicketMessage.parse(await answer.json())
  expect([answer.status, said]).toMatchObject([201, { message: 'Hâlâ.', sender_name: 'Elif Yılmaz', is_admin: false }])
  expect(said.id).not.toBe('chosen')
  server.clock.leap(1_000)
  await reply(id, 'İkinci')
  const ticket = (await listed()).find((one) => one.id === id)
  expect(ticket?.messages.map(({ message }) => message)).toEqual(['Hâlâ.', 'İkinci'])
  expect(ticket?.updated_at).toBe(ticket?.messages[1]?.created_at)
})

test('[S7] a ticket or reply that is sent again under its Idempotency-Key is created once', async () => {
  const key = { 'idempotency-key': 'ticket-1' }
  const again = (path: string, body: object) => send(server, path, body, { token: elif.token, headers: key })
  const before = (await rows()).map((all) => all.length)
  const tickets = await Promise.all([0, 1, 2, 3].map(() => again('/api/tickets', ASKED)))
  const ids = new Set(await Promise.all(tickets.map(async (one) => Ticket.parse(await one.json()).id)))
  const [id] = [...ids]
  const replies = await Promise.all([0, 1, 2].map(() => again(`/api/tickets/${id}/messages`, { message: 'Bir kez' })))
  expect([ids.size, ...replies.map(({ status }) => status)]).toEqual([1, 201, 201, 201])
  expect((await rows()).map((all, at) => all.length - (before[at] ?? 0))).toEqual([1, 1])
  // A refusal is not kept under its `Idempotency-Key`: the next call is judged anew.
  await setStatus(id ?? '', 'closed')
  const late = { token: elif.token, headers: { 'idempotency-key': 'late' } }
  const reply = () => send(server, `/api/tickets/${id}/messages`, { message: 'Geç' }, late)
  expect((await reply()).status).toBe(409)
  await setStatus(id ?? '', 'open')
  expect((await reply()).status).toBe(201)
})

test.each([
  ['open', 'open'],
  ['in_progress', 'in_progress'],
  ['resolved', 'open'],
])('[STATE-34] a ticket that is %s takes a reply and is then %s', async (status, next) => {
  const { id } = await open()
  await setStatus(id, status)
  expect((await reply(id, 'Bir soru daha')).status).toBe(201)
  expect((await listed()).find((one) => one.id === id)?.status).toBe(next)
})

test('[STATE-34] [SEC-37] [SUP-14] a closed ticket takes no reply', async () => {
  const { id } = await open()
  await setStatus(id, 'closed')
  const before = await rows()
  const answer = await reply(id, 'Bir soru daha')
  expect([answer.status, await jsonOf(answer)]).toEqual([
    409,
    { code: 'conflict', detail: 'Bu talep kapalı. Yeni bir soru için yeni bir destek talebi oluşturun.' },
  ])
  expect(await rows()).toEqual(before)
})

test('[SEC-34] another user’s ticket does not exist', async () => {
  const { id } = await open()
  const closed = await open()
  await setStatus(closed.id, 'closed')
  const before = await rows()
  const absent = { code: 'not-found', detail: 'Böyle bir sayfa ya da kaynak yok.' }
  for (const one of [
    id,
    closed.id,
    'AAAAAAAAAAAAAAAAAAAAAA',
    "'; drop table tickets;--",
    '%00',
    '..',
    'a'.repeat(300),
  ]) {
    const answer = await reply(encodeURIComponent(one), 'Benim', other)
    expect([one, answer.status, await jsonOf(answer)]).toEqual([one, 404, absent])
  }
  expect(await rows()).toEqual(before)
  expect(await listed(other)).toEqual([])
})

test('[SEC-36] fields that nobody may write have no effect', async () => {
  const planted = {
    id: 'chosen',
    user_id: other.id,
    status: 'closed',
    admin_response: 'Evet',
    is_admin: true,
    messages: [{}],
  }
  const { id } = await open({ ...ASKED, ...planted, user_email: 'x@example.org', created_at: '2000-01-01T00:00:00Z' })
  const [row] = await server.db.query('select user_id, status, admin_response, created_at from tickets where id = $1', [
    id,
  ])
  expect(row).toMatchObject({ user_id: elif.id, status: 'open', admin_response: null })
  expect(String(row?.created_at)).not.toContain(' 2000 ')
  expect(id).not.toBe('chosen')
})

test('[SEC-65] a list comes in pages and never without an end', async () => {
  const busy = await signUp(server, 'busy@example.org')
  await server.db.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
      select 'busy-' || n, $1, 'T' || n, 'D', 'genel', 'low', 'open', now() - n * interval '1 second', now()
      from generate_series(1, 130) n`,
    [busy.id],
  )
  await server.db.query(
    `insert into ticket_messages (id, ticket_id, author_id, is_admin, sender_name, message, created_at)
      select 'busy-' || n, 'busy-1', $1, false, 'B', 'M' || n, now() - n * interval '1 minute' from generate_series(1, 1100) n`,
    [busy.id],
  )
  const all = await listed(busy)
  expect(all.map(({ title }) => title)).toEqual(Array.from({ length: 100 }, (_, at) => `T${at + 1}`))
  const messages = all.flatMap((one) => one.messages)
  expect([messages.length, messages[0]?.message, messages.at(-1)?.message]).toEqual([1_000, 'M1000', 'M1'])
  const page = await send(server, '/api/tickets-with-messages?limit=7&skip=126', undefined, { token: busy.token })
  expect(page.headers.get('x-total-count')).toBe('130')
  expect(Tickets.parse(await page.json()).map(({ title }) => title)).toEqual(['T127', 'T128', 'T129', 'T130'])
  for (const query of ['?limit=0', '?limit=101', '?skip=-1', '?skip=1000001', '?limit=1&limit=2', '?limit=a'])
    expect((await send(server, `/api/tickets-with-messages${query}`, undefined, { token: busy.token })).status).toBe(
      400,
    )
})

test('[SEC-74] the export has tickets and threads; deletion leaves them without a name', async () => {
  const gone = await signUp(server, 'gone@example.org')
  const { id } = await open(ASKED, gone)
  await reply(id, 'Yanıtım', gone)
  const answer = await send(server, '/api/account/export', undefined, { token: gone.token })
  const copy = UserExport.parse(await answer.json())
  expect(copy.tickets).toMatchObject([
    {
      id,
      ...ASKED,
      status: 'open',
      updated_at: expect.any(String),
      messages: [{ message: 'Yanıtım', sender_name: 'Elif Yılmaz' }],
    },
  ])
  const removed = await send(
    server,
    '/api/account',
    { password: ELIF.password },
    { method: 'DELETE', token: gone.token },
  )
  expect(removed.status).toBe(204)
  const left = await server.db.query(
    `select t.user_id, t.title, m.author_id, m.sender_name, m.message from tickets t join ticket_messages m
      on m.ticket_id = t.id where t.id = $1`,
    [id],
  )
  expect(left).toEqual([{ user_id: null, title: ASKED.title, author_id: null, sender_name: '', message: 'Yanıtım' }])
})

describe('[SEC-64] how often somebody writes', () => {
  let strict: UserServer
  let node: UserServer
  beforeAll(async () => {
    strict = await startUserServer()
    node = await startUserServer({ beside: strict })
  })
  afterAll(async () => {
    await node.stop()
    await strict.stop()
  })
  const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status).sort()

  test('five tickets a minute and twenty a day, on all nodes together and however many at once', async () => {
    const { token } = await signUp(strict, 'eager@example.org')
    const ask = (at: number) => send(at % 2 === 0 ? strict : node, '/api/tickets', ASKED, { token })
    for (let minute = 0; minute < 4; minute++) {
      const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(ask))
      expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)
      if (minute < 3) expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      strict.clock.leap(MINUTE + 1_000)
      node.clock.leap(MINUTE + 1_000)
    }
    const answer = await ask(0)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect(await strict.db.query('select count(*)::int as n from tickets')).toEqual([{ n: 20 }])
  })

  test('ten replies a minute', async () => {
    const { token } = await signUp(strict, 'talker@example.org')
    const { id } = Ticket.parse(await (await send(strict, '/api/tickets', ASKED, { token })).json())
    const say = () => send(strict, `/api/tickets/${id}/messages`, { message: 'Merhaba' }, { token })
    const answers = await Promise.all(Array.from({ length: 12 }, say))
    expect(statuses(answers)).toEqual([...Array<number>(10).fill(201), 429, 429])
    strict.clock.leap(MINUTE + 1_000)
    expect((await say()).status).toBe(201)
  })
})
