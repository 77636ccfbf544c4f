import { expect, test } from '@playwright/test'
import { axe, axeEverywhere, expectWithin, looksRight, testEveryLook } from '../../axe.ts'
import { answerCall, BROKEN } from '../../failing.ts'
import { enter, putAway } from '../../keyboard.ts'
import { ADMIN, callsOf, callsOfAdmin, logInAdmin, openAdmin, openAs, signUp } from '../../people.ts'
import {
  answerBox,
  changeTicket,
  drawer,
  findTicket,
  newTicket,
  newTicketInDrawer,
  noteBox,
  openDrawer,
  openTicket,
  ownWord,
  pressIn,
  saveStatus,
  sendReply,
  statusBox,
  ticketCard,
  ticketRow,
  ticketTable,
} from '../../tickets.ts'

test('[ATICK-01] [CALL-24] [ATICK-04] filters and refresh ask again; empty lists have two texts', async ({ page }) => {
  const { title } = await newTicket(page)
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
  // Without a filter the list has another sentence.
  await page.route('**/api/admin/tickets?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.goto('/admin/tickets')
  await expect(page.getByText('Henüz destek talebi yok.')).toBeVisible()
})

test('[ATICK-02] [ENT-17] the table has its columns, excerpts of 100 characters, priorities', async ({ page }) => {
  const title = ownWord()
  const someone = await signUp()
  await openTicket(someone, title, {
    description: 'b'.repeat(140),
    category: 'technical',
    priority: 'high',
  })
  const admin = await callsOf(await logInAdmin(page))
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
  const row = ticketRow(page, title)
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
    await openTicket(someone, other, { priority })
    await findTicket(page, other)
    await expect(ticketRow(page, other).getByText(label, { exact: true })).toBeVisible()
  }
  await admin.dispose()
})

test('[ATICK-03] [CALL-25] user and admin at once: answer, status, reply, close', async ({ page, browser }) => {
  const title = ownWord()
  const someone = await signUp()
  await openTicket(someone, title)
  const theirs = await browser.newPage()
  await openAs(theirs, someone, '/support')
  const card = ticketCard(theirs, title)
  await expect(card).toBeVisible()
  await openAdmin(page, '/admin/tickets')
  await openDrawer(page, title)
  for (const text of [title, 'Metin', 'Genel', 'Öncelik: Orta', someone.email])
    await expect(drawer(page).getByText(text, { exact: true }).first()).toBeVisible()
  await statusBox(page).selectOption('in_progress')
  await answerBox(page).fill('Bakıyoruz')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  const listed = page.waitForRequest((request) => /\/api\/admin\/tickets\?/.test(request.url()))
  await pressIn(page, 'Yanıtı gönder')
  expect((await sent).postDataJSON()).toMatchObject({ status: 'in_progress', admin_response: 'Bakıyoruz' })
  await listed
  await expect(drawer(page)).toHaveCount(0)
  // The answer reaches the user without a reload, and the reply comes back.
  await expect(card.getByText('Bakıyoruz')).toBeVisible()
  await expect(card.getByText('İşlemde', { exact: true }).first()).toBeVisible()
  await sendReply(card, 'Teşekkürler')
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

test('[STATE-31] [STATE-33] [STATE-32] an admin can set any of the four', async ({ page }) => {
  const title = ownWord()
  const id = await openTicket(await signUp(), title)
  await logInAdmin(page)
  const call = await callsOfAdmin()
  await page.goto('/admin/tickets')
  for (const [from, to] of [
    ['open', 'resolved'],
    ['closed', 'in_progress'],
    ['resolved', 'closed'],
    ['in_progress', 'open'],
  ] as const) {
    await call.patch(`/api/admin/tickets/${id}`, { data: { status: from } })
    await openDrawer(page, title)
    const select = statusBox(page)
    await expect(select).toHaveValue(from)
    expect(await select.locator('option').allTextContents()).toEqual(['Açık', 'İşlemde', 'Çözüldü', 'Kapalı'])
    await saveStatus(page, to)
    const now = (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { status: string }
    expect(now.status).toBe(to)
  }
  await call.dispose()
})

test('[ERR-20] a change that fails says so in an alert, and what was typed stays', async ({ page }) => {
  await newTicketInDrawer(page)
  await answerCall(page, 'PATCH', '**/api/admin/tickets/*', BROKEN)
  await answerBox(page).fill('Uzun bir yanıt')
  await pressIn(page, 'Yanıtı gönder')
  const alert = page.getByRole('alertdialog', { name: 'Tiket güncellenirken hata oluştu', exact: true })
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(answerBox(page)).toHaveValue('Uzun bir yanıt')
})

test('two admins at once: the second save shows both versions and loses nothing', async ({ page }) => {
  const { id } = await newTicketInDrawer(page)
  const response = answerBox(page)
  await response.fill('Benim yanıtım')
  const call = await callsOfAdmin()
  await call.patch(`/api/admin/tickets/${id}`, { data: { status: 'in_progress', admin_response: 'Önceki yanıt' } })
  await pressIn(page, 'Yanıtı gönder')
  const conflict = page.getByTestId('conflict-dialog')
  await expect(conflict.getByText('Önceki yanıt')).toBeVisible()
  await expect(conflict.getByText('Benim yanıtım')).toBeVisible()
  await axeEverywhere(page, conflict)
  await enter(conflict.getByRole('button', { name: 'Düzenlemeye dön' }), '[data-testid=conflict-dialog]')
  await expect(response).toHaveValue('Benim yanıtım')
  await pressIn(page, 'Yanıtı gönder')
  await enter(conflict.getByRole('button', { name: 'Yine de gönder' }), '[data-testid=conflict-dialog]')
  await expect(drawer(page)).toHaveCount(0)
  const now = (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { messages: { message: string }[] }
  expect(now.messages.map(({ message }) => message)).toEqual(['Önceki yanıt', 'Benim yanıtım'])
  await call.dispose()
})

test('an internal note stays among admins, and a ready text is inserted at the cursor', async ({ page }) => {
  const { id, title, someone } = await newTicketInDrawer(page)
  await pressIn(page, 'İç not')
  await noteBox(page).fill('Gizli bir not')
  await pressIn(page, 'Notu ekle')
  await expect(drawer(page).getByText(`${ADMIN.firstName} ${ADMIN.lastName} · iç not, kullanıcı görmez`)).toBeVisible()
  await pressIn(page, 'Yanıt')
  await pressIn(page, 'Yeni hazır yanıt')
  const canned = page.getByRole('dialog', { name: 'Yeni hazır yanıt' })
  await canned.getByLabel('Başlık').fill(title)
  await canned.getByLabel('Metin').fill('Merhaba, ')
  await canned.getByRole('button', { name: 'Kaydet' }).click()
  const response = answerBox(page)
  await response.fill('hoş geldiniz')
  await response.press('Home')
  await pressIn(page, `Ekle: ${title}`)
  await expect(response).toHaveValue('Merhaba, hoş geldiniz')
  await pressIn(page, `Sil: ${title}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(drawer(page).getByRole('button', { name: `Ekle: ${title}` })).toHaveCount(0)
  const call = await callsOf(someone)
  expect(await (await call.get(`/api/tickets/${id}`)).text()).not.toContain('Gizli')
  await call.dispose()
})

test('a ticket is given to oneself, found by it, and given back; who was quicker is told', async ({ page }) => {
  const { id, title } = await newTicket(page)
  const whose = page.getByRole('combobox', { name: 'Atanana göre filtrele' })
  await openDrawer(page, title)
  await pressIn(page, 'Bana ata')
  const picker = drawer(page).getByRole('combobox', { name: 'Atanan' })
  const name = `${ADMIN.firstName} ${ADMIN.lastName}`
  await expect(picker.locator('option:checked')).toHaveText(`${name} (siz)`)
  await putAway(drawer(page))
  await expect(drawer(page)).toHaveCount(0)
  const row = ticketRow(page, title)
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
    const call = await callsOfAdmin()
    const { assignee } = (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { assignee: { id: string } }
    await call.patch(`/api/admin/tickets/${id}`, { data: { assignee_id: null, expected_assignee_id: assignee.id } })
    await call.dispose()
    return route.continue()
  })
  await pressIn(page, 'Ata')
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText(
    'Bu talep bu arada başkasına atandı; sizin seçiminiz kaydedilmedi. Şu an atanan: kimse.',
  )
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(picker.locator('option:checked')).toHaveText('kimse')
})

test('the longest wait comes first, and stands above and on the dashboard', { tag: '@full' }, async ({ page }) => {
  const mark = ownWord()
  const someone = await signUp()
  await openTicket(someone, `${mark} önce`)
  await openTicket(someone, `${mark} sonra`)
  const answered = await openTicket(someone, `${mark} yanıtlı`)
  await openAdmin(page, '/admin/tickets')
  const titles = ticketRow(page, mark)
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(mark)
  await expect(titles).toHaveCount(3)
  await changeTicket(answered, { admin_response: 'Yanıt' })
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

test('a note of another admin arrives while the ticket is open', { tag: '@full' }, async ({ page }) => {
  const { id } = await newTicketInDrawer(page)
  await answerBox(page).fill('Yarım kalan')
  const call = await callsOfAdmin()
  await call.post(`/api/admin/tickets/${id}/notes`, { data: { note: 'Öbür yöneticinin notu' } })
  await call.dispose()
  await expect(drawer(page).getByText('Öbür yöneticinin notu')).toBeVisible()
  await expect(answerBox(page)).toHaveValue('Yarım kalan')
})

test('stored payloads in every field stay text for user and admin', { tag: '@full' }, async ({ page, browser }) => {
  const payload = '<img src=x onerror="window.planted=1"><script>window.planted=1</script>'
  const title = `${ownWord()} ${payload}`
  const someone = await signUp({ firstName: '<b>Ad</b>', lastName: '<i onclick=x>' })
  const id = await openTicket(someone, title, { description: payload })
  const call = await callsOfAdmin()
  await call.post(`/api/admin/tickets/${id}/notes`, { data: { note: `not ${payload}` } })
  await call.patch(`/api/admin/tickets/${id}`, { data: { admin_response: `yanıt ${payload}` } })
  const theirs = await browser.newPage()
  await openAs(theirs, someone, '/support')
  await expect(theirs.getByText(`yanıt ${payload}`)).toBeVisible()
  await openAdmin(page, '/admin/tickets')
  await openDrawer(page, title)
  await expect(drawer(page).getByText(`not ${payload}`)).toBeVisible()
  for (const one of [page, theirs]) {
    expect(await one.evaluate(() => 'planted' in window)).toBe(false)
    expect(await one.locator('img[src=x]').count()).toBe(0)
  }
  await theirs.close()
  await call.dispose()
})

testEveryLook('the list of tickets', async (page) => {
  const { id, title } = await newTicket(page, { description: 'Kalan miktar neden alınmadı? '.repeat(9) })
  await changeTicket(id, { status: 'in_progress', admin_response: 'Deftere baktım. '.repeat(9) })
  const call = await callsOfAdmin()
  await call.post(`/api/admin/tickets/${id}/notes`, { data: { note: 'Kayıtta doğruladım.' } })
  await call.dispose()
  await findTicket(page, title)
  await looksRight(page)
  await openDrawer(page, title)
  await axe(page)
  await expectWithin(drawer(page))
})
