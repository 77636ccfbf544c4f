import { expect, test } from '@playwright/test'
import { recordFigure } from '../figure.ts'
import { cutOff, listedRow, openWith, row } from '../market.ts'

test('[OPP-36] an empty list says so and how many gaps did not survive their costs', async ({ page }) => {
  await openWith(page, { rows: [], rejected: { fees: 1400, size: 12 } }, '/opportunities?minROI=0')
  await expect(page.getByRole('heading', { name: 'Fırsat bulunamadı' })).toBeVisible()
  await expect(page.getByText('Şu anda 1.412 makas izleniyor')).toBeVisible()
})

test('an engine that is not ready gives its reason instead of an empty market', async ({ page }) => {
  await openWith(page, { rows: [], engine: { state: 'starting', reason: 'proving-books' } }, '/opportunities?minROI=0')
  await expect(page.getByText('Emir defterleri doğrulanıyor.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fırsat bulunamadı' })).toBeHidden()
})

test('list and status page say that no engine is heard, and blame no exchange', async ({ page }) => {
  await openWith(
    page,
    { rows: [], engine: { state: 'down', reason: 'engine-restarting' }, feeds: 'down' },
    '/opportunities?minROI=0',
  )
  await expect(page.getByText('Hesaplama motoru yeniden başlıyor.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Borsaların hiçbirine ulaşılamıyor' })).toHaveCount(0)
  await page.goto('/status')
  const table = page.getByRole('table', { name: 'Borsaların durumu' })
  await expect(table.getByText('Bilinmiyor', { exact: true })).toHaveCount(4)
  await expect(table).not.toContainText(/Ulaşılamıyor|engine-/)
  await expect(page.getByText('yeniden başlıyor', { exact: true })).toBeVisible()
})

test('a stream whose exchanges cannot be reached is not called a flow', async ({ page }) => {
  let feeds = 'down'
  await page.route('**/api/status', async (route) => {
    const told = (await (await route.fetch()).json()) as { exchanges: object[] }
    await route.fulfill({ json: { ...told, exchanges: told.exchanges.map((one) => ({ ...one, state: feeds })) } })
  })
  await page.goto('/opportunities?minROI=0')
  await expect(page.getByTestId('connection-state')).toHaveText('Borsalara ulaşılamıyor')
  feeds = 'live'
  await page.reload()
  await expect(page.getByTestId('connection-state')).toHaveText('Demo akışı')
})

test('all exchanges down is a picture of its own', async ({ page }) => {
  await openWith(page, { rows: [], feeds: 'down' }, '/opportunities?minROI=0')
  await expect(page.getByRole('heading', { name: 'Borsaların hiçbirine ulaşılamıyor' })).toBeVisible()
  await page.getByRole('link', { name: 'Borsaların durumu' }).click()
  await expect(page).toHaveURL(/\/status$/)
  await expect(page.getByText('Ulaşılamıyor').first()).toBeVisible()
})

test('[STATE-21] [C8] a lost server: the state says so, rows are greyed, nothing calls itself live', async ({
  page,
}, testInfo) => {
  await page.clock.install()
  await page.goto('/opportunities?minROI=0')
  await expect(page.locator(row).first()).toBeVisible()
  await cutOff(page)
  // Ends the open stream as a lost connection would. New calls fail already.
  await page.evaluate(() => window.stop())
  await page.getByRole('button', { name: 'Yenile' }).click()
  await expect(page.getByTestId('connection-state')).toContainText('Bağlantı sorunu')
  await expect(page.getByText('Sunucuya ulaşılamıyor.')).toBeVisible()
  await expect(page.locator(`${row}[data-stale=false]`)).toHaveCount(0)
  await expect(page.locator('main')).not.toContainText(/canlı/i)
  // Greyed figures stand still or are marked as displaced. The age goes on, marked as stale.
  const cells = () =>
    page.locator(`${row} td`).evaluateAll((all) =>
      all.map((cell) => {
        const text = cell.textContent ?? ''
        return { text, isMarked: /~|bayat/.test(text) || cell.querySelector('[title=temsili]') !== null }
      }),
    )
  const before = await cells()
  await page.clock.runFor(2_000)
  const after = await cells()
  const moved = after.filter(({ text, isMarked }, at) => !isMarked && text !== before[at]?.text)
  expect([after.length, moved]).toEqual([before.length, []])
  expect(after.filter(({ isMarked }) => !isMarked).length).toBeGreaterThan(0)
  recordFigure(testInfo, {
    row: 'C8',
    wanted: 'no unmarked moving number; the state says so',
    measured: `all calls blocked: state and every row say so; in 2 s ${moved.length} of ${after.length} cells moved unmarked; nothing trades yet (product-decisions.md 9)`,
    seed: 0,
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByTestId('connection-state')).toContainText('Demo akışı')
  await expect(page.locator(`${row}[data-stale=false]`).first()).toBeVisible()
})

test('[STATE-22] polled values older than the tick move, are marked, and a switch ends it', async ({ page }) => {
  await page.clock.install()
  await openWith(page, { rows: [listedRow(1, { net_roi: 0.5 })] }, '/opportunities?minROI=0')
  const net = page.locator(row).getByRole('button', { name: / aç/ })
  await expect(net).toHaveText('%0,50')
  await expect(net).toContainText('~')
  await expect(net.getByTitle('temsili')).toHaveText(/temsili ~%0,(4[89]|5[012])$/)
  await page.getByRole('switch', { name: 'Temsili oynama' }).click()
  await expect(net).not.toContainText('~')
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Temsili oynama' })).toHaveAttribute('aria-checked', 'false')
  await expect(net).toBeVisible()
  await page.clock.runFor(4_500)
  await expect(net).toHaveText('%0,50')
})

test('only the state says that a refresh failed while the stream goes on', { tag: '@full' }, async ({ page }) => {
  await page.goto('/opportunities?minROI=0')
  const state = page.getByTestId('connection-state')
  await expect(page.locator(row).first()).toBeVisible()
  await expect(state).not.toContainText('Bağlanılıyor')
  await page.route('**/api/arbitrage-opportunities', (route) => route.abort())
  await page.getByRole('button', { name: 'Yenile' }).click()
  await expect(state).toContainText('Bağlantı sorunu')
  // The stream renews the rows, so the page does not call them old.
  await expect(page.getByText('Sunucuya ulaşılamıyor.')).toHaveCount(0)
  await expect(state).not.toContainText('Bağlantı sorunu')
})

test('a value that the live stream confirms is never displaced', { tag: '@full' }, async ({ page }) => {
  await page.goto('/opportunities?minROI=0')
  await expect(page.locator(row).first()).toBeVisible()
  const last = page.getByTestId('last-update')
  for (let look = 0; look < 5; look++) {
    await expect(last).not.toHaveText(await last.innerText())
    await expect(page.getByRole('table')).not.toContainText('~')
  }
})

test('[WHAT-06] a visitor sees that the list is cached, and its age; no row is greyed', async ({ page }) => {
  await page.clock.install()
  await openWith(page, { rows: [listedRow(1, { expires_in_ms: 100 })], source: 'cache' }, '/opportunities?minROI=0')
  await expect(page.getByTestId('connection-state')).toContainText(/önbellek · \d+ sn önce/)
  await expect(page.getByText('en çok son 90 saniyedir')).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(page.locator(row)).toHaveAttribute('data-stale', 'false')
})

test('[C4] on waking from sleep rows are greyed until fresh ones come', async ({ page }, testInfo) => {
  await page.clock.install()
  await openWith(page, { rows: [listedRow(1)] }, '/opportunities?minROI=0')
  await page.clock.runFor(1_000)
  await expect(page.locator(row)).toHaveAttribute('data-stale', 'false')
  await cutOff(page)
  await page.clock.fastForward('10:00')
  // Moves the page's clock in steps until no old row is shown as live.
  let wokenMs = 0
  while ((await page.locator(row).getAttribute('data-stale')) !== 'true') {
    await page.clock.runFor(100)
    wokenMs += 100
    expect(wokenMs).toBeLessThanOrEqual(1_000)
  }
  await expect(page.locator(row)).toContainText('bayat')
  recordFigure(testInfo, {
    row: 'C4',
    wanted: 'no old row shown as live for more than 1 s',
    measured: `asleep for 10 minutes: greyed ${wokenMs} ms after waking at most, and said to be stale`,
    seed: 0,
  })
})

test('the first load shows the table that is coming, not a blank page', async ({ page }) => {
  await page.route('**/api/stream**', () => undefined)
  await page.route('**/api/arbitrage-opportunities', () => undefined)
  await page.goto('/opportunities?minROI=0')
  await expect(page.getByTestId('connection-state')).toContainText('Bağlanıyor')
  await expect(page.locator('.skeleton').first()).toBeVisible()
})
