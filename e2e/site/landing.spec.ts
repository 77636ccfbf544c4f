import { expect, type Page, test } from '@playwright/test'
import { looksRight, testEveryLook } from '../axe.ts'
import { carryRow, listedRow, serve, triRow } from '../market.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Serves the sum of the first row. */
const serveSum = (page: Page) =>
  page.route('**/evidence', (route) =>
    route.fulfill({ json: { row: {}, evidence: { gross: '16.004', slippage: '3.86', fees: '4.011', net: '8.133' } } }),
  )

async function settle(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-ready', '')
}

testEveryLook('the landing page', async (page) => {
  await settle(page)
  await expect(page.getByText('demo piyasa ·').first()).toBeVisible()
  await looksRight(page)
  await expect(page.locator('h1')).toHaveCount(1)
  // The miniature's rows fill it, with pair and route whole.
  const miniature = await page.getByRole('table', { name: 'Fırsat tablosundan üç satır' }).evaluate((table) => {
    const [pair, route, ...others] = table.querySelector('tbody tr')?.children ?? []
    const isCut = (cell?: Element) => cell === undefined || cell.scrollWidth > cell.clientWidth
    const end = others.at(-1)?.getBoundingClientRect().right ?? 0
    return { isCut: [pair, route].some(isCut), toEdge: Math.round(table.getBoundingClientRect().right - end) }
  })
  expect(miniature).toEqual({ isCut: false, toEdge: 0 })
})

test('[LAND-02] [LAND-03] [LAND-09] the hero says what the product is; samples above counts', async ({ page }) => {
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Dört borsadaki makası, komisyon ve kayma düşülmüş hâliyle görün.',
  )
  await expect(page.getByText('borsalar arasındaki fiyat farkını izlemek isteyenler için')).toBeVisible()
  const cards = [
    ['BTC/USDT', 'Güven 8,6 / 10 · yüksek', '%0,34', '+67,46 USDT', '0,31 BTC', '20.11.2026 14:03:21 (İstanbul)'],
    ['ETH/USDC', 'Güven 7,1 / 10 · orta', '%0,31', '+40,36 USDC', '4,2 ETH', '20.11.2026 14:03:19 (İstanbul)'],
    ['SOL/USDT', 'Güven 9,3 / 10 · yüksek', '%0,41', '+8,13 USDT', '20 SOL', '20.11.2026 14:03:20 (İstanbul)'],
  ]
  for (const [name, ...texts] of cards) {
    const card = page.getByRole('article', { name: name ?? '', exact: true })
    await expect(card.getByText('örnek', { exact: true })).toBeVisible()
    for (const text of texts) await expect(card.getByText(text, { exact: true })).toBeVisible()
    // The net return has the middle grade, by shape and by colour.
    const net = card.getByText(texts[1] ?? '', { exact: true })
    expect(await net.evaluate((figure) => getComputedStyle(figure, '::before').content)).toContain('△')
    for (const label of ['Net getiri', 'Net K/Z', 'Gerçekleştirilebilir miktar', 'Güncellendi'])
      await expect(card.getByText(label, { exact: true })).toBeVisible()
  }
  const polled = section(page, 'Piyasanın son sayımı')
  await expect(polled.getByText('demo piyasa ·')).toBeVisible()
  await expect(polled.getByText('veri alınan borsa')).toBeVisible()
  await expect(polled.getByText('listedeki fırsat')).toBeVisible()
  // Nothing on the page is called live, because its data is never the newest.
  await expect(page.locator('main')).not.toContainText(/canlı/i)
})

test('carry is counted by pairs, though a pair has rows at two leverages', { tag: '@full' }, async ({ page }) => {
  const carry = [1, 2].flatMap((at) => [
    carryRow(at, { net_apy: 9 }),
    carryRow(at, { id: `carry.C${at}-USDT.okx.1x`, leverage: 1, net_apy: 8 }),
  ])
  await serve(page, { rows: [listedRow(1)], carry, tri: [triRow(1)], source: 'cache' })
  await settle(page)
  const polled = section(page, 'Piyasanın son sayımı')
  await expect(polled).toContainText('1 spot · 2 taşıma · 1 üçgen')
  await expect(polled.getByRole('definition').nth(1)).toHaveText('4')
  await page.goto('/opportunities?mode=carry')
  await expect(page.getByTestId('mode-carry')).toHaveText('Taşıma2')
  await expect(page.getByTestId('opportunity-row')).toHaveCount(2)
})

test('the miniature shows three polled rows and a sum, else marked samples', { tag: '@full' }, async ({ page }) => {
  const rows = [0.9, 0.5, 0.7, 0.1].map((net, at) => listedRow(at, { net_roi: net, net_profit: net, base: `C${at}` }))
  await serve(page, { rows, source: 'cache' })
  await serveSum(page)
  await settle(page)
  const miniature = page.getByRole('table', { name: 'Fırsat tablosundan üç satır' })
  await expect(miniature.getByRole('rowheader')).toHaveText(['C0/USDT', 'C2/USDT', 'C1/USDT'])
  await expect(miniature).toContainText('16,00')
  await expect(miniature).toContainText('8,13')
  await expect(page.getByText(/^önbellek · \d+ sn önce/).first()).toBeVisible()
  await page.unrouteAll()
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Güncel satırlar alınamadı; bunlar örnektir.')).toBeVisible()
  await expect(miniature.getByRole('rowheader')).toHaveText(['SOL/USDT', 'BTC/USDT', 'ETH/USDC'])
  await expect(page.getByText('Sayımlar alınamadı. Sayfa 30 saniyede bir yeniden dener.')).toBeVisible()
})

test('samples in place of a single row do not say that no gap pays', { tag: '@full' }, async ({ page }) => {
  await serve(page, { rows: [listedRow(1)], source: 'cache' })
  await serveSum(page)
  await settle(page)
  const caption = page
    .getByRole('figure')
    .filter({ has: page.getByRole('table') })
    .locator('figcaption')
  await expect(caption).toHaveText('Şu anda burayı dolduracak kadar tam satır yok; satırlar örnektir.')
  await expect(caption).not.toContainText('masrafını karşılayan bir makas yok')
  await page.unrouteAll()
  await serve(page, { rows: [], source: 'cache' })
  await page.reload()
  await expect(caption).toHaveText('Şu anda masrafını karşılayan bir makas yok; satırlar örnektir.')
})

test('the figures are asked for again every 30 seconds', { tag: '@full' }, async ({ page }) => {
  let asked = 0
  await page.clock.install()
  await serve(page, { rows: [] })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/market-stats')) asked += 1
  })
  await settle(page)
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByText('Sayımlar alınıyor…')).toHaveCount(0)
  await page.clock.runFor(29_000)
  expect(asked).toBe(1)
  await page.clock.runFor(1_500)
  await expect.poll(() => asked).toBe(2)
})

test('the counts name their source, and their age once reading fails', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await serve(page, { rows: [], source: 'demo' })
  await settle(page)
  const strip = page.locator('dl').filter({ hasText: '4 borsa' })
  await expect(strip.getByText(/^demo piyasa · \d+ sn önce$/)).toBeVisible()
  await expect(page.getByText('Altlarında, 30 saniyede bir yenilenen sayımlar durur.')).toBeVisible()
  await page.unrouteAll()
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(61_000)
  await expect(strip.getByText(/^Yenilenemiyor; \d+ (sn|dk)/)).toBeVisible()
  // The age stands beside the live region: a screen reader would read the region again every second.
  const polled = section(page, 'Piyasanın son sayımı')
  await expect(polled.getByRole('status')).toHaveText('Sayımlar yenilenemiyor.')
  await expect(polled.getByText(/^Son alınan sayımlar \d+ (sn|dk).* öncesine ait\.$/)).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/şu an/i)
  await page.reload()
  await expect(strip.getByText('sayısı alınamadı')).toBeVisible()
})

test('[LAND-04] [LAND-05] [LAND-07] demo money, six features and three steps', async ({ page }) => {
  await settle(page)
  await page.goto('/#ozellikler')
  await expect(section(page, 'Özellikler').getByRole('listitem')).toHaveCount(6)
  const steps = section(page, 'Nasıl çalışır?').getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0)).toContainText('Borsanızı bağlayın')
  await expect(steps.nth(1)).toContainText('Stratejinizi seçin')
  await expect(steps.nth(2)).toContainText('Otomatik kazanç')
  await expect(steps.nth(2)).toContainText('yakında')
  const demo = section(page, '10.000 USD sanal parayla deneyin')
  await expect(demo).toContainText('10.000 USD')
  await demo.getByRole('button', { name: 'Deneme turunu başlat' }).click()
  await expect(page.getByTestId('tour-modal')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('makas.tour'))).not.toBeNull()
})

test('[LAND-06] [WHAT-08] [CONST-29] the plans stand on the landing page with their prices', async ({ page }) => {
  await settle(page)
  const plans = section(page, 'Planlar')
    .locator('li')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(plans).toHaveCount(3)
  await expect(plans.nth(0)).toContainText('7 gün deneme')
  await expect(plans.nth(1)).toContainText('₺299aylıkKDV dahil')
  await expect(plans.nth(2)).toContainText('₺999aylıkKDV dahil')
  await plans.nth(0).getByRole('button', { name: 'Ücretsiz başlayın' }).click()
  await expect(page.getByRole('dialog', { name: 'Hesap oluşturun' })).toBeVisible()
})

test('[WHAT-09] [WHAT-10] [WHAT-11] what each plan holds; what is not kept yet says so', async ({ page }) => {
  await settle(page)
  const plan = (name: string) =>
    section(page, 'Planlar')
      .locator('li')
      .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
  const held = {
    Starter:
      'Ücretsiz | 7 gün deneme | 2 borsa | 5 dakikada bir veri yenileme | Elle işlem | E-posta desteği | Otomatik pilot yok',
    Pro:
      'En popüler | ₺299 | aylık | 5+ borsa | 1 saniyelik gerçek zamanlı veri | Otomatik pilot modu | ' +
      'Gelişmiş filtreler | Öncelikli destek',
    Enterprise: '₺999 | aylık | Sınırsız borsa | API erişimi | Özel stratejiler | 7/24 telefon desteği | SLA',
  }
  for (const [name, texts] of Object.entries(held))
    for (const text of texts.split(' | ')) await expect(plan(name)).toContainText(text)
  await expect(plan('Pro').getByText('yakında', { exact: true })).toHaveCount(3)
  await expect(plan('Enterprise').getByRole('link', { name: 'İletişime geçin' })).toHaveAttribute('href', '/support')
})

test('[WHAT-02] [WHAT-03] [WHAT-04] each mode stands with what it is and its main figure', async ({ page }) => {
  await settle(page)
  const modes = section(page, 'Üç yöntem')
  await expect(modes.getByRole('article')).toHaveCount(3)
  const spot = modes.getByRole('article', { name: 'Spot' })
  await expect(spot).toContainText('İki borsa arasındaki fiyat farkı')
  await expect(spot).toContainText('net getiri (ROI)')
  const carry = modes.getByRole('article', { name: 'Taşıma' })
  await expect(carry).toContainText('tek borsada spot alır, aynı varlığın sürekli vadelisini kısa satarsınız; fonlama')
  await expect(carry).toContainText('yıllıklandırılmış net getiri (APY)')
  await modes.getByRole('link', { name: 'Taşıma fırsatlarını aç' }).click()
  await expect(page).toHaveURL(/\/opportunities\?mode=carry/)
})

test('[WHAT-01] [WHAT-05] [WHAT-12] the third mode, the exchanges, and who gets what', async ({ page }) => {
  await settle(page)
  const tri = section(page, 'Üç yöntem').getByRole('article', { name: 'Üçgen' })
  await expect(tri).toContainText('Tek borsada üç bacaklı döngü')
  await expect(tri).toContainText('net getiri (ROI)')
  await expect(page.getByText('Binance, OKX, Bybit, Kraken', { exact: true })).toBeVisible()
  const who = section(page, 'Kim ne görür?').getByRole('row')
  await expect(who.nth(1)).toContainText('Ziyaretçi')
  await expect(who.nth(1)).toContainText('Önbellek verisi (son 90 saniye), simülasyonlar')
  await expect(who.nth(2)).toContainText('Anlık veri, borsa API anahtarlarını bağlama ve bakiyelerin toplamı.')
  await expect(who.nth(3)).toContainText('Bağlı anahtarıyla satırlardaki işlem düğmesi.')
  await expect(who.nth(4)).toContainText('destek talebi')
  await expect(who.nth(5)).toContainText('yönetim paneli')
})

test('[WHAT-06] the site is Turkish, says BETA, and tells visitors that they see cached data', async ({ page }) => {
  await settle(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await expect(page.getByText('BETA', { exact: true })).toBeVisible()
  await expect(page.getByText('Ziyaretçiler son 90 saniyenin önbellek verisini görür.')).toBeVisible()
})

test('a button pressed before its code is loaded acts once it is loaded', { tag: '@full' }, async ({ page }) => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const start = page.getByRole('button', { name: '10.000 USD demo ile başlayın' })
  await start.click()
  await expect(page.getByTestId('tour-modal')).toHaveCount(0)
  release()
  await expect(page.getByTestId('tour-modal')).toBeVisible()
})

test('scripts of the landing page until it rests are at most 120 KB', async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await settle(page)
  await expect(page.getByText('demo piyasa ·').first()).toBeVisible()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(120_000)
})
