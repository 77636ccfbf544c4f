import { expect, test } from '@playwright/test'
import { axe } from '../../axe.ts'
import { BROKEN, failing } from '../../failing.ts'
import { logIn, logInAdmin, openAdmin, openAs, type Someone, signUp } from '../../people.ts'
import {
  openDrawer,
  openTicket,
  ownWord,
  saveStatus,
  sendReply,
  sendTicket,
  ticketCard,
  ticketForm,
} from '../../tickets.ts'

test('[ERR-16] [ERR-17] [ERR-18] what could not be sent stays, and an alert says so', async ({ page }) => {
  const someone = await signUp()
  await openTicket(someone, 'Hata denemesi')
  await openAs(page, someone, '/support')
  await expect(ticketCard(page, 'Hata denemesi')).toBeVisible()
  await page.route('**/api/tickets', (route) => route.fulfill(BROKEN))
  await page.route('**/api/tickets/*/messages', (route) => route.fulfill(BROKEN))
  const alert = (name: string) => page.getByRole('alertdialog', { name, exact: true })
  await sendTicket(page, 'Gitmeyen', 'Metni')
  await alert('Destek talebi oluşturulurken hata oluştu').getByRole('button', { name: 'Tamam' }).click()
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toHaveValue('Gitmeyen')
  await expect(ticketForm(page).getByLabel('Açıklama')).toHaveValue('Metni')
  const box = ticketCard(page, 'Hata denemesi').getByTestId('ticket-reply')
  await sendReply(ticketCard(page, 'Hata denemesi'), 'Gitmeyen yanıt')
  await alert('Mesaj gönderilirken hata oluştu').getByRole('button', { name: 'Tamam' }).click()
  await expect(box.getByRole('textbox')).toHaveValue('Gitmeyen yanıt')
})

test('a ticket or a reply that is being sent takes no more text', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  const title = ownWord()
  const id = await openTicket(someone, title)
  await logIn(page, someone)
  const server = await failing(page)
  await page.goto('/support')
  const reply = ticketCard(page, title).getByTestId('ticket-reply')
  const replyBox = reply.getByRole('textbox')
  await replyBox.fill('Yanıtım')
  const letReply = server.hold(`POST /api/tickets/${id}/messages`)
  await reply.getByRole('button', { name: 'Yanıtla' }).click()
  await expect(replyBox).toHaveJSProperty('readOnly', true)
  await replyBox.pressSequentially(' ve devamı')
  await expect(replyBox).toHaveValue('Yanıtım')
  letReply()
  await expect(replyBox).toHaveValue('')
  await expect(replyBox).toHaveJSProperty('readOnly', false)

  const form = ticketForm(page)
  const [subject, description] = [form.getByLabel('Konu başlığı'), form.getByLabel('Açıklama')]
  await subject.fill('Yeni konu')
  await description.fill('Yeni metin')
  const letTicket = server.hold('POST /api/tickets')
  await form.getByRole('button', { name: 'Talebi gönder' }).click()
  for (const box of [subject, description]) {
    await expect(box).toHaveJSProperty('readOnly', true)
    await box.pressSequentially(' ve devamı')
  }
  await expect(subject).toHaveValue('Yeni konu')
  await expect(description).toHaveValue('Yeni metin')
  letTicket()
  for (const box of [subject, description]) {
    await expect(box).toHaveValue('')
    await expect(box).toHaveJSProperty('readOnly', false)
  }
})

test('a ticket that closes while its user writes keeps the text', { tag: '@full' }, async ({ page, browser }) => {
  const someone = await signUp()
  const title = ownWord()
  await openTicket(someone, title)
  await logIn(page, someone)
  // The test decides when the page learns of the change.
  let isTold = false
  await page.route('**/api/tickets/changes**', (route) => (isTold ? route.continue() : route.abort()))
  await page.goto('/support')
  const card = ticketCard(page, title)
  const reply = card.getByTestId('ticket-reply')
  await reply.getByRole('textbox').fill('Yarım kalan yanıtım')

  const context = await browser.newContext()
  const admin = await context.newPage()
  await openAdmin(admin, '/admin/tickets')
  await openDrawer(admin, title)
  await saveStatus(admin, 'closed')

  // A reply before the page knows: the server refuses it, the page says why, and the text stays.
  const refused = page.waitForResponse((response) => response.url().endsWith('/messages'))
  await reply.getByRole('button', { name: 'Yanıtla' }).click()
  expect((await refused).status()).toBe(409)
  const alert = page.getByRole('alertdialog', { name: 'Mesaj gönderilirken hata oluştu', exact: true })
  await alert.getByRole('button', { name: 'Tamam' }).click()
  const unsent = card.getByTestId('unsent-reply')
  await expect(unsent.getByText('Bu talep kapalı. Yeni bir soru için yeni bir destek talebi oluşturun.')).toBeVisible()
  await expect(unsent.getByRole('textbox')).toHaveValue('Yarım kalan yanıtım')

  // A reopened ticket takes replies again; closing it during polls leaves the caret in the text.
  isTold = true
  await openDrawer(admin, title)
  await saveStatus(admin, 'open')
  await expect(reply).toBeVisible()
  await reply.getByRole('textbox').pressSequentially(' ve devamı')
  await openDrawer(admin, title)
  await saveStatus(admin, 'closed')
  await context.close()
  await expect(unsent).toBeVisible()
  await expect(reply).toHaveCount(0)
  await expect(
    card.getByText('Bu talep kapatıldı. Yeni bir sorunuz için yeni bir talep açmanız gerekir.'),
  ).toBeVisible()
  await expect(
    unsent.getByText('Talep siz yazarken kapatıldı; bu yanıt gönderilmedi. Metni yeni bir talebe taşıyabilirsiniz.'),
  ).toBeVisible()
  const kept = unsent.getByRole('textbox')
  await expect(kept).toHaveValue('Yarım kalan yanıtım ve devamı')
  await expect(kept).toBeFocused()
  await expect(kept).toHaveJSProperty('readOnly', true)
  await axe(page)
  await page.reload()
  await expect(kept).toHaveValue('Yarım kalan yanıtım ve devamı')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await unsent.getByRole('button', { name: 'Kopyala' }).click()
  await expect(unsent.getByText('Kopyalandı')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Yarım kalan yanıtım ve devamı')
  await ticketForm(page).getByLabel('Açıklama').fill('Yeni sorum')
  await unsent.getByRole('button', { name: 'Yeni talep olarak aç' }).click()
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toHaveValue(title)
  await expect(ticketForm(page).getByLabel('Açıklama')).toHaveValue('Yeni sorum\n\nYarım kalan yanıtım ve devamı')
  await expect(ticketForm(page).getByLabel('Açıklama')).toBeFocused()
  await expect(unsent).toHaveCount(0)
  await page.reload()
  await expect(ticketForm(page).getByLabel('Açıklama')).toHaveValue('Yeni sorum\n\nYarım kalan yanıtım ve devamı')
})

test('an expired session keeps drafts for its user; a logout drops them', { tag: '@full' }, async ({ page }) => {
  const [someone, next] = [await signUp(), await signUp({ firstName: 'Sonraki', lastName: 'Kişi' })]
  const title = `${ownWord()} taslak`
  await openTicket(someone, title)
  await openAs(page, someone, '/support')
  const subject = ticketForm(page).getByLabel('Konu başlığı')
  const reply = ticketCard(page, title).getByTestId('ticket-reply').getByRole('textbox')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  const logInAs = async ({ email, password }: Someone) => {
    await page.getByRole('main').getByRole('button', { name: 'Giriş yap' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-posta').fill(email)
    await dialog.getByLabel('Şifre', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Giriş yap', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  await subject.fill('Yarım kalan konu')
  await reply.fill('Yarım kalan yanıtım')

  // An expired session is a token that is refused and cannot be renewed.
  const expire = async () => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.setItem('makas.token', 'gone'))
    await page.reload()
    await expect(subject).toBeDisabled()
  }
  await expire()
  await expect(subject).toHaveValue('')
  await logInAs(someone)
  await expect(subject).toHaveValue('Yarım kalan konu')
  await expect(reply).toHaveValue('Yarım kalan yanıtım')

  // After another expiry another user logs in: page and tab keep nothing.
  await expire()
  expect(await kept()).toContain('Yarım kalan yanıtım')
  await logInAs(next)
  await expect(page.getByText('Sonraki Kişi').first()).toBeVisible()
  await expect(subject).toBeEnabled()
  await expect(subject).toHaveValue('')
  expect(await kept()).not.toContain('Yarım kalan')

  await subject.fill('Sonrakinin konusu')
  expect(await kept()).toContain('Sonrakinin konusu')
  await page.getByRole('button', { name: 'Çıkış' }).click()
  await expect(subject).toBeDisabled()
  expect(await kept()).not.toContain('Sonrakinin konusu')
  await logInAs(someone)
  await expect(reply).toHaveValue('')
  await expect(subject).toHaveValue('')
})

test('[ERR-24] views that cannot be loaded stay empty or at their defaults, without an alert', async ({ page }) => {
  await logIn(page, await signUp())
  await logInAdmin(page)
  const lists = /\/api\/(tickets-with-messages|admin\/(dashboard\/stats|users|tickets|help-articles))(\?|$)/
  await page.route(lists, (route) => route.fulfill({ status: 500, body: 'kaput' }))
  await page.goto('/support')
  const own = page.getByRole('region', { name: 'Talepleriniz' })
  await expect(own.getByRole('alert')).toContainText('Talepleriniz şu anda okunamıyor.')
  await expect(page.getByTestId('ticket')).toHaveCount(0)
  await ticketForm(page).getByLabel('Konu başlığı').fill('Yine de yazılır')
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toHaveValue('Yine de yazılır')
  await page.goto('/admin/dashboard')
  const figures = page.getByRole('region', { name: 'Sayılar' })
  await expect(figures.getByText('0', { exact: true })).toHaveCount(5)
  await expect(figures.getByText('%99,9 · veri yok')).toBeVisible()
  for (const [name, says] of [
    ['Kullanıcı yönetimi', 'Kullanıcılar yüklenemedi.'],
    ['Talep yönetimi', 'Talepler şu anda okunamıyor.'],
    ['Yardım merkezi', 'Makaleler yüklenemedi'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Yönetim gezintisi' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(says)
    await expect(page.getByRole('cell')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Yeniden dene' }).first()).toBeVisible()
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.unroute(lists)
  await page.goto('/support')
  await expect(own.getByText('Henüz destek talebiniz bulunmuyor.')).toBeVisible()
})
