import { expect, type Page, test } from '@playwright/test'
import { axe, looksRight, testEveryLook } from '../axe.ts'
import { openAccount, row } from '../market.ts'

async function settle(page: Page): Promise<void> {
  // Every gap that pays: the usual filter may leave no row of a small market.
  await page.goto('/opportunities?minROI=0')
  await expect(page.locator(row).first()).toBeVisible()
}

testEveryLook(
  'the list with its evidence, and the status page,',
  async (page) => {
    await settle(page)
    await expect(page.getByTestId('source-banner')).toBeVisible()
    await looksRight(page)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator(row).first().getByRole('button', { name: / aç/ })).toBeInViewport({ ratio: 1 })
    await openAccount(page, page.getByTestId('evidence-dialog').getByText('Brüt makas'))
    await axe(page)
    await page.goto('/status')
    await expect(page.getByRole('rowheader', { name: 'Kraken' })).toBeVisible()
    await axe(page)
  },
  [],
)

test('[OPP-07] the theme follows the system, can be switched, and is kept before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(await background()).toBe('rgb(246, 248, 250)')
  await page.getByRole('button', { name: 'Koyu temaya geç' }).click()
  expect(await background()).toBe('rgb(11, 15, 20)')
  expect(await page.evaluate(() => localStorage.getItem('makas.theme'))).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForSelector('#root', { state: 'attached' })
  expect(await background()).toBe('rgb(11, 15, 20)')
  await expect(page.getByRole('button', { name: 'Açık temaya geç' })).toBeVisible()
})

test('[WHAT-07] the site says BETA, carries its risk notice and links only to what exists', async ({ page }) => {
  await settle(page)
  await expect(page.getByText('BETA', { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(
    'Kâr garantisi yoktur, yatırım tavsiyesi değildir. İşlemler kendi borsa hesabınızda, çekim yetkisi kapalı anahtarlarla yürür.',
  )
  const addresses = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const address of new Set(addresses.filter((href) => href.startsWith('/')))) {
    await page.goto(address)
    // A locator, not a role: the login dialog hides the dashboard from roles.
    await expect(page.locator('h1')).not.toHaveText('Sayfa bulunamadı')
  }
})

test('the demo market is named in the banner, on every row and on the status page', async ({ page }) => {
  await settle(page)
  await expect(page.getByTestId('source-banner')).toContainText('gerçek değildir')
  for (const text of await page.locator(row).allTextContents()) expect(text).toContain('demo piyasa')
  await page.getByTestId('source-banner').getByRole('link').click()
  await expect(page).toHaveURL(/\/status$/)
  // The list stays in view until the status page is loaded.
  await expect(page.locator(row)).toHaveCount(0)
  await expect(page.getByText('demo piyasa', { exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(5)
})

test('an exchange that refuses our country, or cannot be reached, says so on the status page', async ({ page }) => {
  await page.route('**/api/status', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { exchanges: { id: string; state: string; reason: string | null }[] }
    const [first, second, ...others] = body.exchanges
    const exchanges = [
      { ...first, state: 'down', reason: 'region-refused' },
      { ...second, state: 'down', reason: 'dns' },
      ...others,
    ]
    await route.fulfill({ response: answer, json: { ...body, exchanges } })
  })
  await page.goto('/status')
  const lines = page.getByRole('table').getByRole('row')
  await expect(lines.nth(1)).toContainText('Ulaşılamıyor')
  await expect(lines.nth(1)).toContainText('Sunucunun bulunduğu ülkeye hizmet vermiyor (451/403)')
  await expect(lines.nth(2)).toContainText('Adresi çözülemiyor')
})

test('a status that cannot be renewed is announced once; its age goes on', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/status')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(61_000)
  await expect(page.getByRole('alert')).toHaveText('Sunucu yanıt vermiyor.')
  await expect(page.getByText(/^Aşağıdaki bilgiler \d+ (sn|dk).* önce alındı\.$/)).toBeVisible()
})

test('an unknown address is a Turkish page with a way on', async ({ page }) => {
  await page.goto('/boyle-bir-sayfa-yok')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sayfa bulunamadı')
  await page.getByRole('link', { name: 'Fırsatlara dön' }).click()
  await expect(page).toHaveURL(/\/opportunities$/)
})

test('[SEC-61] nothing is asked of another host and the content policy is never broken', async ({ page, baseURL }) => {
  const strangers: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) strangers.push(request.url())
  })
  page.on('console', (message) => {
    // An overloaded server refuses a call with 503, and the page asks again.
    if (message.type() === 'error' && !/status of 503/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await settle(page)
  await openAccount(page, page.getByTestId('evidence-dialog').getByText('Brüt makas'))
  await page.goto('/status')
  await expect(page.getByRole('table')).toBeVisible()
  expect(strangers).toEqual([])
  expect(complaints).toEqual([])
})

test('on a phone each row is a card and the list can be sorted', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await settle(page)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.locator(row).first()).toContainText('güven')
  await page.getByLabel('Sırala', { exact: true }).selectOption('latency')
  await expect(page.getByRole('button', { name: 'Sırala: artan' })).toBeVisible()
})
