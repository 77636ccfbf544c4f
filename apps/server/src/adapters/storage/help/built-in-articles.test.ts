import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CATEGORIES, CreateArticleBody } from '@makas/contract'
import { expect, test } from 'vitest'
import { builtInArticles } from './built-in-articles.ts'

const articles = builtInArticles()
const SUBJECTS = ['genel', 'teknik', 'faturalama', 'borsa', 'arbitraj', 'guvenlik'] as const

test('[CONST-32] at least 24 articles, four of each category, each as an admin could have written it', () => {
  expect(articles.length).toBeGreaterThanOrEqual(24)
  for (const subject of SUBJECTS) {
    expect([subject, articles.filter(({ category }) => category === subject).length >= 4]).toEqual([subject, true])
  }
  for (const { version, id, ...text } of articles) {
    expect(CreateArticleBody.parse(text)).toEqual({ ...text, is_published: true })
    expect(CATEGORIES).toContain(text.category)
    expect([id, version >= 1, /^[a-z0-9-]{1,64}$/.test(id)]).toEqual([id, true, true])
  }
})

test('titles, addresses and places are each their own', () => {
  for (const of of ['id', 'title', 'order'] as const) {
    expect(new Set(articles.map((article) => article[of])).size).toBe(articles.length)
  }
})

test('each is long enough to explain and short enough to read, with headings of its own', () => {
  for (const { id, content } of articles) {
    expect([id, content.length >= 2_000 && content.length <= 5_000]).toEqual([id, true])
    expect([id, (content.match(/^## /gm) ?? []).length >= 3]).toEqual([id, true])
    // The title is the only heading of the first rank, and the text has no HTML.
    expect([id, /^# |<[a-z!/]/m.test(content)]).toEqual([id, false])
  }
})

const PAGES: readonly string[] = [
  ...['/opportunities', '/dashboard', '/portfolio', '/support', '/api-management', '/status', '/account'],
  '/legal/kunye',
]

test('a link to another article finds it, and other links lead to pages of ours', () => {
  const ids = new Set(articles.map(({ id }) => id))
  for (const { id, content } of articles) {
    for (const [, address = ''] of content.matchAll(/\]\(([^)]+)\)/g)) {
      const isThere = address.startsWith('/help/') ? ids.has(address.slice('/help/'.length)) : PAGES.includes(address)
      expect([id, address, isThere]).toEqual([id, address, true])
    }
  }
})

test.each([
  ['no title', '---\ncategory: genel\norder: 1\nversion: 1\n---\ntext'],
  ['no number', '---\ntitle: a\ncategory: genel\norder: x\nversion: 1\n---\ntext'],
])('a file with %s is refused by its name', (_what, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'articles-'))
  writeFileSync(join(folder, 'one.md'), file)
  expect(() => builtInArticles(folder)).toThrow('one')
})
