import { expect, test } from '@playwright/test'
import { callsOf, logIn, logInAdmin, signUp } from '../people.ts'

test('[ERR-24] what cannot be loaded leaves each page of the panel empty or at its defaults, and breaks none', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  await logInAdmin(page, baseURL ?? '')
  const broken = { status: 500, json: { detail: 'Beklenmeyen bir hata oluştu.', code: 'internal' } }
  await page.route(/\/api\/admin\/(dashboard\/stats|users|tickets|help-articles)(\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.fulfill(broken) : route.fallback(),
  )
  await page.goto('/admin/dashboard')
  const figures = page.getByRole('region', { name: 'Sayılar' })
  await expect(figures.getByText('%99,9 · veri yok')).toBeVisible()
  await expect(figures.getByText('0', { exact: true })).toHaveCount(5)
  const side = page.getByRole('navigation', { name: 'Yönetim gezintisi' })
  for (const name of ['Kullanıcı yönetimi', 'Talep yönetimi', 'Yardım merkezi']) {
    await side.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByRole('cell')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Yeniden dene' }).first()).toBeVisible()
  }
})

test('[CONST-30] twenty users a page, excerpts of 100 characters, previews of 200 in the help centre', async ({
  page,
  baseURL,
}) => {
  const base = baseURL ?? ''
  const title = `Uzun talep ${process.pid}x${Date.now().toString(36)}`
  const someone = await signUp(base)
  const mine = await callsOf(base, someone)
  expect((await mine.post('/api/tickets', { data: { title, description: 'ğ'.repeat(150) } })).status()).toBe(201)
  await logInAdmin(page, base)
  // As many copies of a real user as are asked for, to save as many registrations.
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
 * Expects cut excerpts of this length: the articles of the product are longer than any excerpt; those of other tests
 * may be shorter and stand whole.
 */
function expectCut(texts: readonly string[], length: number): void {
  const cut = texts.filter((text) => text.endsWith('…'))
  expect(cut.length).toBeGreaterThanOrEqual(5)
  for (const text of cut) expect([length, length + 1]).toContain([...text].length)
  for (const text of texts) expect([...text].length).toBeLessThanOrEqual(length + 1)
}

test('[CONST-31] help and articles name six categories, the ticket form names two of them in its own words', async ({
  page,
  baseURL,
}) => {
  const labels = ['Arbitraj', 'Borsa', 'Faturalama', 'Genel', 'Güvenlik', 'Teknik']
  await logIn(page, await signUp(baseURL ?? ''))
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/help')
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

test('the controls of a bar above a table are equally high', { tag: '@full' }, async ({ page, baseURL }) => {
  await logInAdmin(page, baseURL ?? '')
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
