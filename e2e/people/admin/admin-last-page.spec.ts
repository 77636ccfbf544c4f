import { expect, test } from '@playwright/test'
import { putAway } from '../../keyboard.ts'
import { logInAdmin, openAdmin, serverAddress, signUp } from '../../people.ts'
import { drawer, findTicket, openDrawer, openTicket, ownWord, ticketRow } from '../../tickets.ts'

test('an emptied last page gives way; a failed refresh tells the list’s age', { tag: '@full' }, async ({ page }) => {
  await signUp()
  let rest = 1
  let isLost = false
  await page.route('**/api/admin/users?*', async (route) => {
    if (isLost) return route.abort()
    const answer = await route.fetch({ url: `${serverAddress()}/api/admin/users?skip=0&limit=20` })
    const [user] = (await answer.json()) as [{ id: string }]
    const isSecond = route.request().url().includes('skip=20')
    const count = isSecond ? rest : 20
    const json = Array.from({ length: count }, (_, at) => ({ ...user, id: `${user.id}-${isSecond}-${at}` }))
    return route.fulfill({ response: answer, json, headers: { ...answer.headers(), 'x-total-count': `${20 + rest}` } })
  })
  await openAdmin(page, '/admin/users')
  const table = page.getByTestId('admin-table')
  const rows = table.getByRole('row').filter({ has: page.getByRole('button', { name: /^Düzenle/ }) })
  await page.getByRole('button', { name: 'Sonraki' }).click()
  await expect(rows).toHaveCount(1)
  await expect(table).toContainText('21–21 / 21 kullanıcı')
  rest = 0
  await page.getByRole('button', { name: 'Yenile' }).click()
  await expect(rows).toHaveCount(20)
  await expect(table).toContainText('1–20 / 20 kullanıcıSayfa 1 / 1')

  isLost = true
  await page.getByRole('button', { name: 'Yenile' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Kullanıcılar yüklenemedi.' })
  await expect(alert).toContainText(/Son alınan liste duruyor: \d\d:\d\d:\d\d İstanbul\./)
  await expect(rows).toHaveCount(20)
  isLost = false
  await alert.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(alert).toHaveCount(0)
})

test('an emptied last page of tickets gives way; a read ticket is not new', { tag: '@full' }, async ({ page }) => {
  const title = ownWord()
  await openTicket(await signUp(), title)
  await logInAdmin(page)
  let rest = 1
  await page.route('**/api/admin/tickets?*', async (route) => {
    const url = new URL(route.request().url())
    const isSecond = url.searchParams.has('after')
    url.searchParams.delete('after')
    const answer = await route.fetch({ url: url.href })
    const [ticket] = (await answer.json()) as unknown[]
    const headers = { ...answer.headers(), 'x-total-count': `${20 + rest}` }
    return route.fulfill({ response: answer, json: isSecond && rest === 0 ? [] : [ticket], headers })
  })
  await page.goto('/admin/tickets')
  const table = page.getByTestId('admin-table')
  await page.getByRole('button', { name: 'Sonraki' }).click()
  await expect(table).toContainText('Sayfa 2 / 2')
  rest = 0
  await page.getByRole('button', { name: 'Yenile' }).click()
  await expect(table).toContainText('1–20 / 20 talepSayfa 1 / 1')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await findTicket(page, title)
  const row = ticketRow(page, title)
  await expect(row.getByText('yeni', { exact: true })).toBeAttached()
  await openDrawer(page, title)
  await putAway(drawer(page))
  await expect(row.getByText('yeni', { exact: true })).toHaveCount(0)
})

test('a ticket counts as read though its report was lost and its drawer closed', { tag: '@full' }, async ({ page }) => {
  const title = ownWord()
  await openTicket(await signUp(), title)
  await logInAdmin(page)
  let lost = 0
  await page.route('**/api/admin/tickets/*/presence', (route) =>
    ++lost > 2 ? route.continue() : route.fulfill({ status: 503, json: { error: 'unavailable' } }),
  )
  await page.goto('/admin/tickets')
  await findTicket(page, title)
  const row = ticketRow(page, title)
  await expect(row.getByText('yeni', { exact: true })).toBeAttached()
  await openDrawer(page, title)
  await putAway(drawer(page))
  await expect(drawer(page)).toHaveCount(0)
  await expect(row.getByText('yeni', { exact: true })).toHaveCount(0)
  expect(lost).toBe(3)
})
