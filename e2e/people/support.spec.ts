import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { adminLogin, callsOf, logIn, type Someone, signUp } from '../people.ts'

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

const form = (page: Page) => page.getByRole('form', { name: 'Destek talebi formu' })
const ticket = (page: Page, title: string) => page.getByTestId('ticket').filter({ hasText: title })

async function openTicket(baseURL: string, someone: Someone, title: string, description = 'Metin'): Promise<string> {
  const call = await callsOf(baseURL, someone)
  const answer = await call.post('/api/tickets', { data: { title, description } })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await call.dispose()
  return id
}

async function answer(baseURL: string, id: string, data: object): Promise<void> {
  const call = await callsOf(baseURL, await adminLogin(baseURL))
  const answered = await call.patch(`/api/admin/tickets/${id}`, { data })
  expect(answered.status(), await answered.text()).toBe(200)
  await call.dispose()
}

test('[SUP-04] [SUP-05] [SUP-06] a visitor is told to log in, cannot type, and is asked to in the list', async ({
  page,
}) => {
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Destek' })).toBeVisible()
  await expect(
    page.getByText('Destek talebi oluşturmak ve taleplerinizi görmek için giriş yapmanız gerekiyor.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ana sayfaya dön' })).toHaveAttribute('href', '/')
  for (const name of ['Konu başlığı', 'Kategori', 'Öncelik', 'Açıklama'])
    await expect(form(page).getByLabel(name)).toBeDisabled()
  await expect(page.getByText('Destek taleplerinizi görmek için giriş yapın.')).toBeVisible()
})

test('[SUP-03] [VALID-26] [ROLE-03] a visitor sees the page, and a ticket is blocked with an alert', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/tickets')) asked.push(request.url())
  })
  await page.goto('/support')
  await form(page).getByRole('button', { name: 'Talebi gönder' }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Destek talebi oluşturmak için giriş yapmanız gerekiyor')
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(alert).toHaveCount(0)
  expect(asked).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('dialog').getByLabel('Şifre', { exact: true })).toBeVisible()
})

test('[SUP-01] [SUP-02] [SUP-16] header, form and an empty list of somebody who is logged in', async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '', { firstName: 'Ayşe', lastName: 'Işık' })
  await logIn(page, someone)
  await page.goto('/support')
  const main = page.getByRole('main')
  await expect(main.getByText('Ayşe Işık', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Ana sayfa', exact: true })).toHaveAttribute('href', '/')
  await expect(main.getByRole('link', { name: 'Yardım merkezi' })).toHaveAttribute('href', '/help')
  await expect(main.getByRole('button', { name: 'Giriş yap' })).toHaveCount(0)
  await expect(form(page)).toBeVisible()
  await expect(page.getByText('Henüz destek talebiniz bulunmuyor.')).toBeVisible()
  await axe(page)
})

test('[SUP-07] [ENT-19] [CONST-33] the form has its fields and defaults', async ({ page, baseURL }) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/support')
  const category = form(page).getByLabel('Kategori')
  await expect(form(page).getByLabel('Konu başlığı')).toHaveAttribute('required', '')
  await expect(category).toHaveValue('genel')
  await expect(form(page).getByLabel('Öncelik')).toHaveValue('medium')
  expect(await category.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    'genel',
    'technical',
    'billing',
    'borsa',
    'arbitraj',
    'guvenlik',
  ])
  const description = form(page).getByLabel('Açıklama')
  await expect(description).toHaveAttribute('rows', '6')
  await expect(description).toHaveAttribute('required', '')
})

test('[CONST-34] [VALID-25] [VALID-24] title and description are required, the priorities are three', async ({
  page,
  baseURL,
}) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/support')
  await expect(form(page).getByLabel('Öncelik')).toBeEnabled()
  const options = form(page).getByLabel('Öncelik').locator('option')
  expect(await options.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    'low',
    'medium',
    'high',
  ])
  await form(page).getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(form(page).getByText('Konu başlığı gerekli')).toBeVisible()
  await expect(form(page).getByText('Açıklama alanı gerekli')).toBeVisible()
  await expect(form(page).getByLabel('Konu başlığı')).toBeFocused()
})

test('[CALL-18] [ENT-18] [SUP-08] a draft survives a reload, is sent, and a green notice is put away', async ({
  page,
  baseURL,
}) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/support')
  await form(page).getByLabel('Konu başlığı').fill('Simülasyonda komisyon farkı')
  await form(page).getByLabel('Açıklama').fill('İki rakam neden farklı?')
  await form(page).getByLabel('Kategori').selectOption('billing')
  await form(page).getByLabel('Öncelik').selectOption('high')
  await page.reload()
  await expect(form(page).getByLabel('Konu başlığı')).toHaveValue('Simülasyonda komisyon farkı')
  await expect(form(page).getByLabel('Açıklama')).toHaveValue('İki rakam neden farklı?')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tickets'))
  await form(page).getByRole('button', { name: 'Talebi gönder' }).click()
  expect((await sent).postDataJSON()).toEqual({
    title: 'Simülasyonda komisyon farkı',
    description: 'İki rakam neden farklı?',
    category: 'billing',
    priority: 'high',
  })
  await expect(page.getByText('Talebiniz alındı.')).toBeVisible()
  await page.getByRole('button', { name: 'Bildirimi kapat' }).click()
  await expect(page.getByText('Talebiniz alındı.')).toHaveCount(0)
  await expect(form(page).getByLabel('Konu başlığı')).toHaveValue('')
  const card = ticket(page, 'Simülasyonda komisyon farkı')
  await expect(card.getByText('Faturalama')).toBeVisible()
  await expect(card.getByText('Yüksek')).toBeVisible()
  await expect(card.getByText('Açık', { exact: true })).toBeVisible()
})

test('[SUP-10] [SUP-11] [SUP-15] a ticket shows what it is and its dates; unanswered it is under review', async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '')
  await openTicket(baseURL ?? '', someone, 'Kraken rotası neden kalktı?')
  await logIn(page, someone)
  await page.goto('/support')
  const card = ticket(page, 'Kraken rotası neden kalktı?')
  await expect(card.getByText('Genel')).toBeVisible()
  await expect(card.getByText('Orta')).toBeVisible()
  await expect(card.getByText(/^açıldı \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(card.getByText(/^güncellendi \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(card.getByText('Talebiniz inceleniyor. İlk yanıt burada görünecek.')).toBeVisible()
})

test('[SUP-12] [ENT-20] [CALL-17] the description is the first message, the admin stands on the other side by name', async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '')
  const id = await openTicket(baseURL ?? '', someone, 'Anahtar reddedildi', 'İlk sorum budur')
  await answer(baseURL ?? '', id, { status: 'in_progress', admin_response: 'Anahtarı yenileyin' })
  await logIn(page, someone)
  const listed = page.waitForResponse((response) => response.url().includes('/api/tickets-with-messages'))
  await page.goto('/support')
  const answered = await listed
  expect(answered.request().headers().authorization).toBe(`Bearer ${someone.token}`)
  const [row] = (await answered.json()) as { messages: unknown[]; id: string }[]
  expect(row).toMatchObject({
    id,
    messages: [
      {
        id: expect.any(String),
        message: 'Anahtarı yenileyin',
        sender_name: 'Defne Aydın',
        is_admin: true,
        created_at: expect.any(String),
      },
    ],
  })
  const card = ticket(page, 'Anahtar reddedildi')
  await expect(card.locator('[data-side]').first()).toContainText('İlk sorum budur')
  await expect(card.locator('[data-side=mine]')).toContainText('İlk sorum budur')
  await expect(card.locator('[data-side=theirs]')).toContainText('Anahtarı yenileyin')
  await expect(card.locator('[data-side=theirs]')).toContainText('Defne Aydın')
  await expect(card.getByText('Durum: Açık → İşlemde')).toBeVisible()
  await expect(card.getByText(/^Bugün, \d{1,2} \S+ \d{4}$/)).toBeVisible()
  await expect(card.getByText('İşlemde', { exact: true })).toBeVisible()
})

test('[SUP-13] [VALID-27] [CALL-19] a blank reply cannot be sent, one with words is', async ({ page, baseURL }) => {
  const someone = await signUp(baseURL ?? '')
  await openTicket(baseURL ?? '', someone, 'Yanıt denemesi')
  await logIn(page, someone)
  await page.goto('/support')
  const box = ticket(page, 'Yanıt denemesi').getByTestId('ticket-reply')
  const button = box.getByRole('button', { name: 'Yanıtla' })
  await expect(button).toBeDisabled()
  await box.getByRole('textbox').fill('  \n ')
  await expect(button).toBeDisabled()
  await box.getByRole('textbox').fill('Bir bilgi daha')
  const sent = page.waitForRequest((request) => request.url().endsWith('/messages'))
  await button.click()
  expect((await sent).postDataJSON()).toEqual({ message: 'Bir bilgi daha' })
  await expect(ticket(page, 'Yanıt denemesi').locator('[data-side=mine]')).toHaveCount(2)
  await expect(box.getByRole('textbox')).toHaveValue('')
})

test('[STATE-34] [SUP-14] [CONST-36] every status but closed takes a reply', async ({ page, baseURL }) => {
  const someone = await signUp(baseURL ?? '')
  for (const status of ['open', 'in_progress', 'resolved', 'closed']) {
    const id = await openTicket(baseURL ?? '', someone, `Durumu ${status}`)
    if (status !== 'open') await answer(baseURL ?? '', id, { status })
  }
  await logIn(page, someone)
  await page.goto('/support')
  for (const [status, label] of [
    ['open', 'Açık'],
    ['in_progress', 'İşlemde'],
    ['resolved', 'Çözüldü'],
  ] as const) {
    const card = ticket(page, `Durumu ${status}`)
    await expect(card.getByText(label, { exact: true }).first()).toBeVisible()
    await expect(card.getByTestId('ticket-reply').getByRole('button', { name: 'Yanıtla' })).toBeVisible()
  }
  const closed = ticket(page, 'Durumu closed')
  await expect(closed.getByText('Kapalı', { exact: true }).first()).toBeVisible()
  await expect(
    closed.getByText('Bu talep kapatıldı. Yeni bir sorunuz için yeni bir talep açmanız gerekir.'),
  ).toBeVisible()
  await expect(closed.getByTestId('ticket-reply')).toHaveCount(0)
})

test('[ERR-17] [ERR-18] what could not be sent stays, and an alert says so', async ({ page, baseURL }) => {
  const someone = await signUp(baseURL ?? '')
  await openTicket(baseURL ?? '', someone, 'Hata denemesi')
  await logIn(page, someone)
  await page.goto('/support')
  await expect(ticket(page, 'Hata denemesi')).toBeVisible()
  const broken = { status: 500, json: { detail: 'Beklenmeyen bir hata oluştu.', code: 'internal' } }
  await page.route('**/api/tickets', (route) => route.fulfill(broken))
  await page.route('**/api/tickets/*/messages', (route) => route.fulfill(broken))
  const alert = page.getByRole('alertdialog')
  await form(page).getByLabel('Konu başlığı').fill('Gitmeyen')
  await form(page).getByLabel('Açıklama').fill('Metni')
  await form(page).getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(alert).toContainText('Destek talebi oluşturulurken hata oluştu')
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(form(page).getByLabel('Konu başlığı')).toHaveValue('Gitmeyen')
  await expect(form(page).getByLabel('Açıklama')).toHaveValue('Metni')
  const box = ticket(page, 'Hata denemesi').getByTestId('ticket-reply')
  await box.getByRole('textbox').fill('Gitmeyen yanıt')
  await box.getByRole('button', { name: 'Yanıtla' }).click()
  await expect(alert).toContainText('Mesaj gönderilirken hata oluştu')
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(box.getByRole('textbox')).toHaveValue('Gitmeyen yanıt')
})

test('a new answer appears without a reload, marked until it was seen', async ({ page, baseURL }) => {
  const someone = await signUp(baseURL ?? '')
  const id = await openTicket(baseURL ?? '', someone, 'Canlı yanıt')
  await logIn(page, someone)
  await page.goto('/support')
  const card = ticket(page, 'Canlı yanıt')
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Canlı yanıt: yazışmayı gizle' }).click()
  await answer(baseURL ?? '', id, { admin_response: 'Yeni geldi' })
  await expect(card.getByText('1 yeni yanıt')).toBeVisible({ timeout: 20_000 })
  await card.getByRole('button', { name: 'Canlı yanıt: yazışmayı göster' }).click()
  await expect(card.getByText('Yeni geldi')).toBeVisible()
  await expect(card.getByText('1 yeni yanıt')).toHaveCount(0, { timeout: 20_000 })
  await page.reload()
  await expect(card.getByText('Yeni geldi')).toBeVisible()
  await expect(card.getByText('1 yeni yanıt')).toHaveCount(0)
})

test('evidence of an opportunity is handed over, attached, and opens from the ticket', async ({ page, baseURL }) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/opportunities')
  await page.locator('[data-testid=opportunity-row]').first().getByRole('button').first().click({ timeout: 30_000 })
  const dialog = page.getByTestId('evidence-dialog')
  await dialog.getByRole('link', { name: 'Destek talebi aç' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expect(form(page).getByText('Ekli kanıt', { exact: true })).toBeVisible()
  await form(page).getByLabel('Konu başlığı').fill('Kanıtlı soru')
  await form(page).getByLabel('Açıklama').fill('Bu hesap doğru mu?')
  await form(page).getByRole('button', { name: 'Talebi gönder' }).click()
  const card = ticket(page, 'Kanıtlı soru')
  await card.getByRole('button', { name: /kanıtını aç$/ }).click()
  await expect(dialog.getByText(/^1\. bacak: /)).toBeVisible()
  await axe(page)
})

for (const width of [1440, 768, 390]) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`support in the ${colorScheme} theme at ${width}: axe finds nothing and nothing spills`, async ({
      page,
      baseURL,
    }) => {
      const someone = await signUp(baseURL ?? '')
      const id = await openTicket(
        baseURL ?? '',
        someone,
        'Deneme işlemi kısmen gerçekleşti',
        'Kalan miktar neden alınmadı? '.repeat(9),
      )
      await answer(baseURL ?? '', id, { status: 'in_progress', admin_response: 'Kanıttaki deftere baktım. '.repeat(8) })
      const closed = await openTicket(baseURL ?? '', someone, 'Plan değişikliği ne zaman geçerli olur?')
      await answer(baseURL ?? '', closed, { status: 'closed' })
      await openTicket(baseURL ?? '', someone, 'Uzunbirsözcüksüzbaşlık'.repeat(8))
      await logIn(page, someone)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/support')
      await expect(ticket(page, 'Deneme işlemi kısmen gerçekleşti')).toBeVisible()
      await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await page.screenshot({ path: `test-results/support-${colorScheme}-${width}.png`, fullPage: true })
      if (width < 1024) {
        await page.getByRole('button', { name: 'Yeni talep' }).click()
        await expect(form(page)).toBeVisible()
        await axe(page)
        // The keyboard stays in the dialog, Escape closes it and gives the focus back.
        const box = page.getByRole('dialog', { name: 'Yeni destek talebi' })
        for (let step = 0; step < 12; step += 1) {
          await page.keyboard.press('Tab')
          expect(await box.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
        }
        await page.keyboard.press('Escape')
        await expect(box).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Yeni talep' })).toBeFocused()
      }
    })
  }
}
