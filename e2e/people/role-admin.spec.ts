import { expect, type Page, test } from '@playwright/test'
import { logIn, logInAdmin, signUp } from '../people.ts'

/** Records the calls of a page and their answers, in order: `GET /api/tickets`, `201 POST /api/tickets`. */
function listen(page: Page): string[] {
  const log: string[] = []
  const nameOf = (request: { method(): string; url(): string }) =>
    `${request.method()} ${new URL(request.url()).pathname}`
  page.on('request', (request) => log.push(nameOf(request)))
  page.on('response', (answer) => log.push(`${answer.status()} ${nameOf(answer.request())}`))
  return log
}

/** Expects the list to be asked for again after the answer to the write. */
async function expectReload(log: readonly string[], write: string, list: string): Promise<void> {
  await expect
    .poll(() => {
      const written = log.lastIndexOf(write)
      return written >= 0 && log.slice(written).includes(list)
    })
    .toBe(true)
}

test('[ROLE-15] [CALL-33] an admin manages users, tickets and help articles on the screen and sees statistics; each write reloads its list and closes its dialog', async ({
  page,
  browser,
  baseURL,
}) => {
  const word = `rol${process.pid}x${Date.now().toString(36)}`
  const someone = await signUp(baseURL ?? '', { firstName: 'Umut', lastName: 'Kaya' })

  // The user opens a ticket and later replies.
  const theirs = await browser.newPage()
  const their = listen(theirs)
  await logIn(theirs, someone)
  await theirs.goto('/support')
  const form = theirs.getByRole('form', { name: 'Destek talebi formu' })
  await form.getByLabel('Konu başlığı').fill(word)
  await form.getByLabel('Açıklama').fill('Bakar mısınız?')
  await form.getByRole('button', { name: 'Talebi gönder' }).click()
  await expectReload(their, '201 POST /api/tickets', 'GET /api/tickets-with-messages')
  const card = theirs.getByTestId('ticket').filter({ hasText: word })
  await expect(card).toContainText('Açık')

  // Statistics.
  await logInAdmin(page, baseURL ?? '')
  const log = listen(page)
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/dashboard/stats') && answer.ok())
  await page.goto('/admin/dashboard')
  const stats = (await (await told).json()) as { total_users: number; total_tickets: number }
  expect(stats.total_users).toBeGreaterThan(0)
  const figure = (name: string) =>
    page.getByRole('region', { name: 'Sayılar' }).locator('dl > div').filter({ hasText: name })
  await expect(page.getByTestId('stat-card')).toHaveCount(6)
  await expect(figure('Toplam kullanıcı')).toContainText(stats.total_users.toLocaleString('tr-TR'))
  await expect(figure('Toplam talep')).toContainText(stats.total_tickets.toLocaleString('tr-TR'))

  // Users: plan and premium.
  await page.getByRole('link', { name: 'Kullanıcı yönetimi' }).first().click()
  await page.getByRole('searchbox', { name: 'Bu sayfada ara: e-posta, ad, soyad' }).fill(someone.email)
  await page.getByRole('button', { name: 'Tüm kullanıcılarda ara' }).first().click()
  const row = page.getByRole('row').filter({ hasText: someone.email })
  await expect(row).toContainText('Free')
  await row.getByRole('button', { name: /^Düzenle/ }).click()
  const user = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
  await user.getByLabel('Plan', { exact: true }).selectOption('yearly')
  await user.getByLabel('Premium üye').check()
  await user.getByRole('button', { name: 'Güncelle' }).click()
  await expect(user).toHaveCount(0)
  await expectReload(log, `200 PATCH /api/admin/users/${someone.id}`, 'GET /api/admin/users')
  await expect(row).toContainText('Premium')
  await expect(row).toContainText('yıllık')

  // Tickets: status and response, which the user reads and answers.
  await page.getByRole('link', { name: 'Talep yönetimi' }).first().click()
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(word)
  await page
    .getByTestId('admin-table')
    .getByRole('button', { name: `Yanıtla: ${word}` })
    .click()
  const drawer = page.getByTestId('ticket-drawer')
  await drawer.getByRole('combobox', { name: 'Durum' }).selectOption('in_progress')
  await drawer.getByRole('textbox', { name: 'Yönetici yanıtı' }).fill('Bakıyoruz')
  const patched = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await drawer.getByRole('button', { name: 'Yanıtı gönder' }).click()
  const ticketPath = new URL((await patched).url()).pathname
  await expect(drawer).toHaveCount(0)
  await expectReload(log, `200 PATCH ${ticketPath}`, 'GET /api/admin/tickets')
  await expect(card.getByText('Bakıyoruz')).toBeVisible()
  await expect(card.getByText('İşlemde', { exact: true }).first()).toBeVisible()
  const reply = card.getByTestId('ticket-reply')
  await reply.getByRole('textbox').fill('Teşekkürler')
  await reply.getByRole('button', { name: 'Yanıtla' }).click()
  await expect(card.getByText('Teşekkürler')).toBeVisible()
  const messages = `${ticketPath.replace('/admin/', '/')}/messages`
  await expectReload(their, `201 POST ${messages}`, 'GET /api/tickets-with-messages')

  // Help articles: created, edited, deleted; everybody reads the list.
  const shown = async () => JSON.stringify(await (await page.request.get('/api/help-articles')).json())
  await page.getByRole('link', { name: 'Yardım merkezi' }).first().click()
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  const editor = page.getByTestId('article-editor')
  const asked = (method: string) => page.waitForRequest((request) => request.method() === method)
  await editor.getByRole('textbox', { name: 'Başlık' }).fill(word)
  await editor.getByRole('combobox', { name: 'Kategori' }).selectOption('teknik')
  await editor.getByRole('textbox', { name: 'Sıra' }).fill('7')
  await editor.getByRole('textbox', { name: 'İçerik (Markdown)' }).fill('İlk metin')
  const created = asked('POST')
  await editor.getByRole('button', { name: 'Oluştur' }).click()
  const article = { title: word, content: 'İlk metin', category: 'teknik', order: 7, is_published: true }
  expect((await created).postDataJSON()).toEqual(article)
  await expect(editor).toHaveCount(0)
  await expectReload(log, '201 POST /api/admin/help-articles', 'GET /api/admin/help-articles')
  expect(await shown()).toContain(word)
  await page.getByRole('searchbox', { name: 'Başlık ya da içerikte ara' }).fill(word)
  await page.getByRole('button', { name: `Düzenle: ${word}` }).click()
  await editor.getByRole('textbox', { name: 'İçerik (Markdown)' }).fill('Yeni metin')
  const changed = asked('PATCH')
  await editor.getByRole('button', { name: 'Güncelle' }).click()
  const change = await changed
  expect(change.postDataJSON()).toMatchObject({ ...article, content: 'Yeni metin' })
  await expect(editor).toHaveCount(0)
  const articlePath = new URL(change.url()).pathname
  await expectReload(log, `200 PATCH ${articlePath}`, 'GET /api/admin/help-articles')
  await page.getByRole('button', { name: `Sil: ${word}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectReload(log, `204 DELETE ${articlePath}`, 'GET /api/admin/help-articles')
  await expect(page.getByText('Bu filtreye uyan makale yok.')).toBeVisible()
  expect(await shown()).not.toContain(word)
  await theirs.close()
})
