import { ArticleDetail, ArticleDetails, ArticlePreview, ArticlePreviews, HelpArticles } from '@makas/contract'
import { expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { jsonOf, type Refusal } from '../testing/test-server.ts'
import { send, signInAdmin, startUserServer } from '../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const admin = await signInAdmin(server)

const ask = (method: string, path: string, body?: unknown) =>
  send(server, `/api/admin/help-articles${path}`, body, { method, token: admin.token })
const write = async (title: string, content: string, more: object = {}) =>
  ArticleDetail.parse(await (await ask('POST', '', { title, content, ...more })).json())
const previews = async (query: string) =>
  ArticlePreviews.parse(await (await server.get(`/api/help-articles?${query}`)).json())
const found = async (q: string) => (await previews(`q=${encodeURIComponent(q)}`)).map(({ title }) => title)

test('[CALL-15] [HELP-05] with content=0 the list has previews of 200 characters; without it, whole articles', async () => {
  const long = await write('Uzun', `## Başlık\n\n**${'ş'.repeat(250)}**`)
  const short = await write('Kısa', 'Bir [bağlantı](/help/x) ve son.', { order: 1 })
  const draft = await write('Taslak', 'gizli', { is_published: false })
  const all = await previews('content=0')
  expect(all.map(({ preview }) => preview)).toEqual([`Başlık: ${'ş'.repeat(192)}…`, 'Bir bağlantı ve son.'])
  expect(all[0]).toEqual(ArticlePreview.parse({ ...long, preview: `Başlık: ${'ş'.repeat(192)}…`, reading_minutes: 1 }))
  expect(JSON.stringify(all)).not.toContain(draft.id)
  const whole = HelpArticles.parse(await (await server.get('/api/help-articles')).json())
  expect(whole.map(({ content }) => content)).toEqual([long.content, short.content])
  const etag = (await server.get('/api/help-articles?content=0')).headers.get('etag') ?? ''
  expect((await server.get('/api/help-articles?content=0', { 'if-none-match': etag })).status).toBe(304)
})

test('each article has its own address; a draft has none for readers', async () => {
  const article = await write('Tek', 'metin')
  const draft = await write('Taslak 2', 'gizli', { is_published: false })
  expect(await (await server.get(`/api/help-articles/${article.id}`)).json()).toEqual(article)
  for (const id of [draft.id, 'yok', '%00', 'a'.repeat(100)]) {
    const answer = await server.get(`/api/help-articles/${id}`)
    expect([id, answer.status, await jsonOf(answer)]).toEqual([
      id,
      404,
      { code: 'not-found', detail: 'Böyle bir sayfa ya da kaynak yok.' },
    ])
  }
  expect(await (await ask('GET', `/${draft.id}`)).json()).toEqual(draft)
  expect((await ask('GET', '/yok')).status).toBe(404)
})

test.each(['çekim yetkisi', 'CEKIM YETKISI', 'ÇEKİM YETKİSİ', 'cekim', 'yetkısı ÇEKIM'])(
  'a search for %s finds the word whatever its case and dots',
  async (q) => {
    if ((await found('Kasadan')).length === 0) {
      await write('Kasadan', 'Bu anahtarda para çekme yoktur; çekim yetkisi kapalıdır.')
      await write('Çekim yetkisi neden kapalı?', 'Anahtar yalnız okur.', { order: 7 })
    }
    // A match in a title comes first, though the article stands later in the list.
    expect(await found(q)).toEqual(['Çekim yetkisi neden kapalı?', 'Kasadan'])
    expect(await found(`${q} bulunmayanbirsöz`)).toEqual([])
  },
)

test('a word that a search finds deep in a text is shown with the words around it', async () => {
  await write('Derin', `${'Önce başka şeyler. '.repeat(40)}Burada zeplin geçer. ${'Sonra da. '.repeat(60)}`)
  const [hit] = await previews('q=ZEPLİN')
  expect(hit?.preview).toMatch(/^…\S.*Burada zeplin geçer\. .*…$/)
  expect(hit?.preview.length).toBeLessThanOrEqual(202)
  // A changed text changes the search results.
  await ask('PATCH', `/${hit?.id}`, { content: 'artık yok' })
  expect(await found('zeplin')).toEqual([])
})

test('a search that asks for too much, or a list of another kind, is refused', async () => {
  for (const query of [`q=${'a'.repeat(201)}`, 'content=2'])
    expect((await server.get(`/api/help-articles?${query}`)).status).toBe(400)
})

test('[CALL-26] [AHELP-01] admins may have the list with excerpts of 100 characters alone', async () => {
  const long = await write('Özet', `**${'ı'.repeat(5_000)}**`, { is_published: false })
  const heads = ArticlePreviews.parse(await (await ask('GET', '?content=0')).json())
  expect(heads.find(({ id }) => id === long.id)).toMatchObject({
    preview: `${'ı'.repeat(100)}…`,
    is_published: false,
    reading_minutes: 4,
  })
  const whole = ArticleDetails.parse(await (await ask('GET', '')).json())
  expect(whole.map(({ id }) => id)).toEqual(heads.map(({ id }) => id))
  const visitor = await server.get('/api/admin/help-articles?content=0')
  expect(visitor.status).toBe(401)
})

test('[CALL-28] the second of two admins who change an article at once is told the stored state', async () => {
  const article = await write('İki kişi', 'ilk')
  const based = { expected_updated_at: article.updated_at }
  const first = await ask('PATCH', `/${article.id}`, { content: 'birinci', ...based })
  const stored = ArticleDetail.parse(await first.json())
  expect([first.status, stored.content, stored.updated_at > article.updated_at]).toEqual([200, 'birinci', true])
  const second = await ask('PATCH', `/${article.id}`, { content: 'ikinci', ...based })
  expect([second.status, await jsonOf<Refusal>(second)]).toEqual([
    409,
    { code: 'conflict', detail: 'Bu makaleyi siz düzenlerken başka bir yönetici değiştirdi.', current: stored },
  ])
  expect(await (await ask('GET', `/${article.id}`)).json()).toEqual(stored)
  // Without the precondition the specified body is accepted; with the precondition alone nothing is to be changed.
  expect((await ask('PATCH', `/${article.id}`, { content: 'ikinci' })).status).toBe(200)
  expect((await ask('PATCH', `/${article.id}`, based)).status).toBe(400)
})

test('[ENT-16] the public list has the fields of an article and no others', async () => {
  const [first] = (await (await server.get('/api/help-articles')).json()) as Record<string, unknown>[]
  expect(Object.keys(first ?? {}).sort()).toEqual(
    ['category', 'content', 'created_at', 'id', 'is_published', 'order', 'title', 'views'].sort(),
  )
})
