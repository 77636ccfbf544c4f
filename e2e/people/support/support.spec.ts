import { expect, type Locator, test } from '@playwright/test'
import { axe, looksRight, testEveryLook } from '../../axe.ts'
import { carryAnswer, carryRow, openAccount } from '../../market.ts'
import { callsOf, logIn, openAs, signUp } from '../../people.ts'
import { changeTicket, openTicket, sendTicket, ticketCard, ticketForm } from '../../tickets.ts'

/** Expects the notice around a sentence to have this tone: icon and background in the colours of the theme. */
async function expectTone(sentence: Locator, tone: 'warn' | 'good'): Promise<void> {
  const box = sentence.locator('xpath=ancestor::div[*[name()="svg"]][1]')
  const [shown, wanted] = await box.evaluate((notice, name) => {
    const icon = notice.querySelector('svg') ?? notice
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = `color: var(--${name}); background: var(--${name}-wash)`
    const [ofIcon, ofBox, ofProbe] = [icon, notice, probe].map((one) => getComputedStyle(one))
    const both = [
      [ofIcon?.color, ofBox?.backgroundColor],
      [ofProbe?.color, ofProbe?.backgroundColor],
    ]
    probe.remove()
    return both
  }, tone)
  expect(shown).toEqual(wanted)
}

test('[SUP-04] [SUP-05] [SUP-06] page and list ask a visitor to log in; the form is disabled', async ({ page }) => {
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Destek' })).toBeVisible()
  const notice = page.getByText('Destek talebi oluşturmak ve taleplerinizi görmek için giriş yapmanız gerekiyor.')
  await expect(notice).toBeVisible()
  await expectTone(notice, 'warn')
  await expect(page.getByRole('link', { name: 'Ana sayfaya dön' })).toHaveAttribute('href', '/')
  for (const name of ['Konu başlığı', 'Kategori', 'Öncelik', 'Açıklama'])
    await expect(ticketForm(page).getByLabel(name)).toBeDisabled()
  await expect(page.getByText('Destek taleplerinizi görmek için giriş yapın.')).toBeVisible()
})

test('[SUP-03] [VALID-26] [ROLE-03] a visitor sees the page, and an alert blocks a ticket', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/tickets')) asked.push(request.url())
  })
  await page.goto('/support')
  await ticketForm(page).getByRole('button', { name: 'Talebi gönder' }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Destek talebi oluşturmak için giriş yapmanız gerekiyor')
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(alert).toHaveCount(0)
  expect(asked).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('dialog').getByLabel('Şifre', { exact: true })).toBeVisible()
})

test('[SUP-01] [SUP-02] [SUP-16] header with a login button or a name, form and an empty list', async ({ page }) => {
  const someone = await signUp({ firstName: 'Ayşe', lastName: 'Işık' })
  const main = page.getByRole('main')
  await page.goto('/support')
  await expect(main.getByRole('button', { name: 'Giriş yap' })).toBeVisible()
  await expect(main.getByText('Ayşe Işık')).toHaveCount(0)
  await openAs(page, someone, '/support')
  await expect(main.getByText('Ayşe Işık', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Ana sayfa', exact: true })).toHaveAttribute('href', '/')
  await expect(main.getByRole('link', { name: 'Yardım merkezi' })).toHaveAttribute('href', '/help')
  await expect(main.getByRole('button', { name: 'Giriş yap' })).toHaveCount(0)
  await expect(ticketForm(page)).toBeVisible()
  await expect(page.getByText('Henüz destek talebiniz bulunmuyor.')).toBeVisible()
  await axe(page)
})

test('[SUP-07] [ENT-19] [CONST-33] the form has its fields and defaults', async ({ page }) => {
  await openAs(page, await signUp(), '/support')
  const category = ticketForm(page).getByLabel('Kategori')
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toHaveAttribute('required', '')
  await expect(category).toHaveValue('genel')
  await expect(ticketForm(page).getByLabel('Öncelik')).toHaveValue('medium')
  const values = category.locator('option').evaluateAll((all) => all.map((option) => option.getAttribute('value')))
  expect((await values).join(' ')).toBe('genel technical billing borsa arbitraj guvenlik')
  const description = ticketForm(page).getByLabel('Açıklama')
  await expect(description).toHaveAttribute('rows', '6')
  await expect(description).toHaveAttribute('required', '')
})

test('[CONST-34] [VALID-25] [VALID-24] title and description are required; three priorities', async ({ page }) => {
  await openAs(page, await signUp(), '/support')
  await expect(ticketForm(page).getByLabel('Öncelik')).toBeEnabled()
  const options = ticketForm(page).getByLabel('Öncelik').locator('option')
  const values = options.evaluateAll((all) => all.map((option) => option.getAttribute('value')))
  expect(await values).toEqual(['low', 'medium', 'high'])
  await ticketForm(page).getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(ticketForm(page).getByText('Konu başlığı gerekli')).toBeVisible()
  await expect(ticketForm(page).getByText('Açıklama alanı gerekli')).toBeVisible()
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toBeFocused()
})

test('[VALID-31] fields take as much as is stored and no more; the server refuses the rest', async ({ page }) => {
  const someone = await signUp()
  await openAs(page, someone, '/support')
  const calls = await callsOf(someone)
  const longest = { title: 200, description: 5_000 }
  const body = { title: 'ş'.repeat(longest.title), description: 'ğ'.repeat(longest.description) }
  for (const [label, name] of [
    ['Konu başlığı', 'title'],
    ['Açıklama', 'description'],
  ] as const) {
    const field = ticketForm(page).getByLabel(label)
    await field.fill(body[name])
    await field.press('End')
    await page.keyboard.type('x')
    await expect(field).toHaveValue(body[name])
    const refused = await calls.post('/api/tickets', { data: { ...body, [name]: `${body[name]}x` } })
    expect([name, refused.status()]).toEqual([name, 400])
  }
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/tickets') && answer.status() === 201)
  await ticketForm(page).getByRole('button', { name: 'Talebi gönder' }).click()
  expect(await (await sent).json()).toMatchObject(body)
  await calls.dispose()
})

test('[CALL-18] [ENT-18] [SUP-08] a draft survives a reload and is sent; a green notice closes', async ({ page }) => {
  await openAs(page, await signUp(), '/support')
  await ticketForm(page).getByLabel('Konu başlığı').fill('Simülasyonda komisyon farkı')
  await ticketForm(page).getByLabel('Açıklama').fill('İki rakam neden farklı?')
  await ticketForm(page).getByLabel('Kategori').selectOption('billing')
  await ticketForm(page).getByLabel('Öncelik').selectOption('high')
  await page.reload()
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toHaveValue('Simülasyonda komisyon farkı')
  await expect(ticketForm(page).getByLabel('Açıklama')).toHaveValue('İki rakam neden farklı?')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tickets'))
  await ticketForm(page).getByRole('button', { name: 'Talebi gönder' }).click()
  expect((await sent).postDataJSON()).toEqual({
    title: 'Simülasyonda komisyon farkı',
    description: 'İki rakam neden farklı?',
    category: 'billing',
    priority: 'high',
  })
  await expect(page.getByText('Talebiniz alındı.')).toBeVisible()
  await expectTone(page.getByText('Talebiniz alındı.'), 'good')
  await page.getByRole('button', { name: 'Bildirimi kapat' }).click()
  await expect(page.getByText('Talebiniz alındı.')).toHaveCount(0)
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toHaveValue('')
  const card = ticketCard(page, 'Simülasyonda komisyon farkı')
  await expect(card.getByText('Faturalama')).toBeVisible()
  await expect(card.getByText('Yüksek')).toBeVisible()
  await expect(card.getByText('Açık', { exact: true })).toBeVisible()
})

test('[SUP-10] [SUP-11] [SUP-15] a ticket shows facts and dates; unanswered: under review', async ({ page }) => {
  const someone = await signUp()
  await openTicket(someone, 'Kraken rotası neden kalktı?')
  await openAs(page, someone, '/support')
  const card = ticketCard(page, 'Kraken rotası neden kalktı?')
  await expect(card.getByText('Genel')).toBeVisible()
  await expect(card.getByText('Orta')).toBeVisible()
  await expect(card.getByText(/^açıldı \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(card.getByText(/^güncellendi \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(card.getByText('Talebiniz inceleniyor. İlk yanıt burada görünecek.')).toBeVisible()
})

test('[SUP-12] [ENT-20] [CALL-17] the description comes first, the admin stands opposite by name', async ({ page }) => {
  const someone = await signUp()
  const id = await openTicket(someone, 'Anahtar reddedildi', { description: 'İlk sorum budur' })
  await changeTicket(id, { status: 'in_progress', admin_response: 'Anahtarı yenileyin' })
  await logIn(page, someone)
  const listed = page.waitForResponse((response) => response.url().includes('/api/tickets-with-messages'))
  await page.goto('/support')
  const answered = await listed
  expect(answered.request().headers().authorization).toBe(`Bearer ${someone.token}`)
  const [row] = (await answered.json()) as { messages: unknown[]; id: string }[]
  const message = { message: 'Anahtarı yenileyin', sender_name: 'Defne Aydın', is_admin: true }
  const messages = [{ ...message, id: expect.any(String), created_at: expect.any(String) }]
  expect(row).toMatchObject({ id, messages })
  const card = ticketCard(page, 'Anahtar reddedildi')
  await expect(card.locator('[data-side]').first()).toContainText('İlk sorum budur')
  await expect(card.locator('[data-side=mine]')).toContainText('İlk sorum budur')
  await expect(card.locator('[data-side=theirs]')).toContainText('Anahtarı yenileyin')
  await expect(card.locator('[data-side=theirs]')).toContainText('Defne Aydın')
  await expect(card.getByText('Durum: Açık → İşlemde')).toBeVisible()
  await expect(card.getByText(/^Bugün, \d{1,2} \S+ \d{4}$/)).toBeVisible()
  await expect(card.getByText('İşlemde', { exact: true })).toBeVisible()
})

test('[SUP-13] [VALID-27] [CALL-19] a blank reply cannot be sent, one with words is', async ({ page }) => {
  const someone = await signUp()
  await openTicket(someone, 'Yanıt denemesi')
  await openAs(page, someone, '/support')
  const box = ticketCard(page, 'Yanıt denemesi').getByTestId('ticket-reply')
  const button = box.getByRole('button', { name: 'Yanıtla' })
  await expect(button).toBeDisabled()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await box.getByRole('textbox').fill('  \n ')
  await expect(button).toBeDisabled()
  await box.getByRole('textbox').press('Control+Enter')
  await box.getByRole('textbox').fill('Bir bilgi daha')
  const sent = page.waitForRequest((request) => request.url().endsWith('/messages'))
  await button.click()
  expect((await sent).postDataJSON()).toEqual({ message: 'Bir bilgi daha' })
  expect(requests.filter((one) => one.endsWith('/messages'))).toHaveLength(1)
  await expect(ticketCard(page, 'Yanıt denemesi').locator('[data-side=mine]')).toHaveCount(2)
  await expect(box.getByRole('textbox')).toHaveValue('')
})

test('[STATE-34] [SUP-14] [CONST-36] every status but closed takes a reply', async ({ page }) => {
  const someone = await signUp()
  for (const status of ['open', 'in_progress', 'resolved', 'closed']) {
    const id = await openTicket(someone, `Durumu ${status}`)
    if (status !== 'open') await changeTicket(id, { status })
  }
  await openAs(page, someone, '/support')
  for (const [status, label] of [
    ['open', 'Açık'],
    ['in_progress', 'İşlemde'],
    ['resolved', 'Çözüldü'],
  ] as const) {
    const card = ticketCard(page, `Durumu ${status}`)
    await expect(card.getByText(label, { exact: true }).first()).toBeVisible()
    await expect(card.getByTestId('ticket-reply').getByRole('button', { name: 'Yanıtla' })).toBeVisible()
  }
  const closed = ticketCard(page, 'Durumu closed')
  await expect(closed.getByText('Kapalı', { exact: true }).first()).toBeVisible()
  await expect(
    closed.getByText('Bu talep kapatıldı. Yeni bir sorunuz için yeni bir talep açmanız gerekir.'),
  ).toBeVisible()
  await expect(closed.getByTestId('ticket-reply')).toHaveCount(0)
})

test('a new answer appears without a reload, marked until it was seen', async ({ page }) => {
  const someone = await signUp()
  const id = await openTicket(someone, 'Canlı yanıt')
  await openAs(page, someone, '/support')
  const card = ticketCard(page, 'Canlı yanıt')
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Canlı yanıt: yazışmayı gizle' }).click()
  await changeTicket(id, { admin_response: 'Yeni geldi' })
  await expect(card.getByText('1 yeni yanıt')).toBeVisible()
  await card.getByRole('button', { name: 'Canlı yanıt: yazışmayı göster' }).click()
  await expect(card.getByText('Yeni geldi')).toBeVisible()
  await expect(card.getByText('1 yeni yanıt')).toHaveCount(0)
  await page.reload()
  await expect(card.getByText('Yeni geldi')).toBeVisible()
  await expect(card.getByText('1 yeni yanıt')).toHaveCount(0)
})

test('evidence of an opportunity is handed over, attached, and opens from the ticket', async ({ page }) => {
  await openAs(page, await signUp(), '/opportunities?minROI=0')
  const dialog = page.getByTestId('evidence-dialog')
  await openAccount(page, dialog.getByRole('link', { name: 'Destek talebi aç' }))
  await dialog.getByRole('link', { name: 'Destek talebi aç' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expect(ticketForm(page).getByText('Ekli kanıt', { exact: true })).toBeVisible()
  await sendTicket(page, 'Kanıtlı soru', 'Bu hesap doğru mu?')
  const card = ticketCard(page, 'Kanıtlı soru')
  await card.getByRole('button', { name: /kanıtını aç$/ }).click()
  await expect(dialog.getByText(/^1\. bacak: /)).toBeVisible()
  await axe(page)
})

test('attached evidence has Turkish figures, every digit and the currency', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await openTicket(someone, 'Kanıttaki rakamlar')
  const snapshot = carryAnswer(carryRow(1, { size: 0.0000001, size_currency: 'BTC' }))
  snapshot.evidence.legs = snapshot.evidence.legs.map((leg) => ({
    ...leg,
    fee: '0.00055',
    levels: [['1100.065', '0.0000001']],
  }))
  const evidence = { opportunity_id: snapshot.row.id, row: snapshot.row, bytes: 900, snapshot }
  await page.route('**/api/tickets-with-messages**', async (route) => {
    const answer = await route.fetch()
    const tickets: object[] = await answer.json()
    await route.fulfill({ response: answer, json: tickets.map((ticket) => ({ ...ticket, evidence })) })
  })
  await openAs(page, someone, '/support')
  await ticketCard(page, 'Kanıttaki rakamlar')
    .getByRole('button', { name: /kanıtını aç$/ })
    .click()
  const dialog = page.getByTestId('evidence-dialog')
  const value = (name: string) => dialog.getByRole('term').filter({ hasText: name }).locator('xpath=following::dd[1]')
  await expect(value('Miktar')).toHaveText('0,0000001 BTC')
  await expect(value('Net kazanç')).toHaveText('+5,50 USDT')
  await expect(dialog.getByText('Komisyon oranı %0,055')).toHaveCount(2)
  await expect(dialog.getByRole('table').first().getByRole('cell')).toHaveText(['1.100,065', '0,0000001'])
})

testEveryLook('support', async (page, width) => {
  const someone = await signUp()
  const id = await openTicket(someone, 'Deneme işlemi kısmen gerçekleşti', {
    description: 'Kalan miktar neden alınmadı? '.repeat(9),
  })
  await changeTicket(id, {
    status: 'in_progress',
    admin_response: 'Kanıttaki deftere baktım. '.repeat(8),
  })
  const closed = await openTicket(someone, 'Plan değişikliği ne zaman geçerli olur?')
  await changeTicket(closed, { status: 'closed' })
  // A reply was being written when the ticket was closed.
  const reply = 'Ay ortasında yükseltirsem fark ücreti çıkar mı? '.repeat(3).trim()
  await page.addInitScript(([key, text]) => sessionStorage.setItem(key, text), [
    `makas.draft.${someone.id}.reply.${closed}`,
    reply,
  ] as const)
  await openTicket(someone, 'Uzunbirsözcüksüzbaşlık'.repeat(8))
  await openAs(page, someone, '/support')
  await expect(ticketCard(page, 'Deneme işlemi kısmen gerçekleşti')).toBeVisible()
  const unsent = page.getByTestId('unsent-reply')
  await expect(unsent.getByRole('textbox')).toHaveValue(reply)
  await looksRight(page)
  if (width < 1024) {
    await page.getByRole('button', { name: 'Yeni talep', exact: true }).click()
    await expect(ticketForm(page)).toBeVisible()
    await axe(page)
    // The focus stays in the dialog; Escape closes it and returns the focus.
    const box = page.getByRole('dialog', { name: 'Yeni destek talebi' })
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      expect(await box.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Yeni talep', exact: true })).toBeFocused()
    await unsent.getByRole('button', { name: 'Yeni talep olarak aç' }).click()
    await expect(box.getByLabel('Açıklama')).toHaveValue(reply)
    await expect(unsent).toHaveCount(0)
  }
})
