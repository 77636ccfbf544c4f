import { expect, type Page, test } from '@playwright/test'
import { putAway } from '../keyboard.ts'
import { ADMIN, callsOf, callsOfAdmin, logInAdmin } from '../people.ts'

const editor = (page: Page) => page.getByTestId('article-editor')
const titleOf = (page: Page) => editor(page).getByRole('textbox', { name: 'Başlık' })
const contentOf = (page: Page) => editor(page).getByRole('textbox', { name: 'İçerik (Markdown)' })
const published = (page: Page) => editor(page).getByRole('checkbox', { name: /Yayında/ })
const asDraft = (page: Page) => editor(page).getByRole('button', { name: 'Taslak olarak kaydet' })
const own = (words: string) => `${words} ${process.pid} ${Date.now().toString(36)}`

/** Makes a published article by the API; returns its id. */
async function added(baseURL: string, title: string): Promise<string> {
  const api = await callsOfAdmin(baseURL)
  const answer = await api.post('/api/admin/help-articles', { data: { title, content: 'ilk' } })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await api.dispose()
  return id
}

async function edit(page: Page, title: string): Promise<void> {
  await page.goto('/admin/help')
  await page.getByRole('searchbox', { name: 'Başlık ya da içerikte ara' }).fill(title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  await expect(published(page)).toBeChecked()
}

test('a draft that could not be saved leaves the article to be published: a field is missing, then the call fails', async ({
  page,
  baseURL,
}) => {
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/help')
  const title = own('Önce taslak')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await titleOf(page).fill(title)
  await asDraft(page).click()
  await expect(editor(page).getByText('İçerik alanı gerekli')).toBeVisible()
  await expect(published(page)).toBeChecked()
  await contentOf(page).fill('yayına hazır')
  await editor(page).getByRole('button', { name: 'Oluştur' }).click()
  await expect(editor(page)).toBeHidden()
  await page.getByRole('searchbox', { name: 'Başlık ya da içerikte ara' }).fill(title)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('yayında')

  await edit(page, title)
  await contentOf(page).fill('yeni metin')
  await page.route('**/api/admin/help-articles/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await asDraft(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tamam' }).click()
  await page.unroute('**/api/admin/help-articles/*')
  await expect(published(page)).toBeChecked()
  await editor(page).getByRole('button', { name: 'Güncelle' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(row).toContainText('yayında')
  // Sent without a failure, it is a draft.
  await edit(page, title)
  await asDraft(page).click()
  await expect(editor(page)).toBeHidden()
  await expect(row).toContainText('taslak')
})

test('a draft that is saved over somebody else’s version stays a draft', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const api = await callsOf(baseURL ?? '', await logInAdmin(page, baseURL ?? ''))
  const title = own('İki kişi')
  const id = await added(baseURL ?? '', title)
  await edit(page, title)
  await contentOf(page).fill('benim taslağım')
  await api.patch(`/api/admin/help-articles/${id}`, { data: { content: 'başkasının yazdığı' } })
  await asDraft(page).click()
  const conflict = editor(page).getByRole('alert')
  await expect(conflict).toContainText('başkasının yazdığı')
  await conflict.getByRole('button', { name: 'Benimkini kaydet' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('taslak')
  await api.dispose()
})

test('an article of a category with a second name keeps its subject, and is saved from anywhere in the editor', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  const title = own('İkinci adıyla')
  const api = await callsOfAdmin(baseURL ?? '')
  const made = await api.post('/api/admin/help-articles', { data: { title, content: 'ilk', category: 'technical' } })
  expect(made.status()).toBe(201)
  await logInAdmin(page, baseURL ?? '')
  await edit(page, title)
  await expect(editor(page).getByRole('combobox', { name: 'Kategori' })).toHaveValue('teknik')
  await contentOf(page).fill('ikinci')
  await editor(page).getByText('Önizleme', { exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(editor(page)).toBeHidden()
  const { id } = (await made.json()) as { id: string }
  const stored = await (await api.get(`/api/admin/help-articles/${id}`)).json()
  expect(stored).toMatchObject({ category: 'teknik', content: 'ikinci' })
  await api.dispose()
})

test('an admin whose session ended may stay with an unsaved article after all, and leaves without it only when asked twice', {
  tag: '@full',
}, async ({ page, context, baseURL }) => {
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/help')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await contentOf(page).fill('henüz kaydedilmedi')
  const end = async () => {
    const other = await context.newPage()
    await other.goto('/status')
    await other.evaluate(() => localStorage.removeItem('makas.adminToken'))
    await other.close()
  }
  await end()
  const login = page.getByRole('dialog', { name: 'Oturumunuz sona erdi' })
  const question = page.getByRole('alertdialog')
  await login.getByRole('button', { name: 'Giriş sayfasına git' }).click()
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(question).toHaveCount(0)
  await login.getByLabel('E-posta').fill(ADMIN.email)
  await login.getByLabel('Şifre', { exact: true }).fill(ADMIN.password)
  await login.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(login).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/help$/)
  await expect(contentOf(page)).toHaveValue('henüz kaydedilmedi')

  await end()
  await login.getByRole('button', { name: 'Giriş sayfasına git' }).click()
  await question.getByRole('button', { name: 'Değişiklikleri sil' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yönetici girişi' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('Escape in the editor returns the focus to the button that opened it, also after its article was waited for', async ({
  page,
  baseURL,
}) => {
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/help')
  const edit = page.getByRole('button', { name: 'Düzenle: Net getiri nasıl hesaplanır?' })
  // The article comes once the dialog that waits for it has the focus.
  const waiting = page.getByRole('dialog', { name: 'Makaleyi düzenle' }).getByRole('status')
  await page.route('**/api/admin/help-articles/*', async (route) => {
    const isWaiting = () => waiting.evaluate((line) => line.closest('[role=dialog]')?.contains(document.activeElement))
    await expect.poll(isWaiting).toBe(true)
    await route.continue()
  })
  await edit.press('Enter')
  await expect(titleOf(page)).toBeFocused()
  await putAway(editor(page))
  await expect(editor(page)).toBeHidden()
  await expect(edit).toBeFocused()
})
