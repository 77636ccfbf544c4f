import { expect, type Page, test } from '@playwright/test'
import { contentBox, editor, searchArticles, titleBox } from '../../articles.ts'
import { findUser, logInAdmin, openAs, own, signUp } from '../../people.ts'
import { answerBox, drawer, pressIn, sendReply, sendTicket, statusBox, ticketCard } from '../../tickets.ts'

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

test('[ROLE-15] [CALL-33] an admin manages users, tickets and articles; lists reload', async ({ page, browser }) => {
  const word = own('rol')
  const someone = await signUp({ firstName: 'Umut', lastName: 'Kaya' })

  // The user opens a ticket and later replies.
  const theirs = await browser.newPage()
  const their = listen(theirs)
  await openAs(theirs, someone, '/support')
  await sendTicket(theirs, word, 'Bakar mısınız?')
  await expectReload(their, '201 POST /api/tickets', 'GET /api/tickets-with-messages')
  const card = ticketCard(theirs, word)
  await expect(card).toContainText('Açık')
  await logInAdmin(page)
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
  await page.getByRole('link', { name: 'Kullanıcı yönetimi' }).first().click()
  await findUser(page, someone.email)
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
  const table = page.getByTestId('admin-table')
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(word)
  await expect(table).toContainText(word)
  await table.getByRole('button', { name: `Yanıtla: ${word}` }).click()
  await statusBox(page).selectOption('in_progress')
  await answerBox(page).fill('Bakıyoruz')
  const patched = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await pressIn(page, 'Yanıtı gönder')
  const ticketPath = new URL((await patched).url()).pathname
  await expect(drawer(page)).toHaveCount(0)
  await expectReload(log, `200 PATCH ${ticketPath}`, 'GET /api/admin/tickets')
  await expect(card.getByText('Bakıyoruz')).toBeVisible()
  await expect(card.getByText('İşlemde', { exact: true }).first()).toBeVisible()
  await sendReply(card, 'Teşekkürler')
  await expect(card.getByText('Teşekkürler')).toBeVisible()
  const messages = `${ticketPath.replace('/admin/', '/')}/messages`
  await expectReload(their, `201 POST ${messages}`, 'GET /api/tickets-with-messages')

  // Help articles: created, edited, deleted; everybody reads the list.
  const shown = async () => JSON.stringify(await (await page.request.get('/api/help-articles')).json())
  await page.getByRole('link', { name: 'Yardım merkezi' }).first().click()
  const articles = page.getByRole('table', { name: 'Yardım makaleleri tablosu' })
  await expect(articles.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  const asked = (method: string) => page.waitForRequest((request) => request.method() === method)
  await titleBox(page).fill(word)
  await editor(page).getByRole('combobox', { name: 'Kategori' }).selectOption('teknik')
  await editor(page).getByRole('textbox', { name: 'Sıra' }).fill('7')
  await contentBox(page).fill('İlk metin')
  const created = asked('POST')
  await editor(page).getByRole('button', { name: 'Oluştur' }).click()
  const article = { title: word, content: 'İlk metin', category: 'teknik', order: 7, is_published: true }
  expect((await created).postDataJSON()).toEqual(article)
  await expect(editor(page)).toHaveCount(0)
  await expectReload(log, '201 POST /api/admin/help-articles', 'GET /api/admin/help-articles')
  expect(await shown()).toContain(word)
  await searchArticles(page, word)
  await page.getByRole('button', { name: `Düzenle: ${word}` }).click()
  await contentBox(page).fill('Yeni metin')
  const changed = asked('PATCH')
  await editor(page).getByRole('button', { name: 'Güncelle' }).click()
  const change = await changed
  expect(change.postDataJSON()).toMatchObject({ ...article, content: 'Yeni metin' })
  await expect(editor(page)).toHaveCount(0)
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
