import { ArticlePreviews } from '@makas/contract'
import { foldText } from '@makas/domain'
import { expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { send, signInAdmin, startUserServer } from '../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const admin = await signInAdmin(server)

const ask = (method: string, path: string, body?: unknown) =>
  send(server, `/api/admin/help-articles${path}`, body, { method, token: admin.token })

test('admins search titles and whole texts, drafts too, in Turkish whatever the case', async () => {
  const far = `${'Uzun bir giriş. '.repeat(200)}Sonunda ÇEKİM yetkisi kapalıdır.`
  const texts = [
    { title: 'Derinde duran', content: far, is_published: false },
    { title: 'Işık ve kâr', content: 'Kısa' },
    { title: 'Yüzde işareti', content: '100%_kesin' },
  ]
  for (const text of texts)
    expect((await ask('POST', '', { category: 'genel', order: 9_000, ...text })).status).toBe(201)
  const found = async (q: string) => {
    const answer = await ask('GET', `?content=0&q=${encodeURIComponent(q)}`)
    return ArticlePreviews.parse(await answer.json()).map(({ title }) => title)
  }
  for (const typed of ['cekim YETKISI kapalidir', 'ÇEKİM yetkisi kapalıdır', 'Çeki\u0307m yetkisi kapalıdır'])
    expect([typed, await found(typed)]).toEqual([typed, ['Derinde duran']])
  expect(await found('IŞIK KAR')).toEqual(['Işık ve kâr'])
  expect(await found('%_')).toEqual(['Yüzde işareti'])
  expect(await found("yok' or '1'='1")).toEqual([])
  for (const query of [`q=${'a'.repeat(101)}`, 'q=%00', 'q=a&q=b'])
    expect([query, (await ask('GET', `?content=0&${query}`)).status]).toEqual([query, 400])
})

test('the database folds a text as the rest of the product does', async () => {
  const texts = [
    'CEKIM',
    'ÇEKİM',
    'çekım',
    'İSTANBUL',
    'ıstanbul',
    'IŞIK',
    'kâr ÂÎÛ',
    'ĞÜŞÖÇ ğüşöç',
    'café É',
    'e\u0301',
    '100%_\\',
  ]
  for (const text of texts) {
    await server.db.query(
      `insert into help_articles (id, category, title, content, "order", is_published, created_at, updated_at)
        values ('fold', 'genel', $1, '', 0, false, now(), now())`,
      [text],
    )
    const [row] = await server.db.query("delete from help_articles where id = 'fold' returning search_key")
    expect([text, row?.search_key]).toEqual([text, `${foldText(text)}\n`])
  }
})
