import { expect, type Page } from '@playwright/test'
import { callsOfAdmin } from './people.ts'

/** The editor of an article and its fields, in the panel. */
export const editor = (page: Page) => page.getByTestId('article-editor')
export const titleBox = (page: Page) => editor(page).getByRole('textbox', { name: 'Başlık' })
export const contentBox = (page: Page) => editor(page).getByRole('textbox', { name: 'İçerik (Markdown)' })
export const published = (page: Page) => editor(page).getByRole('checkbox', { name: /Yayında/ })

export const searchArticles = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Başlık ya da içerikte ara' }).fill(text)

/** Makes an article by the API, published unless `more` says otherwise; returns its id. */
export async function addArticle(title: string, content = 'ilk', more: Readonly<Record<string, unknown>> = {}) {
  const call = await callsOfAdmin()
  const answer = await call.post('/api/admin/help-articles', { data: { title, content, ...more } })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await call.dispose()
  return id
}
