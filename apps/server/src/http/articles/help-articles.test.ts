import { HelpArticle, HelpArticles } from '@makas/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import type { UserPorts } from '../../app/ports/users/user-ports.ts'
import { jsonOf, type Refusal } from '../testing/test-server.ts'
import { ADMIN, send, signedIn, signInAdmin, startUserServer, type UserServer } from '../testing/user-server.ts'

const HOUR = 3_600_000
const TEXT = { title: 'Carry nedir?', content: '## Carry\n\n- `funding`\n- **baz**', category: 'arbitraj' } as const

/** True while the database is taken away. */
let isLost = false
const losing = ({ articles }: UserPorts): Partial<UserPorts> => ({
  articles: {
    ...articles,
    all: async () => {
      if (isLost) throw new StorageFailure('unavailable', 'lost')
      return articles.all()
    },
    marks: async () => {
      if (isLost) throw new StorageFailure('unavailable', 'lost')
      return articles.marks()
    },
  },
})

const server = await startUserServer({ rateLimitScale: 1_000, change: losing })
afterFile(() => server.stop())
let admin = await signInAdmin(server)

const ask = (method: string, path: string, body?: unknown) =>
  send(server, `/api/admin/help-articles${path}`, body, { method, token: admin.token })
const write = async (body: object = TEXT) => HelpArticle.parse(await (await ask('POST', '', body)).json())
const shown = async () => HelpArticles.parse(await (await server.get('/api/help-articles')).json())
const stored = () => server.db.query('select * from help_articles order by id')
const view = (id: string, at = server) => send(at, `/api/help-articles/${id}/view`, undefined, { method: 'POST' })

test('[CALL-27] [VALID-30] [STATE-36] a new article is published, in place 0, and seen at once by everybody', async () => {
  expect(await shown()).toEqual([])
  const answer = await ask('POST', '', { title: TEXT.title, content: TEXT.content })
  const article = HelpArticle.parse(await answer.json())
  expect([answer.status, article]).toMatchObject([
    201,
    { title: TEXT.title, content: TEXT.content, category: 'genel', order: 0, is_published: true, views: 0 },
  ])
  expect(await shown()).toEqual([article])
})

test('[CALL-15] [CALL-26] [SEC-37] articles come in their order; drafts never leave the admin routes', async () => {
  const last = await write({ ...TEXT, title: 'Son', order: 9 })
  const draft = await write({ ...TEXT, title: 'Taslak', order: -5, is_published: false })
  const first = await write({ ...TEXT, title: 'Önce', order: -3 })
  const titles = (await shown()).map(({ title }) => title)
  expect([titles[0], titles.at(-1), titles.includes('Taslak')]).toEqual([first.title, last.title, false])
  const all = HelpArticles.parse(await (await ask('GET', '')).json())
  expect(all[0]).toEqual(draft)
  expect(all).toHaveLength(titles.length + 1)
  expect((await view(draft.id)).status).toBe(404)
})

test('[CALL-28] [CALL-29] a change or deletion shows at once; fields that are not named stay', async () => {
  const article = await write({ ...TEXT, order: 4 })
  const changed = HelpArticle.parse(await (await ask('PATCH', `/${article.id}`, { title: 'Yeni' })).json())
  expect(changed).toEqual({ ...article, title: 'Yeni' })
  expect(await shown()).toContainEqual(changed)
  const whole = { title: 'Tümü', content: 'x', category: 'guvenlik', order: 5, is_published: false }
  expect(HelpArticle.parse(await (await ask('PATCH', `/${article.id}`, whole)).json())).toMatchObject(whole)
  expect((await shown()).map(({ id }) => id)).not.toContain(article.id)
  expect((await ask('DELETE', `/${article.id}`)).status).toBe(204)
  for (const [method, body] of [['PATCH', { title: 'x' }], ['DELETE']] as const)
    expect((await ask(method, `/${article.id}`, body)).status).toBe(404)
})

test('[SEC-36] fields that nobody may write have no effect', async () => {
  const planted = { id: 'chosen', views: 999, created_at: '2000-01-01T00:00:00.000Z', updated_at: 'x', author: 'y' }
  const article = await write({ ...TEXT, ...planted })
  expect([article.views, article.id === 'chosen', article.created_at > '2001']).toEqual([0, false, true])
  const changed = HelpArticle.parse(await (await ask('PATCH', `/${article.id}`, { order: 1, ...planted })).json())
  expect(changed).toEqual({ ...article, order: 1 })
  // No field that may be changed is named: a mistake, not an empty change.
  expect((await ask('PATCH', `/${article.id}`, planted)).status).toBe(400)
})

const wrong = 'Geçerli bir değer değil.'
const tooLong = 'Çok uzun.'

test.each([
  ['title', undefined, 'Başlık alanı gerekli'],
  ['title', ' ', 'Başlık alanı gerekli'],
  ['title', 'a'.repeat(201), tooLong],
  ['content', undefined, 'İçerik alanı gerekli'],
  ['content', '\n\n', 'İçerik alanı gerekli'],
  ['content', 'a'.repeat(50_001), tooLong],
  ['content', `a${String.fromCharCode(27)}[31m`, 'Geçerli bir değer değil: görünmeyen karakter (U+001B) kullanılamaz.'],
  ['order', '3', wrong],
  ['order', 1.5, wrong],
  ['order', 1e9, wrong],
  ['is_published', 'yes', wrong],
  ['category', 'diger', expect.stringContaining('genel, teknik')],
] as const)('[VALID-30] [SEC-50] %s %j is refused in Turkish', async (field, value, sentence) => {
  const before = await stored()
  const answer = await ask('POST', '', { ...TEXT, [field]: value })
  expect([answer.status, (await jsonOf<Refusal>(answer)).fields]).toEqual([400, { [field]: sentence }])
  expect(await stored()).toEqual(before)
})

test('[SEC-51] a whole article of 50,000 letters fits, and 256 KiB is the end', async () => {
  const long = await write({ ...TEXT, content: 'ğ'.repeat(50_000) })
  expect(long.content).toHaveLength(50_000)
  const answer = await ask('PATCH', `/${long.id}`, { content: 'ğ'.repeat(140_000) })
  expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([413, 'payload-too-large'])
  expect((await ask('DELETE', `/${long.id}`)).status).toBe(204)
})

test('the list is one body for everybody, and a client that has it gets 304', async () => {
  const first = await server.get('/api/help-articles')
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, (await server.get('/api/help-articles', { 'if-none-match': etag })).status]).toEqual([200, 304])
})

test('[CALL-16] a count that was answered stands in the list and in the article at once', async () => {
  const { id } = await write()
  // The list is kept before the count comes.
  server.clock.leap(5_000)
  expect((await shown()).find((one) => one.id === id)?.views).toBe(0)
  expect(await (await view(id)).json()).toEqual({ views: 1 })
  expect((await shown()).find((one) => one.id === id)?.views).toBe(1)
  expect(await (await server.get(`/api/help-articles/${id}`)).json()).toMatchObject({ views: 1 })
})

test('[CALL-16] [SEC-64] a reader counts once an hour, and others beside it; the address is not stored', async () => {
  const { id } = await write()
  const views = async (answer: Response) => [answer.status, await answer.json()]
  const counted = await Promise.all([view(id), view(id), view(id)])
  expect(await views(counted[0] as Response)).toEqual([200, { views: 1 }])
  expect(await server.db.query('select views from help_articles where id = $1', [id])).toEqual([{ views: '1' }])
  await server.parts.articles.countView(id, Buffer.from('somebody else'), Math.floor(server.clock.now() / HOUR) * HOUR)
  expect(await views(await view(id))).toEqual([200, { views: 2 }])
  server.clock.leap(HOUR)
  expect(await views(await view(id))).toEqual([200, { views: 3 }])
  expect((await shown()).find((one) => one.id === id)?.views).toBe(3)
  // Nothing is kept of the hours before.
  const readers = await server.db.query('select address_hash from article_readers where article_id = $1', [id])
  expect(readers).toHaveLength(1)
  expect(String(readers[0]?.address_hash)).not.toContain('127.0.0.1')
  // An admin's token lasts ten minutes.
  admin = await signedIn(await send(server, '/api/admin/auth/login', ADMIN))
})

test('an id of no article counts no reader', async () => {
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', "'or'1", '%00', 'a'.repeat(300)]) {
    const answer = await view(encodeURIComponent(id))
    expect([id, answer.status, await jsonOf(answer)]).toEqual([
      id,
      404,
      { code: 'not-found', detail: 'Böyle bir sayfa ya da kaynak yok.' },
    ])
  }
})

test('while the database is lost, the help centre shows the last list', async () => {
  const before = await shown()
  isLost = true
  server.clock.leap(10_000)
  expect(await shown()).toEqual(before)
  isLost = false
})

test('[SEC-67] the audit log tells who changed an article, and its state before', async () => {
  const { id } = await write({ ...TEXT, order: 1 })
  await ask('PATCH', `/${id}`, { order: 2, content: TEXT.content.toUpperCase() })
  await ask('DELETE', `/${id}`)
  const lines = await server.db.query(
    'select action, actor_kind, actor_id, address, detail from audit_log where subject_id = $1 order by seq',
    [id],
  )
  const by = { actor_kind: 'admin', actor_id: admin.id, address: '127.0.0.1' }
  const text = { title: TEXT.title, category: TEXT.category, is_published: true, characters: TEXT.content.length }
  expect(lines).toEqual([
    { ...by, action: 'article-added', detail: { after: { ...text, order: 1 } } },
    { ...by, action: 'article-changed', detail: { before: { order: 1 }, after: { order: 2 }, is_text_new: true } },
    { ...by, action: 'article-deleted', detail: { before: { ...text, order: 2 } } },
  ])
})

test('[SEC-65] the help centre is full at the cap of its list', async () => {
  await server.db.query(
    `insert into help_articles (id, category, title, content, "order", is_published, created_at, updated_at)
      select 'full-' || n, 'genel', 'T', repeat('a', 50000), 0, false, now(), now() from generate_series(1, 100) n`,
  )
  const full = {
    code: 'conflict',
    detail: 'Yardım merkezi dolu. Yeni metin için önce bir makaleyi kısaltın ya da silin.',
  }
  const answer = await ask('POST', '', TEXT)
  expect([answer.status, await jsonOf(answer)]).toEqual([409, full])
  expect((await ask('PATCH', '/full-1', { content: 'kısa' })).status).toBe(200)
  expect((await ask('PATCH', '/full-1', { content: 'a'.repeat(50_000) })).status).toBe(409)
  await server.db.query(
    `insert into help_articles (id, category, title, content, "order", is_published, created_at, updated_at)
      select 'many-' || n, 'genel', 'T', 'a', 0, false, now(), now() from generate_series(1, 1000) n`,
  )
  await server.db.query("delete from help_articles where id like 'full-%'")
  expect((await ask('POST', '', TEXT)).status).toBe(409)
  await server.db.query("delete from help_articles where id like 'many-%'")
})

describe('without any allowance to spare', () => {
  let strict: UserServer
  beforeAll(async () => {
    strict = await startUserServer()
  })
  afterAll(() => strict.stop())

  test('[SEC-64] an address may count as a reader thirty times a minute', async () => {
    const statuses = new Set<number>()
    for (let at = 0; at < 30; at++) statuses.add((await view('AAAAAAAAAAAAAAAAAAAAAA', strict)).status)
    expect([...statuses]).toEqual([404])
    const answer = await view('AAAAAAAAAAAAAAAAAAAAAA', strict)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
