import { expect, type Page, test } from '@playwright/test'
import { putAway } from '../../keyboard.ts'
import { carryRow, listedRow, row, serve, triRow } from '../../market.ts'
import { callsOfAdmin, logIn, makePremium, openAs, type Someone, signUp, storedLogin } from '../../people.ts'
import { LIVE, ownKey } from '../../trades.ts'

/** Opens the test's own list as a user with these connections. */
async function openList(page: Page, someone: Someone, keys: readonly unknown[]): Promise<void> {
  await serve(page, {
    rows: [listedRow(1, { net_roi: 0.9 }), listedRow(2, { net_roi: 0.8, buy_exchange: 'bybit' })],
    carry: [carryRow(1, { net_apy: 7 })],
    tri: [triRow(1)],
  })
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: keys }))
  await openAs(page, someone, '/opportunities')
  await expect(page.locator(row)).toHaveCount(2)
}

let deniz: Someone
test.beforeAll(async () => {
  deniz = await signUp()
})

test('[OPP-39] [OPP-37] without a connected exchange the action leads to where one is connected', async ({ page }) => {
  await openList(page, deniz, [])
  const action = page.getByTestId('row-action').first()
  await expect(action).toHaveText('API bağla')
  await expect(action).toHaveAttribute('href', '/settings/api')
})

test('[OPP-40] [ROLE-10] with keys each mode has its trade button; it wants premium first', async ({ page }) => {
  await openList(page, deniz, [ownKey('okx', LIVE)])
  for (const [mode, text] of [
    ['spot', 'İşlem yap'],
    ['carry', 'Spot + short'],
    ['tri', 'Tek tıkla işlem'],
  ] as const) {
    await page.getByTestId(`mode-${mode}`).click()
    const action = page.getByTestId('row-action').first()
    await expect(action).toHaveText(text)
    await expect(action).toHaveAttribute('aria-disabled', 'true')
    await action.press('Enter')
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('Bu özellik için premium üyelik gerekiyor')
    await putAway(alert)
    await expect(alert).toHaveCount(0)
  }
})

test('[ROLE-08] [ROLE-09] [ROLE-11] premium with keys: the button says that trading is coming', async ({ page }) => {
  const premium = await makePremium(await signUp())
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) orders.push(request.url())
  })
  await openList(page, premium, [ownKey('okx', LIVE)])
  const action = page.getByTestId('row-action').first()
  await expect(action).toHaveText('İşlem yap')
  await expect(action).toHaveAttribute('aria-disabled', 'false')
  await action.click()
  await expect(page.getByRole('alertdialog')).toContainText('Tek tıkla canlı işlem çok yakında.')
  expect(orders).toEqual([])
})

test('[ROLE-09] a change of premium reaches the user by reload, tab and network', async ({ page, context }) => {
  const someone = await signUp()
  await openList(page, someone, [ownKey('okx', LIVE)])
  const action = page.getByTestId('row-action').first()
  await expect(action).toHaveText('İşlem yap')
  await expect(action).toHaveAttribute('aria-disabled', 'true')
  await makePremium(someone)
  await page.reload()
  await expect(action).toHaveAttribute('aria-disabled', 'false')
  await action.press('Enter')
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Tek tıkla canlı işlem çok yakında.')
  await putAway(alert)
  await expect(alert).toHaveCount(0)

  const admin = await callsOfAdmin()
  const taken = { is_premium: false, selectedPlan: 'free', is_active: true }
  expect((await admin.patch(`/api/admin/users/${someone.id}`, { data: taken })).status()).toBe(200)
  // The page does not repeat a call that was answered seconds ago.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(action).toHaveAttribute('aria-disabled', 'true', { timeout: 5_000 })
  }).toPass()
  await action.press('Enter')
  await expect(alert).toContainText('Bu özellik için premium üyelik gerekiyor')
  await putAway(alert)

  await makePremium(someone)
  await expect(async () => {
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(action).toHaveAttribute('aria-disabled', 'false', { timeout: 5_000 })
  }).toPass()
})

test('a carry row of Kraken says why it cannot be traded', { tag: '@full' }, async ({ page }) => {
  const premium = await makePremium(await signUp())
  await serve(page, { carry: [carryRow(1, { id: 'carry.C1-USD.kraken.1x', exchange: 'kraken', net_apy: 7 })] })
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: [ownKey('kraken', LIVE)] }))
  await openAs(page, premium, '/opportunities?mode=carry')
  const action = page.getByTestId('row-action').first()
  await expect(action).toHaveText('Spot + short')
  await expect(action).toHaveAttribute('aria-disabled', 'true')
  await action.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(
    'Kraken API anahtarları spot anahtarıdır; taşımanın vadeli bacağı bu anahtarla açılamaz. Bu fırsatta işlem yapılamaz.',
  )
})

const held = { wallet: 'trading', free: '200', used: '0', total: '200', usdt_value: 200, unvalued: null }
const wallet = (exchange: string, status: string, assets: readonly string[]) => ({
  ...{ id: exchange, exchange, testnet: false, is_demo: false, status },
  error: status === 'connected' ? null : 'Borsaya ulaşılamıyor.',
  balances: assets.map((asset) => ({ asset, ...held })),
})
/** Balances that carry a trade of C1 and C2 from OKX to Binance; each answer has its own time. */
const balances = () => ({
  total_usdt: 400,
  is_partial: true,
  owned: ['USDT', 'C1'],
  as_of: new Date().toISOString(),
  exchanges: [
    wallet('okx', 'connected', ['USDT']),
    wallet('binance', 'connected', ['C1', 'C2']),
    wallet('kraken', 'unreachable', []),
  ],
})

test('[OPP-15] [OPP-25] the balance filter is there for users, and wants money on both sides', async ({ page }) => {
  await page.route('**/api/portfolio/balances', (route) => route.fulfill({ json: balances() }))
  await openList(page, deniz, [])
  await page.getByTestId('filter-toggle').click()
  const panel = page.getByTestId('filter-panel')
  await panel.getByRole('checkbox', { name: 'Bakiyem yeterli olan' }).check()
  await expect(panel).toContainText('Okunan 2 borsadaki bakiyenize göre')
  await expect(panel).toContainText('Okunamayan: Kraken.')
  await expect(page.locator(row)).toHaveCount(1)
  await expect(page.locator(row)).toContainText('C1')
  await panel.getByRole('checkbox', { name: 'Sabit coin ile işlem gören' }).check()
  await expect(page).toHaveURL(/ownedOnly=true/)
  await expect(page).toHaveURL(/stableOnly=true/)
  await page.reload()
  await expect(page.locator(row)).toHaveCount(1)
})

test('new balances leave the rows in place under the pointer', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  let net: readonly [number, number] = [0.9, 0.8]
  const rows = () => net.map((net_roi, at) => listedRow(at + 1, { net_roi }))
  await serve(page, {})
  await page.route('**/api/arbitrage-opportunities', (route) =>
    route.fulfill({
      json: rows(),
      headers: { 'x-makas-source': 'live', 'x-makas-as-of': new Date().toISOString() },
    }),
  )
  let asked = 0
  await page.route('**/api/portfolio/balances', (route) => {
    asked += 1
    return route.fulfill({ json: { ...balances(), as_of: new Date(Date.now() + asked).toISOString() } })
  })
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: [] }))
  await openAs(page, deniz, '/opportunities?ownedOnly=true')
  const pairs = page.locator(`${row} td:first-child`)
  await expect(pairs).toContainText(['C1', 'C2'])
  await expect.poll(() => asked).toBe(1)
  await page.locator(row).first().hover()
  net = [0.8, 0.9]
  const renew = page.getByRole('button', { name: 'Sıralamayı güncelle (2)' })
  for (let second = 0; second < 16; second++) {
    await page.clock.runFor(1_000)
    // Lets the answers of one round come before the next is due.
    await page.evaluate(() => fetch('/api/status'))
  }
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(renew).toBeVisible()
  await expect(pairs).toContainText(['C1', 'C2'])
  await renew.click()
  await expect(pairs).toContainText(['C2', 'C1'])
})

test('a visitor reads the frozen list, a user the live list with their bearer', async ({ page, context }) => {
  const bearers: (string | undefined)[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/stream')) bearers.push(request.headers().authorization)
  })
  await page.goto('/opportunities?minROI=0')
  await expect(page.getByTestId('connection-state')).toContainText(/önbellek · \d+ sn önce/)
  expect(bearers.filter((bearer) => bearer !== undefined)).toEqual([])
  const own = await context.newPage()
  await openAs(own, deniz, '/opportunities?minROI=0')
  await expect(own.getByTestId('connection-state')).toHaveText('Demo akışı')
  // Either of the two tabs, both logged in now, may read the stream.
  expect(bearers.at(-1)).toMatch(/^Bearer ./)
})

test('no mode ever tells a user that the list is the visitors’ list', { tag: '@full' }, async ({ page }) => {
  await logIn(page, await signUp())
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { e2eSaid: said })
    const look = () => {
      const text = document.body?.innerText ?? ''
      for (const words of ['önbellek', 'Ziyaretçilere', 'Demo akışı'])
        if (text.includes(words) && !said.includes(words)) said.push(words)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  for (const mode of ['spot', 'carry', 'tri']) {
    await page.goto(`/opportunities?mode=${mode}`)
    await expect(page.locator(row).first()).toBeVisible()
    await expect(page.getByTestId('connection-state')).toHaveText('Demo akışı')
    const changed = page.getByTestId('last-update')
    const before = await changed.innerText()
    await expect(changed).not.toHaveText(before)
    expect(await page.evaluate(() => (window as unknown as { e2eSaid: string[] }).e2eSaid)).toEqual(['Demo akışı'])
  }
})

test('[OPP-08] logout clears token and user; the list goes on as a visitor’s', { tag: '@full' }, async ({ page }) => {
  const own = await signUp()
  await openList(page, own, [ownKey('okx', LIVE)])
  await expect(page.getByTestId('row-action').first()).toHaveText('İşlem yap')
  await page.getByRole('button', { name: /Çıkış/ }).click()
  await expect(page.getByTestId('row-action').first()).toHaveText('Simülasyon')
  expect(await storedLogin(page)).toEqual([null, null])
})

test('a logout in another tab turns open evidence into a visitor’s', { tag: '@full' }, async ({ page, context }) => {
  const own = await signUp()
  await openAs(page, own, '/opportunities?minROI=0')
  const bearers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (/\/api\/opportunities\/[^/]+\/evidence/.test(request.url())) {
      bearers.push(request.headers().authorization?.slice(0, 6))
    }
  })
  await page.locator(row).first().getByRole('button', { name: / aç/ }).click()
  await expect(page.getByTestId('evidence-dialog')).toBeVisible()
  await expect.poll(() => bearers).toEqual(['Bearer'])
  const other = await context.newPage()
  await other.goto('/opportunities')
  await other.getByRole('button', { name: /Çıkış/ }).click()
  await expect.poll(() => bearers).toEqual(['Bearer', undefined])
})

test('views that cannot be read are not said to be none', async ({ page }) => {
  await openList(page, await signUp(), [])
  await page.route('**/api/views', (route) => route.abort())
  await page.getByRole('button', { name: 'Görünümler' }).click()
  const menu = page.getByRole('dialog', { name: 'Kayıtlı görünümler' })
  await expect(menu.getByRole('alert')).toContainText('Görünümleriniz şu anda okunamıyor')
  await expect(menu.getByText('Henüz kayıtlı görünüm yok.')).toHaveCount(0)
})

test('views are saved under a name with the account and open on another device', async ({ page, browser }) => {
  const own = await signUp()
  await openList(page, own, [])
  await page.goto('/opportunities?minROI=0.85&exchanges=okx,binance')
  await expect(page.locator(row)).toHaveCount(1)
  await page.getByRole('button', { name: 'Görünümler' }).click()
  await page.getByLabel('Bu görünümün adı').fill('Günlük bakış')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Görünüm kaydedildi: Günlük bakış')).toBeVisible()
  const elsewhere = await browser.newPage()
  await openList(elsewhere, own, [])
  await elsewhere.getByRole('button', { name: 'Görünümler' }).click()
  await elsewhere.getByRole('button', { name: 'Günlük bakış', exact: true }).click()
  await expect(elsewhere).toHaveURL(/minROI=0\.85&exchanges=binance,okx$/)
  await expect(elsewhere.locator(row)).toHaveCount(1)
  await elsewhere.getByRole('button', { name: 'Günlük bakış' }).click()
  await elsewhere.getByRole('button', { name: 'Günlük bakış görünümünü sil' }).click()
  await expect(elsewhere.getByText('Henüz kayıtlı görünüm yok.')).toBeVisible()
  await elsewhere.close()
})
