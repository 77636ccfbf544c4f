import { expect, test } from '@playwright/test'
import { axe, axeEverywhere, expectNoSpill, expectWithin } from '../axe.ts'
import { enter, putAway } from '../keyboard.ts'
import { ADMIN, callsOf, callsOfAdmin, logIn, logInAdmin, signUp } from '../people.ts'
import { answerBox, drawer, findTicket, openDrawer, openTicket, ownWord, saveStatus, ticketTable } from '../tickets.ts'
import { THEMES, WIDTHS } from '../tier.ts'

test('[ATICK-01] [CALL-24] [ATICK-04] the filter asks for a status, refresh asks again, and empty differs', async ({
  page,
  baseURL,
}) => {
  const title = ownWord()
  await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await findTicket(page, title)
  const filters = page.getByRole('group', { name: 'Duruma göre filtrele' })
  for (const [label, status] of [
    ['Açık', 'open'],
    ['İşlemde', 'in_progress'],
    ['Çözüldü', 'resolved'],
    ['Kapalı', 'closed'],
  ] as const) {
    const asked = page.waitForRequest((request) => request.url().includes(`status=${status}`))
    await filters.getByRole('button', { name: label }).click()
    await asked
    if (status === 'open') await expect(ticketTable(page).getByText(title)).toBeVisible()
    else await expect(page.getByText('Bu filtreye uyan destek talebi yok.')).toBeVisible()
  }
  await filters.getByRole('button', { name: 'Tümü' }).click()
  await expect(ticketTable(page).getByText(title)).toBeVisible()
  const again = page.waitForRequest((request) => /\/api\/admin\/tickets\?/.test(request.url()))
  await page.getByRole('button', { name: 'Yenile' }).click()
  await again
  // Without a filter the sentence is another one.
  await page.route('**/api/admin/tickets?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.goto('/admin/tickets')
  await expect(page.getByText('Henüz destek talebi yok.')).toBeVisible()
})

test('[ATICK-02] [ENT-17] the table has its columns and an excerpt of 100 characters and each priority its badge', async ({
  page,
  baseURL,
}) => {
  const title = ownWord()
  const someone = await signUp(baseURL ?? '')
  await openTicket(baseURL ?? '', someone, title, {
    description: 'b'.repeat(140),
    category: 'technical',
    priority: 'high',
  })
  const admin = await callsOf(baseURL ?? '', await logInAdmin(page, baseURL ?? ''))
  const [ticket] = (await (await admin.get(`/api/admin/tickets?q=${encodeURIComponent(title)}`)).json()) as unknown[]
  expect(ticket).toMatchObject({
    id: expect.any(String),
    title,
    description: 'b'.repeat(140),
    category: 'technical',
    priority: 'high',
    status: 'open',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    user_email: someone.email,
    admin_response: null,
    messages: [],
  })
  await page.goto('/admin/tickets')
  await findTicket(page, title)
  for (const name of ['Talep', 'Kategori', 'Kullanıcı', 'Durum', 'Öncelik', 'Atanan', 'Tarih', 'İşlem'])
    await expect(ticketTable(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
  const row = ticketTable(page).getByRole('row').filter({ hasText: title })
  await expect(row.getByText(`${'b'.repeat(100)}…`, { exact: true })).toBeVisible()
  await expect(row.getByText('Teknik')).toBeVisible()
  await expect(row.getByText(someone.email)).toBeVisible()
  await expect(row.getByText('Açık', { exact: true })).toBeVisible()
  await expect(row.getByText('Öncelik: Yüksek', { exact: true })).toBeVisible()
  await expect(row.getByText(/\d\d\.\d\d\.\d{4}/)).toBeVisible()
  await expect(row.getByRole('button', { name: `Yanıtla: ${title}` })).toBeVisible()
  for (const [priority, label] of [
    ['medium', 'Öncelik: Orta'],
    ['low', 'Öncelik: Düşük'],
  ] as const) {
    const other = ownWord()
    await openTicket(baseURL ?? '', someone, other, { priority })
    await findTicket(page, other)
    await expect(
      ticketTable(page).getByRole('row').filter({ hasText: other }).getByText(label, { exact: true }),
    ).toBeVisible()
  }
  await admin.dispose()
})

test('[ATICK-03] [CALL-25] user and admin at once: answer, status, reply, closing and refusal', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = ownWord()
  const someone = await signUp(baseURL ?? '')
  await openTicket(baseURL ?? '', someone, title)
  const theirs = await browser.newPage()
  await logIn(theirs, someone)
  await theirs.goto('/support')
  const card = theirs.getByTestId('ticket').filter({ hasText: title })
  await expect(card).toBeVisible()
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  for (const text of [title, 'Metin', 'Genel', 'Öncelik: Orta', someone.email])
    await expect(drawer(page).getByText(text, { exact: true }).first()).toBeVisible()
  await drawer(page).getByRole('combobox', { name: 'Durum' }).selectOption('in_progress')
  await answerBox(page).fill('Bakıyoruz')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  const listed = page.waitForRequest((request) => /\/api\/admin\/tickets\?/.test(request.url()))
  await drawer(page).getByRole('button', { name: 'Yanıtı gönder' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ status: 'in_progress', admin_response: 'Bakıyoruz' })
  await listed
  await expect(drawer(page)).toHaveCount(0)
  // The answer reaches the user without a reload, and the reply comes back.
  await expect(card.getByText('Bakıyoruz')).toBeVisible()
  await expect(card.getByText('İşlemde', { exact: true }).first()).toBeVisible()
  await card.getByTestId('ticket-reply').getByRole('textbox').fill('Teşekkürler')
  await card.getByTestId('ticket-reply').getByRole('button', { name: 'Yanıtla' }).click()
  await expect(card.getByText('Teşekkürler')).toBeVisible()
  await openDrawer(page, title)
  await expect(drawer(page).getByText('Teşekkürler')).toBeVisible()
  await saveStatus(page, 'closed')
  await expect(
    card.getByText('Bu talep kapatıldı. Yeni bir sorunuz için yeni bir talep açmanız gerekir.'),
  ).toBeVisible()
  await expect(card.getByTestId('ticket-reply')).toHaveCount(0)
  await theirs.close()
})

test('[STATE-31] [STATE-33] [STATE-32] an admin can set any of the four', async ({ page, baseURL }) => {
  const title = ownWord()
  const id = await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  const call = await callsOfAdmin(baseURL ?? '')
  await page.goto('/admin/tickets')
  for (const [from, to] of [
    ['open', 'resolved'],
    ['closed', 'in_progress'],
    ['resolved', 'closed'],
    ['in_progress', 'open'],
  ] as const) {
    await call.patch(`/api/admin/tickets/${id}`, { data: { status: from } })
    await openDrawer(page, title)
    const select = drawer(page).getByRole('combobox', { name: 'Durum' })
    await expect(select).toHaveValue(from)
    expect(await select.locator('option').allTextContents()).toEqual(['Açık', 'İşlemde', 'Çözüldü', 'Kapalı'])
    await select.selectOption(to)
    await drawer(page).getByRole('button', { name: 'Durumu kaydet' }).click()
    await expect(drawer(page)).toHaveCount(0)
    const now = (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { status: string }
    expect(now.status).toBe(to)
  }
  await call.dispose()
})

test('[ERR-20] a change that fails says so in an alert, and what was typed stays', async ({ page, baseURL }) => {
  const title = ownWord()
  await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  await page.route('**/api/admin/tickets/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { detail: 'Beklenmeyen bir hata oluştu.', code: 'internal' } })
      : route.continue(),
  )
  await answerBox(page).fill('Uzun bir yanıt')
  await drawer(page).getByRole('button', { name: 'Yanıtı gönder' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Tiket güncellenirken hata oluştu', exact: true })
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(answerBox(page)).toHaveValue('Uzun bir yanıt')
})

test('two admins at once: the second save shows both versions and loses nothing', async ({ page, baseURL }) => {
  const title = ownWord()
  const id = await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  const response = answerBox(page)
  await response.fill('Benim yanıtım')
  const call = await callsOfAdmin(baseURL ?? '')
  await call.patch(`/api/admin/tickets/${id}`, { data: { status: 'in_progress', admin_response: 'Önceki yanıt' } })
  await drawer(page).getByRole('button', { name: 'Yanıtı gönder' }).click()
  const conflict = page.getByTestId('conflict-dialog')
  await expect(conflict.getByText('Önceki yanıt')).toBeVisible()
  await expect(conflict.getByText('Benim yanıtım')).toBeVisible()
  await axeEverywhere(page, conflict)
  await enter(conflict.getByRole('button', { name: 'Düzenlemeye dön' }), '[data-testid=conflict-dialog]')
  await expect(response).toHaveValue('Benim yanıtım')
  await drawer(page).getByRole('button', { name: 'Yanıtı gönder' }).click()
  await enter(conflict.getByRole('button', { name: 'Yine de gönder' }), '[data-testid=conflict-dialog]')
  await expect(drawer(page)).toHaveCount(0)
  const now = (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { messages: { message: string }[] }
  expect(now.messages.map(({ message }) => message)).toEqual(['Önceki yanıt', 'Benim yanıtım'])
  await call.dispose()
})

test('an internal note stays among admins, and a ready text is inserted at the cursor', async ({ page, baseURL }) => {
  const title = ownWord()
  const someone = await signUp(baseURL ?? '')
  const id = await openTicket(baseURL ?? '', someone, title)
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  await drawer(page).getByRole('button', { name: 'İç not', exact: true }).click()
  await drawer(page).getByRole('textbox', { name: 'İç not metni' }).fill('Gizli bir not')
  await drawer(page).getByRole('button', { name: 'Notu ekle' }).click()
  await expect(drawer(page).getByText(`${ADMIN.firstName} ${ADMIN.lastName} · iç not, kullanıcı görmez`)).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Yanıt', exact: true }).click()
  await drawer(page).getByRole('button', { name: 'Yeni hazır yanıt' }).click()
  const canned = page.getByRole('dialog', { name: 'Yeni hazır yanıt' })
  await canned.getByLabel('Başlık').fill(title)
  await canned.getByLabel('Metin').fill('Merhaba, ')
  await canned.getByRole('button', { name: 'Kaydet' }).click()
  const response = answerBox(page)
  await response.fill('hoş geldiniz')
  await response.press('Home')
  await drawer(page)
    .getByRole('button', { name: `Ekle: ${title}` })
    .click()
  await expect(response).toHaveValue('Merhaba, hoş geldiniz')
  await drawer(page)
    .getByRole('button', { name: `Sil: ${title}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(drawer(page).getByRole('button', { name: `Ekle: ${title}` })).toHaveCount(0)
  const call = await callsOf(baseURL ?? '', someone)
  expect(await (await call.get(`/api/tickets/${id}`)).text()).not.toContain('Gizli')
  await call.dispose()
})

test('a ticket is given to oneself, found by it, and given back; who was quicker is told', async ({
  page,
  baseURL,
}) => {
  const title = ownWord()
  const id = await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  const whose = page.getByRole('combobox', { name: 'Atanana göre filtrele' })
  await openDrawer(page, title)
  await drawer(page).getByRole('button', { name: 'Bana ata' }).click()
  const picker = drawer(page).getByRole('combobox', { name: 'Atanan' })
  const name = `${ADMIN.firstName} ${ADMIN.lastName}`
  await expect(picker.locator('option:checked')).toHaveText(`${name} (siz)`)
  await putAway(drawer(page))
  await expect(drawer(page)).toHaveCount(0)
  const row = ticketTable(page).getByRole('row').filter({ hasText: title })
  await expect(row.getByText(name)).toBeVisible()
  await expect(row.getByText(/yanıtsız$/)).toBeVisible()
  await whose.selectOption({ label: 'Bana atananlar' })
  await expect(row).toHaveCount(1)
  await whose.selectOption({ label: 'Atanmamışlar' })
  await expect(page.getByText('Bu filtreye uyan destek talebi yok.')).toBeVisible()
  await whose.selectOption({ label: 'Atanan: herkes' })
  await openDrawer(page, title)
  await expect(picker.locator('option:checked')).toHaveText(`${name} (siz)`)
  // Another admin takes the ticket away while it is open here.
  await picker.selectOption({ label: 'kimse' })
  await page.route('**/api/admin/tickets/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    const call = await callsOfAdmin(baseURL ?? '')
    const { assignee } = (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { assignee: { id: string } }
    await call.patch(`/api/admin/tickets/${id}`, { data: { assignee_id: null, expected_assignee_id: assignee.id } })
    await call.dispose()
    return route.continue()
  })
  await drawer(page).getByRole('button', { name: 'Ata', exact: true }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText(
    'Bu talep bu arada başkasına atandı; sizin seçiminiz kaydedilmedi. Şu an atanan: kimse.',
  )
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(picker.locator('option:checked')).toHaveText('kimse')
})

test('the longest unanswered comes first, and how long it waits stands above and on the dashboard', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  const mark = ownWord()
  const someone = await signUp(baseURL ?? '')
  for (const title of [`${mark} önce`, `${mark} sonra`, `${mark} yanıtlı`])
    await openTicket(baseURL ?? '', someone, title)
  const call = await callsOfAdmin(baseURL ?? '')
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  const titles = ticketTable(page).getByRole('row').filter({ hasText: mark })
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(mark)
  await expect(titles).toHaveCount(3)
  const ids = (await (
    await call.get(`/api/admin/tickets?thread=0&q=${encodeURIComponent(`${mark} yanıtlı`)}`)
  ).json()) as {
    id: string
  }[]
  await call.patch(`/api/admin/tickets/${ids[0]?.id}`, { data: { admin_response: 'Yanıt' } })
  await call.dispose()
  await page.getByRole('combobox', { name: 'Sırala' }).selectOption({ label: 'En uzun süredir yanıtsız' })
  await expect(titles).toHaveCount(2)
  await expect(titles.first()).toContainText(`${mark} önce`)
  await expect(titles.last()).toContainText(`${mark} sonra`)
  await expect(page.getByText(/talep · .+ açık · en eski yanıtsız \d+ (dakika|saat|gün)/)).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(
    page.getByRole('link', { name: /Talepleri yanıtla .*en eski yanıtsız \d+ (dakika|saat|gün)/ }),
  ).toBeVisible()
})

test('a note of another admin arrives while the ticket is open', { tag: '@full' }, async ({ page, baseURL }) => {
  const title = ownWord()
  const id = await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  await answerBox(page).fill('Yarım kalan')
  const call = await callsOfAdmin(baseURL ?? '')
  await call.post(`/api/admin/tickets/${id}/notes`, { data: { note: 'Öbür yöneticinin notu' } })
  await call.dispose()
  await expect(drawer(page).getByText('Öbür yöneticinin notu')).toBeVisible()
  await expect(answerBox(page)).toHaveValue('Yarım kalan')
})

test('stored payloads in every field stay text for user and admin', { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const payload = '<img src=x onerror="window.planted=1"><script>window.planted=1</script>'
  const title = `${ownWord()} ${payload}`
  const someone = await signUp(baseURL ?? '', { firstName: '<b>Ad</b>', lastName: '<i onclick=x>' })
  const id = await openTicket(baseURL ?? '', someone, title, { description: payload })
  const call = await callsOfAdmin(baseURL ?? '')
  await call.post(`/api/admin/tickets/${id}/notes`, { data: { note: `not ${payload}` } })
  await call.patch(`/api/admin/tickets/${id}`, { data: { admin_response: `yanıt ${payload}` } })
  const theirs = await browser.newPage()
  await logIn(theirs, someone)
  await theirs.goto('/support')
  await expect(theirs.getByText(`yanıt ${payload}`)).toBeVisible()
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  await expect(drawer(page).getByText(`not ${payload}`)).toBeVisible()
  for (const one of [page, theirs]) {
    expect(await one.evaluate(() => 'planted' in window)).toBe(false)
    expect(await one.locator('img[src=x]').count()).toBe(0)
  }
  await theirs.close()
  await call.dispose()
})

for (const width of WIDTHS) {
  for (const colorScheme of THEMES) {
    test(`the list of tickets in the ${colorScheme} theme at ${width}: axe finds nothing and nothing spills`, {
      tag: '@full',
    }, async ({ page, baseURL }) => {
      const title = ownWord()
      const id = await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title, {
        description: 'Kalan miktar neden alınmadı? '.repeat(9),
      })
      const call = await callsOfAdmin(baseURL ?? '')
      await call.patch(`/api/admin/tickets/${id}`, {
        data: { status: 'in_progress', admin_response: 'Deftere baktım. '.repeat(9) },
      })
      await call.post(`/api/admin/tickets/${id}/notes`, { data: { note: 'Kayıtta doğruladım.' } })
      await call.dispose()
      await logInAdmin(page, baseURL ?? '')
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/admin/tickets')
      await findTicket(page, title)
      await axe(page)
      await expectNoSpill(page)
      await openDrawer(page, title)
      await axe(page)
      await expectWithin(drawer(page))
    })
  }
}
