import { Portfolio } from '@makas/contract'
import { expect, type Page, test } from '@playwright/test'
import { looksRight, testEveryLook } from '../axe.ts'
import { stopTime } from '../clock.ts'
import { failing, OWN_SENTENCE, tryAgain } from '../failing.ts'
import { putAway } from '../keyboard.ts'
import { keepAnswers, openMode } from '../market.ts'
import { connectDemo, logIn, makePremium, openAs, signUp, storedLogin } from '../people.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page) => page.getByTestId('auth-modal')
const header = (page: Page) => page.getByRole('heading', { name: 'Real-Time Arbitrage Opportunities' })

/** Refuses the user's data, as after the end of their session. */
async function refuseUser(page: Page): Promise<void> {
  const refused = { status: 401, json: { detail: 'Giriş yapmanız gerekiyor', code: 'unauthorized' } }
  for (const call of ['auth/refresh', 'portfolio/balances'])
    await page.route(`**/api/${call}`, (route) => route.fulfill(refused))
}

/** The number in a text such as `1.012` or `1.063,42`. */
const numberIn = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'))

test('[DASH-01] [DASH-05] the dashboard asks a visitor to log in; closing the dialog leads home', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('Giriş yapmanız gerekiyor')).toBeVisible()
  await expect(dialog(page).getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Kapat' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(dialog(page)).toHaveCount(0)

  // The dialog covers the page, so the dialog gives the reason, and its buttons lead on and home.
  await page.goto('/dashboard')
  await expect(dialog(page)).toContainText('Görmek için giriş yapın ya da ücretsiz hesap açın.')
  await expect(dialog(page).getByRole('button', { name: 'Giriş yap', exact: true })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Kayıt', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Hesap oluşturun' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Ana sayfaya dön' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(dialog(page)).toBeVisible()
  await putAway(dialog(page))
  await expect(page).toHaveURL(/\/$/)

  // Visitors get cached data instead, which is called cached.
  await page.goto('/opportunities')
  await expect(page.getByText(/önbellek/i).first()).toBeVisible()
})

test('[DASH-02] [DASH-03] [CONST-05] the header counts pairs and rows; the ten best are shown', async ({ page }) => {
  const someone = await signUp()
  await logIn(page, someone)
  await keepAnswers(page, ['arbitrage-opportunities', 'market-stats'])
  type Told = { net_profit: number }[]
  // An engine that is not there yet tells an empty list.
  const told = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/api/arbitrage-opportunities') &&
      answer.ok() &&
      ((await answer.json()) as Told).length > 0,
  )
  const stats = page.waitForResponse((answer) => answer.url().endsWith('/api/market-stats') && answer.ok())
  await page.goto('/dashboard')
  await expect(header(page)).toBeVisible()
  const rows = (await (await told).json()) as Told
  const { live_pairs: pairs } = (await (await stats).json()) as { live_pairs: number }
  const facts = page.getByRole('list', { name: 'Özet' })
  await expect(facts.getByText(/çift/)).toBeVisible()
  const shownPairs = numberIn((await facts.getByText(/çift/).innerText()).split(' ')[0] ?? '')
  expect(Math.abs(shownPairs - pairs)).toBeLessThan(Math.max(20, pairs / 4))
  const active = rows.filter(({ net_profit: net }) => net > 0.3).length
  await expect(facts.getByText(/etkin fırsat/)).toContainText(`${active} etkin fırsat`)
  await expect(facts.getByText(/etkin fırsat/)).toContainText('(net > %0,30)')
  await expect(page.getByText(/İlk 10 gösteriliyor · toplam \d+ fırsat/)).toBeVisible()
  const table = page.getByRole('table', { name: 'En yüksek net getirili on fırsat' })
  await expect(table.getByRole('row')).toHaveCount(1 + Math.min(10, rows.length))
  const nets = await table
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => Number((/%(\d+,\d+)/.exec(row.textContent ?? '')?.[1] ?? 'x').replace(',', '.'))),
    )
  expect(nets).toEqual([...nets].sort((a, b) => b - a))
})

test('[DASH-04] its buttons refresh, open the exchange wizard, and start the tour', async ({ page }) => {
  await openAs(page, await signUp(), '/dashboard')
  await expect(header(page)).toBeVisible()
  const again = page.waitForRequest((request) => request.url().endsWith('/api/arbitrage-opportunities'))
  await page.getByRole('button', { name: 'Yenile' }).click()
  await again
  await page.getByRole('link', { name: 'Borsa bağla' }).first().click()
  await expect(page).toHaveURL(/\/settings\/api$/)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Deneme turu' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('makas.tour'))).not.toBeNull()
})

test('[STATE-06] [STATE-05] a 401 on user data clears the session and reopens the login', async ({ page }) => {
  await openAs(page, await signUp(), '/dashboard')
  await expect(header(page)).toBeVisible()
  await refuseUser(page)
  await page.reload()
  await expect(dialog(page).getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  expect(await storedLogin(page)).toEqual([null, null])
})

test('[ERR-12] failed lists are only logged, samples replace carry, a 401 logs out', async ({ page }) => {
  await logIn(page, await signUp())
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(`${message.text()} ${message.location().url}`)
  })
  await page.route('**/api/stream**', (route) => route.abort())
  await page.route('**/api/arbitrage-opportunities', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/cash-carry-opportunities', (route) =>
    route.fulfill({ status: 404, json: { detail: 'Bulunamadı.', code: 'not-found' } }),
  )
  await page.goto('/opportunities')
  await expect(page.getByTestId('connection-state')).toContainText('Bağlantı sorunu')
  expect(logged.filter((text) => text.includes('500') && text.includes('/api/arbitrage-opportunities'))).not.toEqual([])
  await openMode(page, 'carry')
  const rows = page.getByTestId('opportunity-row')
  await expect(rows).toHaveCount(3)
  for (const text of await rows.allTextContents()) expect(text).toContain('örnek veri')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await refuseUser(page)
  await page.goto('/dashboard')
  await expect(dialog(page).getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  expect(await storedLogin(page)).toEqual([null, null])
})

test('[STATE-05] logout removes the token and the user', { tag: '@full' }, async ({ page }) => {
  await openAs(page, await signUp(), '/dashboard')
  await expect(header(page)).toBeVisible()
  await page.getByRole('button', { name: 'Çıkış' }).click()
  await expect(page.getByText('Giriş yapmanız gerekiyor')).toBeVisible()
  expect(await storedLogin(page)).toEqual([null, null])
})

test('[CONST-03] landing page polls every 30 seconds, dashboard every 15; scroll and focus stay', async ({ page }) => {
  await logIn(page, await signUp())
  await page.clock.install()
  let counted = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/market-stats')) counted += 1
  })
  await page.goto('/')
  await expect(page.getByText('Sayımlar alınıyor…')).toHaveCount(0)
  await stopTime(page)
  for (const times of [1, 2]) {
    counted = 0
    await page.clock.runFor(30_000)
    await expect.poll(() => counted, `round ${times}`).toBe(1)
    await page.evaluate(async () => (await fetch('/api/status')).text())
  }
  await page.clock.resume()
  await page.setViewportSize({ width: 1024, height: 500 })
  await page.goto('/dashboard')
  await expect(header(page)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/arbitrage-opportunities')) asked += 1
  })
  const link = page.getByRole('link', { name: 'Tümünü aç' })
  // A part that is still loading moves the parts below it once.
  await expect(page.getByRole('main').getByText('Bir borsa bağlayınca bakiyeleriniz')).toBeVisible()
  await expect(page.getByText('Henüz deneme işlemi yok.')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByText('Yükleniyor')).toHaveCount(0)
  await link.focus()
  await page.evaluate(() => scrollTo(0, 240))
  // From here on the page's clock moves only on command, however slow the machine is.
  await stopTime(page)
  // Answers are read in the order of their questions, and a read in progress is not repeated.
  const read = () => page.evaluate(async () => (await fetch('/api/status')).text())
  await read()
  asked = 0
  for (const times of [1, 2, 3]) {
    const answered = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/api/arbitrage-opportunities'),
    )
    await page.clock.runFor(15_000)
    await answered
    await read()
    expect(asked).toBe(times)
  }
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(240)
})

test('parts load and fail apart, and each can be tried again', async ({ page }) => {
  const someone = await signUp()
  await logIn(page, someone)
  const server = await failing(page)
  server.every(['GET /api/portfolio/balances'], 'said')
  await page.goto('/dashboard')
  const balances = region(page, 'Bakiyeler')
  await expect(balances.getByRole('alert')).toContainText(OWN_SENTENCE)
  await expect(page.getByRole('table', { name: 'En yüksek net getirili on fırsat' })).toBeVisible()
  await expect(region(page, 'Bağlantı durumu').getByText('bağlı değil').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Özet' }).getByText(/4 borsa/)).toBeVisible()
  await tryAgain(balances, server, 'GET /api/portfolio/balances')
  await expect(region(page, 'Borsa bağlayın')).toBeVisible()

  await connectDemo(someone, 'kraken')
  server.every(['GET /api/personalized-arbitrage'], 'broken')
  await page.reload()
  const personal = region(page, 'Bakiyenize göre')
  await expect(personal.getByRole('alert')).toBeVisible()
  await tryAgain(personal, server, 'GET /api/personalized-arbitrage')
  await expect(personal.getByText(/borsası bağlı değil|sınır:/).first()).toBeVisible()
})

test('money in a futures wallet is named apart from the same coin', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await connectDemo(someone, 'binance')
  await logIn(page, someone)
  // The panel shows an exchange's four largest balances, and not every demo account has the futures wallet among them.
  await page.route('**/api/portfolio/balances', async (route) => {
    const answer = Portfolio.parse(await (await route.fetch()).json())
    for (const held of answer.exchanges.flatMap(({ balances }) => balances))
      if (held.wallet === 'futures') Object.assign(held, { usdt_value: 1e6 })
    await route.fulfill({ json: answer })
  })
  await page.goto('/dashboard')
  const futures = region(page, 'Bakiyeler').getByText(/^USDT vadeli [\d.]+/)
  await expect(futures).toBeVisible()
  await expect(region(page, 'Bakiyeler').getByText(/^USDT [\d.]+/)).toBeVisible()
  const held = ((await futures.textContent()) ?? '').replace('USDT vadeli ', '')
  await page.goto('/api-management')
  await expect(page.getByText('USDT vadeli', { exact: true })).toBeVisible()
  await expect(page.getByText(held, { exact: true })).toBeVisible()
})

test('a part whose poll fails says so alone, and keeps its last answer', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await connectDemo(someone, 'okx')
  await logIn(page, someone)
  const server = await failing(page)
  await page.goto('/dashboard')
  const health = page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })
  await expect(region(page, 'Bakiyeler').getByText(/^Toplam bakiye:/)).toBeVisible()
  await expect(region(page, 'Bakiyenize göre').getByRole('listitem').first()).toBeVisible()
  await expect(health.getByText('Çalışıyor').first()).toBeVisible()
  // Other parts may fail too, in other words.
  const ordered = page.getByRole('main').getByRole('alert').filter({ hasText: OWN_SENTENCE })
  const parts = [
    ['GET /api/portfolio/balances', 'Bakiyeler', /^Toplam bakiye:/],
    ['GET /api/personalized-arbitrage', 'Bakiyenize göre', /sınır:|bağlı değil|okunamadı/],
    ['GET /api/paper-trades', 'Kâğıt üzerinde işlemler', 'Henüz deneme işlemi yok.'],
    ['GET /api/api-keys', 'Bağlantı durumu', 'Çalışıyor'],
    ['GET /api/status', 'Bağlantı durumu', 'bilinmiyor'],
  ] as const
  for (const [call, name, kept] of parts) {
    server.every([call], 'said')
    const part = region(page, name)
    await page.getByRole('main').getByRole('button', { name: 'Yenile', exact: true }).click()
    await expect(part.getByRole('alert')).toHaveText(
      /^Sunucunun kendi cümlesi\. \d{2}:\d{2}:\d{2} saatinden beri yenilenemiyor\.$/,
    )
    await expect(part.getByText(/^Gösterilen bilgi \d+ (sn|saniye) önceki\.$/)).toBeVisible()
    await expect(part.getByText(kept).first()).toBeVisible()
    if (call === 'GET /api/status') await expect(health.getByText('Çalışıyor')).toHaveCount(0)
    await expect(ordered).toHaveCount(1)
    await tryAgain(part, server, call)
    await expect(part.getByRole('alert')).toHaveCount(0)
  }
})

test('an unread exchange shows its reason, and the total says what it lacks', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  for (const exchange of ['okx', 'kraken']) await connectDemo(someone, exchange)
  await logIn(page, someone)
  const reason = 'Kraken yanıt vermiyor. Bakiyesi okunamadı.'
  await page.route('**/api/portfolio/balances', async (route) => {
    const told = (await (await route.fetch()).json()) as { exchanges: { exchange: string }[] }
    const exchanges = told.exchanges.map((one) =>
      one.exchange === 'kraken' ? { ...one, status: 'unreachable', error: reason, balances: [] } : one,
    )
    await route.fulfill({ json: { ...told, exchanges, is_partial: true } })
  })
  await page.goto('/dashboard')
  const balances = region(page, 'Bakiyeler')
  const kraken = balances.getByRole('listitem').filter({ hasText: 'Kraken' })
  await expect(kraken.getByText(reason)).toBeVisible()
  await expect(kraken.getByText('okunamadı', { exact: true })).toBeVisible()
  await expect(kraken.getByRole('link', { name: 'Bağlantıyı düzelt' })).toBeVisible()
  await expect(kraken.getByText(/^0([,.]0+)?$/)).toHaveCount(0)
  await expect(
    balances
      .getByRole('listitem')
      .filter({ hasText: 'OKX' })
      .getByText(/^[\d.]+,\d{2}$/),
  ).toBeVisible()
  await expect(
    balances.getByText('Okunamayan ya da değeri bilinmeyen varlıklar toplama katılmadı.', { exact: true }),
  ).toBeVisible()
})

test('a connected user sees balances by exchange, rows that fit them, and the key’s health', async ({ page }) => {
  const someone = await makePremium(await signUp())
  for (const exchange of ['okx', 'binance', 'bybit']) await connectDemo(someone, exchange)
  await openAs(page, someone, '/dashboard')
  const balances = region(page, 'Bakiyeler')
  await expect(balances.getByText('OKX')).toBeVisible()
  await expect(balances.getByText('Binance')).toBeVisible()
  await expect(balances.getByText(/^Toplam bakiye: [\d.]+,\d{2}USDT$/)).toBeVisible()
  await expect(region(page, 'Bakiyenize göre').getByRole('listitem').first()).toContainText('sınır:')
  // Accounts and rows of the demo market are marked everywhere.
  await expect(balances.getByText('demo piyasa', { exact: true })).toHaveCount(3)
  await expect(region(page, 'Bakiyenize göre').getByRole('listitem').first().getByText('demo')).toBeVisible()
  const health = page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })
  await expect(health.getByRole('row', { name: /OKX/ }).getByText('bağlı', { exact: true })).toBeVisible()
  await expect(health.getByRole('row', { name: /OKX/ }).getByText('demo piyasa', { exact: true })).toBeVisible()
  await expect(health.getByRole('row', { name: /Kraken/ }).getByText('bağlı değil')).toBeVisible()
  await expect(health.getByRole('row', { name: /Kraken/ }).getByText('demo piyasa', { exact: true })).toHaveCount(0)
})

testEveryLook('the dashboard', async (page) => {
  await openAs(page, await signUp(), '/dashboard')
  const rows = page.getByRole('table', { name: 'En yüksek net getirili on fırsat' })
  await expect(rows).toBeVisible()
  await expect(page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })).toBeVisible()
  // The buttons of the rows are aligned, clear of the panel's edge.
  const ends = await rows.evaluate((table) =>
    Array.from(table.querySelectorAll('[data-testid=row-action]'), (button) =>
      Math.round(table.getBoundingClientRect().right - button.getBoundingClientRect().right),
    ),
  )
  expect([...new Set(ends)]).toEqual([16])
  await looksRight(page)
})
