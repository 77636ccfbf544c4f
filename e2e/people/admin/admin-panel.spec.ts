import { expect, test } from '@playwright/test'
import { logIn, logInAdmin, openAdmin, own, signUp } from '../../people.ts'
import { openTicket } from '../../tickets.ts'

test('[CONST-30] twenty users a page, excerpts of 100 and previews of 200 characters', async ({ page }) => {
  const title = own('Uzun talep ')
  await openTicket(await signUp(), title, { description: 'ğ'.repeat(150) })
  await logInAdmin(page)
  // Copies of one real user save registrations.
  await page.route(/\/api\/admin\/users\?/, async (route) => {
    const url = new URL(route.request().url())
    const real = await route.fetch({ url: `${url.origin}${url.pathname}?skip=0&limit=1` })
    const [user] = (await real.json()) as Record<string, unknown>[]
    const rows = Array.from({ length: Number(url.searchParams.get('limit')) }, (_, at) => ({ ...user, id: `u${at}` }))
    await route.fulfill({ json: rows, headers: { 'x-total-count': '45' } })
  })
  await page.goto('/admin/users')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(1 + 20)
  await expect(page.getByText('Sayfa 1 / 3')).toBeVisible()

  await page.goto('/admin/tickets')
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(title)
  await expect(page.getByTestId('admin-table').getByText(`${'ğ'.repeat(100)}…`, { exact: true })).toBeVisible()
  await page.goto('/admin/help')
  const excerpts = page.getByTestId('excerpt').filter({ visible: true })
  await expect(excerpts.first()).toBeVisible()
  expectCut(await excerpts.allTextContents(), 100)

  await page.goto('/help')
  const previews = page.getByTestId('preview')
  await expect(previews.first()).toBeVisible()
  expectCut(await previews.allTextContents(), 200)
})

/**
 * Expects cut excerpts of this length. Articles of the product are longer than an excerpt; articles of other tests may
 * be shorter, and then stand whole.
 */
function expectCut(texts: readonly string[], length: number): void {
  const cut = texts.filter((text) => text.endsWith('…'))
  expect(cut.length).toBeGreaterThanOrEqual(5)
  for (const text of cut) expect([length, length + 1]).toContain([...text].length)
  for (const text of texts) expect([...text].length).toBeLessThanOrEqual(length + 1)
}

test('[CONST-31] help and articles name six categories; the ticket form has two other words', async ({ page }) => {
  const labels = ['Arbitraj', 'Borsa', 'Faturalama', 'Genel', 'Güvenlik', 'Teknik']
  await logIn(page, await signUp())
  await openAdmin(page, '/help')
  const links = page.getByRole('navigation', { name: 'Kategoriler' }).getByRole('link')
  await expect(links).toHaveCount(7)
  // Their counts come with the articles.
  for (const link of await links.all()) await expect(link).toHaveText(/ \d+$/)
  const shown = (await links.allTextContents()).map((text) => text.replace(/ \d+$/, ''))
  expect(shown.filter((text) => text !== 'Tümü').sort()).toEqual(labels)
  const addresses: string[] = []
  for (const link of await links.all()) {
    const category = /category=(\w+)/.exec((await link.getAttribute('href')) ?? '')?.[1]
    if (category !== undefined) addresses.push(category)
  }
  const inHelp = ['arbitraj', 'borsa', 'faturalama', 'genel', 'guvenlik', 'teknik']
  expect(addresses.sort()).toEqual(inHelp)

  await page.goto('/admin/help')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  const valuesOf = async (name: string) => {
    const options = page.getByRole('combobox', { name }).getByRole('option')
    expect((await options.allTextContents()).sort()).toEqual(labels)
    return (await options.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).sort()
  }
  await expect(page.getByRole('combobox', { name: 'Kategori' })).toBeVisible()
  expect(await valuesOf('Kategori')).toEqual(inHelp)

  await page.goto('/support')
  await expect(page.getByRole('combobox', { name: 'Kategori' })).toBeEnabled()
  expect(await valuesOf('Kategori')).toEqual(['arbitraj', 'billing', 'borsa', 'genel', 'guvenlik', 'technical'])
})

test('the controls of a bar above a table are equally high', { tag: '@full' }, async ({ page }) => {
  await logInAdmin(page)
  for (const path of ['/admin/users', '/admin/tickets', '/admin/help']) {
    await page.goto(path)
    await expect(page.getByRole('searchbox')).toBeVisible()
    const heights = await page
      .locator('main')
      .locator('input[type=search], select')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height))
    expect([path, ...new Set(heights)]).toEqual([path, 32])
  }
})
