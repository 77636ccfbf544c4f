import { expect, type Page, test } from '@playwright/test'
import { addArticle, contentBox, editor, published, searchArticles, titleBox } from '../../articles.ts'
import { answerCall } from '../../failing.ts'
import { putAway } from '../../keyboard.ts'
import { ADMIN, callsOf, callsOfAdmin, endElsewhere, logInAdmin, openAdmin, own, sendLogin } from '../../people.ts'

const asDraft = (page: Page) => editor(page).getByRole('button', { name: 'Taslak olarak kaydet' })

async function edit(page: Page, title: string): Promise<void> {
  await page.goto('/admin/help')
  await searchArticles(page, title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  await expect(published(page)).toBeChecked()
}

test('a draft that could not be saved leaves the article published', async ({ page }) => {
  await openAdmin(page, '/admin/help')
  const title = own('Önce taslak ')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await titleBox(page).fill(title)
  await asDraft(page).click()
  await expect(editor(page).getByText('İçerik alanı gerekli')).toBeVisible()
  await expect(published(page)).toBeChecked()
  await contentBox(page).fill('yayına hazır')
  await editor(page).getByRole('button', { name: 'Oluştur' }).click()
  await expect(editor(page)).toBeHidden()
  await searchArticles(page, title)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('yayında')

  await edit(page, title)
  await contentBox(page).fill('yeni metin')
  await answerCall(page, 'PATCH', '**/api/admin/help-articles/*', (route) => route.abort())
  await asDraft(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tamam' }).click()
  await page.unroute('**/api/admin/help-articles/*')
  await expect(published(page)).toBeChecked()
  await editor(page).getByRole('button', { name: 'Güncelle' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(row).toContainText('yayında')
  // Without a failure the article becomes a draft.
  await edit(page, title)
  await asDraft(page).click()
  await expect(editor(page)).toBeHidden()
  await expect(row).toContainText('taslak')
})

test('a draft that is saved over somebody else’s version stays a draft', { tag: '@full' }, async ({ page }) => {
  const api = await callsOf(await logInAdmin(page))
  const title = own('İki kişi ')
  const id = await addArticle(title)
  await edit(page, title)
  await contentBox(page).fill('benim taslağım')
  await api.patch(`/api/admin/help-articles/${id}`, { data: { content: 'başkasının yazdığı' } })
  await asDraft(page).click()
  const conflict = editor(page).getByRole('alert')
  await expect(conflict).toContainText('başkasının yazdığı')
  await conflict.getByRole('button', { name: 'Benimkini kaydet' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('taslak')
  await api.dispose()
})

test('an article keeps its category’s subject; the editor saves anywhere', { tag: '@full' }, async ({ page }) => {
  const title = own('İkinci adıyla ')
  const id = await addArticle(title, 'ilk', { category: 'technical' })
  await logInAdmin(page)
  await edit(page, title)
  await expect(editor(page).getByRole('combobox', { name: 'Kategori' })).toHaveValue('teknik')
  await contentBox(page).fill('ikinci')
  await editor(page).getByText('Önizleme', { exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(editor(page)).toBeHidden()
  const api = await callsOfAdmin()
  const stored = await (await api.get(`/api/admin/help-articles/${id}`)).json()
  expect(stored).toMatchObject({ category: 'teknik', content: 'ikinci' })
  await api.dispose()
})

test('an admin whose session ended may stay with an unsaved article', { tag: '@full' }, async ({ page, context }) => {
  await openAdmin(page, '/admin/help')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await contentBox(page).fill('henüz kaydedilmedi')
  await endElsewhere(context)
  const login = page.getByRole('dialog', { name: 'Oturumunuz sona erdi' })
  const question = page.getByRole('alertdialog')
  await login.getByRole('button', { name: 'Giriş sayfasına git' }).click()
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(question).toHaveCount(0)
  await sendLogin(login, ADMIN)
  await expect(login).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/help$/)
  await expect(contentBox(page)).toHaveValue('henüz kaydedilmedi')

  await endElsewhere(context)
  await login.getByRole('button', { name: 'Giriş sayfasına git' }).click()
  await question.getByRole('button', { name: 'Değişiklikleri sil' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yönetici girişi' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('Escape in the editor returns the focus to its button, also after a wait for the article', async ({ page }) => {
  await openAdmin(page, '/admin/help')
  const edit = page.getByRole('button', { name: 'Düzenle: Net getiri nasıl hesaplanır?' })
  // The article comes once the waiting dialog has the focus.
  const waiting = page.getByRole('dialog', { name: 'Makaleyi düzenle' }).getByRole('status')
  await page.route('**/api/admin/help-articles/*', async (route) => {
    const isWaiting = () => waiting.evaluate((line) => line.closest('[role=dialog]')?.contains(document.activeElement))
    await expect.poll(isWaiting).toBe(true)
    await route.continue()
  })
  await edit.press('Enter')
  await expect(titleBox(page)).toBeFocused()
  await putAway(editor(page))
  await expect(editor(page)).toBeHidden()
  await expect(edit).toBeFocused()
})
