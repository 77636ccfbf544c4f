import { beforeEach, expect, test } from 'vitest'
import type { ArticleStore, BuiltInArticle } from '../../../app/ports/support/articles.ts'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { articleStore } from './article-store.ts'

const AT = Date.UTC(2026, 10, 20)
const ROOM = { articles: 100, characters: 100_000 }
const line = (action: string, id: string): AuditEntry => ({
  time: AT,
  actor: { kind: 'system' },
  action,
  subject: { kind: 'article', id },
  detail: {},
  address: null,
  requestId: null,
})
const article = (id: string, version: number): BuiltInArticle => ({
  id,
  version,
  category: 'genel',
  title: `${id} ${version}`,
  content: `text ${version}`,
  order: 1,
})

let db: TestDatabase
let store: ArticleStore
beforeEach(async () => {
  db = await makeTestDatabase()
  store = articleStore(() => db.database)
})

const deliver = (version: number, ...ids: string[]) =>
  store.deliver(
    ids.map((id) => article(id, version)),
    AT + version,
    ({ id }) => line('article-delivered', id),
  )
const titles = async () => (await store.all()).map(({ title }) => title).sort()
const published = async () => (await store.all()).filter(({ isPublished }) => isPublished)
const change = (id: string, text: object) =>
  store.change(id, text, ROOM, { time: AT, expected: null }, () => line('article-changed', id))

test('the first start brings every article, published; the next brings nothing', async () => {
  expect(await deliver(1, 'a', 'b')).toEqual(['a', 'b'])
  expect(await deliver(1, 'a', 'b')).toEqual([])
  expect(await titles()).toEqual(['a 1', 'b 1'])
  expect((await published()).map(({ views }) => views)).toEqual([0, 0])
  expect(await db.query("select count(*) from audit_log where action = 'article-delivered'")).toEqual([{ count: '2' }])
})

test('a newer version renews what nobody touched, keeping its readers and its day; an older one changes nothing', async () => {
  await deliver(1, 'a')
  await store.countView('a', Buffer.from('reader'), AT)
  expect(await deliver(2, 'a')).toEqual(['a'])
  const [renewed] = await store.all()
  expect(renewed).toMatchObject({ title: 'a 2', content: 'text 2', views: 1, createdAt: AT + 1, updatedAt: AT + 2 })
  expect(await deliver(1, 'a')).toEqual([])
  expect(await titles()).toEqual(['a 2'])
})

test('what an admin edited, hid or deleted is never taken back', async () => {
  await deliver(1, 'edited', 'hidden', 'deleted', 'plain')
  await change('edited', { content: 'ours' })
  await change('hidden', { isPublished: false })
  await store.remove('deleted', () => line('article-deleted', 'deleted'))
  expect(await deliver(2, 'edited', 'hidden', 'deleted', 'plain')).toEqual(['plain'])
  expect(await titles()).toEqual(['edited 1', 'hidden 1', 'plain 2'])
  expect((await published()).map(({ id }) => id).sort()).toEqual(['edited', 'plain'])
})

test('two servers that start at once bring each article once', async () => {
  const both = await Promise.all([deliver(1, 'a', 'b', 'c'), deliver(1, 'a', 'b', 'c')])
  expect(both.flat().sort()).toEqual(['a', 'b', 'c'])
  expect(await titles()).toEqual(['a 1', 'b 1', 'c 1'])
})
