import { expect, type Route, test } from '@playwright/test'
import { looksRight } from '../../axe.ts'
import { openAs, signUp } from '../../people.ts'
import { changeTicket, openTicket, sendReply, ticketCard } from '../../tickets.ts'

const title = (at: number) => `Talep no ${String(at).padStart(3, '0')}`

test('[SUP-13] a hundred open tickets show reply boxes; a key loads more', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  const ids: string[] = []
  for (let at = 1; at <= 104; at += 1) ids.push(await openTicket(someone, title(at)))
  await changeTicket(ids[99] ?? '', { status: 'closed' })
  await openAs(page, someone, '/support')
  const cards = page.getByTestId('ticket')
  const replies = page.getByTestId('ticket-reply')
  await expect(page.getByText('104 talep', { exact: true })).toBeVisible()
  await expect(cards).toHaveCount(100)
  // Only the closed ticket is folded.
  await expect(replies).toHaveCount(99)
  await expect(ticketCard(page, title(98)).getByTestId('ticket-reply').getByRole('textbox')).toBeVisible()
  await expect(ticketCard(page, title(100)).getByTestId('ticket-reply')).toHaveCount(0)

  // The page says that the first attempt fails and that the second is slow.
  const olderPage = '**/api/tickets-with-messages?limit=100&skip=100'
  await page.route(olderPage, (route) => route.fulfill({ status: 500, body: 'kaput' }))
  const older = page.getByRole('button', { name: 'Daha eski talepler' })
  await older.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Daha eski talepleriniz şu anda okunamıyor.')).toBeVisible()
  await page.unroute(olderPage)
  const held: Route[] = []
  await page.route(olderPage, (route) => {
    held.push(route)
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Yükleniyor' })).toBeFocused()
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await expect(cards).toHaveCount(104)
  await expect(older).toHaveCount(0)
  await expect(ticketCard(page, title(4)).getByRole('button', { name: `${title(4)}: yazışmayı gizle` })).toBeFocused()
  await expect(ticketCard(page, title(1)).getByTestId('ticket-reply').getByRole('textbox')).toBeVisible()
  await looksRight(page)
  // The reply stands in the oldest ticket, and the older tickets stay.
  const oldest = ticketCard(page, title(1))
  await sendReply(oldest, 'Hâlâ bekliyorum')
  await expect(oldest.locator('[data-side=mine]')).toHaveCount(2)
  await expect(cards).toHaveCount(104)
})

test('a ticket that is opened again takes a reply at once', async ({ page }) => {
  const someone = await signUp()
  const id = await openTicket(someone, 'Yeniden')
  await changeTicket(id, { status: 'closed' })
  await openAs(page, someone, '/support')
  const card = ticketCard(page, 'Yeniden')
  await expect(card.getByText('Kapalı', { exact: true }).first()).toBeVisible()
  await changeTicket(id, { status: 'in_progress' })
  await expect(card.getByTestId('ticket-reply').getByRole('textbox')).toBeVisible()
})

test('unread answers are counted, and unfold a closed ticket until seen', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  const id = await openTicket(someone, 'Yanıtla kapanan')
  await changeTicket(id, { admin_response: 'İlk yanıt' })
  await changeTicket(id, { status: 'closed', admin_response: 'Son yanıt' })
  await openAs(page, someone, '/support')
  await expect(page.getByText('1 talep · 2 okunmamış yanıt', { exact: true })).toBeVisible()
  const card = ticketCard(page, 'Yanıtla kapanan')
  await expect(card.getByText('Son yanıt', { exact: true })).toBeVisible()
  await expect(card.getByText('2 yeni yanıt')).toHaveCount(0)
  await page.reload()
  await expect(card.getByRole('button', { name: 'Yanıtla kapanan: yazışmayı göster' })).toBeVisible()
  await expect(page.getByText('1 talep', { exact: true })).toBeVisible()
})
