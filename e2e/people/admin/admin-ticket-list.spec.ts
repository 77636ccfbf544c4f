import { expect, type Page, test } from '@playwright/test'
import { putAway } from '../../keyboard.ts'
import { ADMIN, logInAdmin, openAdmin, openAs, own, signUp } from '../../people.ts'
import { makeAdmin } from '../../product-command.ts'
import {
  answerBox,
  changeTicket,
  drawer,
  findTicket,
  newTicketInDrawer,
  noteBox,
  openDrawer,
  openTicket,
  ownWord,
  pressIn,
  sendTicket,
  ticketRow,
  ticketTable,
} from '../../tickets.ts'

const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('makas.answer.')).length)

test('drafts of answer and note survive a reload, and warn of newer answers', { tag: '@full' }, async ({ page }) => {
  const { id, title } = await newTicketInDrawer(page)
  await answerBox(page).fill('Yarım kalan yanıt')
  await pressIn(page, 'İç not')
  await noteBox(page).fill('Yarım kalan not')
  await page.reload()
  await openDrawer(page, title)
  await expect(answerBox(page)).toHaveValue('Yarım kalan yanıt')
  await pressIn(page, 'İç not')
  await expect(noteBox(page)).toHaveValue('Yarım kalan not')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Yarım kalan')
  // The draft is older than another admin's change, which is shown first.
  await changeTicket(id, { status: 'in_progress', admin_response: 'Araya giren yanıt' })
  await page.reload()
  await openDrawer(page, title)
  await pressIn(page, 'Yanıtı gönder')
  const conflict = page.getByTestId('conflict-dialog')
  await expect(conflict.getByText('Araya giren yanıt')).toBeVisible()
  await conflict.getByRole('button', { name: 'Yine de gönder' }).click()
  // The answer was sent without the note, which stays.
  await expect(noteBox(page)).toHaveValue('Yarım kalan not')
  await expect(drawer(page).getByText('Yarım kalan yanıt')).toBeVisible()
  await pressIn(page, 'Notu ekle')
  await expect(drawer(page).getByText('Yarım kalan not')).toBeVisible()
  await expect(noteBox(page)).toHaveValue('')
  expect(await draftsIn(page)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)

  // A discarded draft does not come back.
  const question = page.getByRole('alertdialog', { name: 'Yazdıklarınız gönderilmedi. Kapatılsın mı?', exact: true })
  await openDrawer(page, title)
  await answerBox(page).fill('Vazgeçilen yanıt')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Gönderme, kapat' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await openDrawer(page, title)
  await expect(answerBox(page)).toHaveValue('')
  // A logout leaves no draft for the next person at this computer.
  await answerBox(page).fill('Çıkıştan önce')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await draftsIn(page)).toBe(1)
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(await draftsIn(page)).toBe(0)
})

test('closing a ticket that could not be loaded keeps the draft of its answer', { tag: '@full' }, async ({ page }) => {
  const { id, title } = await newTicketInDrawer(page)
  await answerBox(page).fill('Yarım kalan yanıt')
  await page.reload()
  const ticket = `**/api/admin/tickets/${id}`
  await page.route(ticket, (route) => route.fulfill({ status: 503, body: '' }))
  await findTicket(page, title)
  await ticketRow(page, title).getByRole('button').click()
  await expect(drawer(page).getByRole('alert')).toBeVisible()
  await putAway(drawer(page))
  await expect(drawer(page)).toHaveCount(0)
  expect(await draftsIn(page)).toBe(1)
  await page.unroute(ticket)
  await openDrawer(page, title)
  await expect(answerBox(page)).toHaveValue('Yarım kalan yanıt')
})

test('a new ticket reaches the list; its thread names other admins', { tag: '@full' }, async ({ page, browser }) => {
  const title = ownWord()
  await openAdmin(page, '/admin/tickets')
  await expect(
    page.getByRole('group', { name: 'Duruma göre filtrele' }).getByRole('button', { name: /^Açık/ }),
  ).toBeVisible()
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(title)
  await expect(page.getByText('Bu filtreye uyan destek talebi yok.')).toBeVisible()
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await openAs(theirs, await signUp(), '/support')
  await sendTicket(theirs, title, 'Bakar mısınız?')
  await expect(ticketTable(page).getByText(title)).toBeVisible()
  await context.close()

  // Another admin, in another browser.
  const ece = { email: `${own('ece')}@ornek.com`, password: ADMIN.password }
  await makeAdmin(ece)
  const besides = await browser.newContext()
  const other = await besides.newPage()
  await logInAdmin(other, ece)
  const told = (who: string) => `Bu talebe bakan başka yönetici: ${who}`
  const [byEce, byDefne] = [told(`${ece.email.split('@', 1)[0]} Admin`), told(`${ADMIN.firstName} ${ADMIN.lastName}`)]
  await openDrawer(page, title)
  await expect(drawer(page).getByText(/Bu talebe bakan başka yönetici/)).toHaveCount(0)
  await other.goto('/admin/tickets')
  await openDrawer(other, title)
  await expect(drawer(other).getByRole('status').getByText(byDefne, { exact: true })).toBeVisible()
  await expect(drawer(page).getByRole('status').getByText(byEce, { exact: true })).toBeVisible()
  await answerBox(other).fill('Yazıyorum')
  await expect(drawer(page).getByText(`${byEce} · yanıt yazıyor`, { exact: true })).toBeVisible()
  await answerBox(page).fill('Ben de yazıyorum')
  await expect(drawer(other).getByText(`${byDefne} · yanıt yazıyor`, { exact: true })).toBeVisible()
  await besides.close()
  await expect(drawer(page).getByText(/Bu talebe bakan başka yönetici/)).toHaveCount(0)
})

test('the next page begins after the last ticket, and repeats none', { tag: '@full' }, async ({ page }) => {
  const mark = ownWord()
  const someone = await signUp()
  for (let at = 0; at < 23; at += 1) await openTicket(someone, `${mark} ${at}`)
  await openAdmin(page, '/admin/tickets')
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(mark)
  // Only the count shows that the search was answered: the unfiltered list begins with these tickets too.
  await expect(page.getByText('1–20 / 23 talep')).toBeVisible()
  const rows = ticketRow(page, mark)
  const titles = async () => (await rows.allTextContents()).map((text) => new RegExp(`${mark} \\d+`).exec(text)?.[0])
  await expect(rows).toHaveCount(20)
  const first = await titles()
  expect(first).toEqual(Array.from({ length: 20 }, (_, at) => `${mark} ${22 - at}`))
  const asked = page.waitForRequest((request) => /\/api\/admin\/tickets\?.*after=/.test(request.url()))
  await page.getByRole('button', { name: 'Sonraki' }).click()
  expect(new URL((await asked).url()).searchParams.get('after')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,[\w-]+$/)
  await expect(page.getByText('Sayfa 2 / 2')).toBeVisible()
  await expect(rows).toHaveCount(3)
  expect(await titles()).toEqual([`${mark} 2`, `${mark} 1`, `${mark} 0`])
  await expect(page.getByRole('button', { name: 'Sonraki' })).toBeDisabled()
  await page.getByRole('button', { name: 'Önceki' }).click()
  await expect(page.getByText('Sayfa 1 / 2')).toBeVisible()
  await expect(rows).toHaveCount(20)
  expect(await titles()).toEqual(first)
})
