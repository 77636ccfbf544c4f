import { expect, type Page, test } from '@playwright/test'
import { listedRow, serve } from '../market.ts'
import { openAs, signUp } from '../people.ts'
import { ownKey } from '../trades.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })

test('test money is called so where it does not count, and its exchange is connected', async ({ page }) => {
  const someone = await signUp()
  const keys = ['okx', 'bybit'].map((exchange) => ownKey(exchange, { balance: { USDT: '26538.5' } }))
  const held = { wallet: 'trading', free: '5', used: '0', total: '5', usdt_value: null, unvalued: 'test-money' }
  const account = (exchange: string) => ({
    ...{ id: `key-${exchange}`, exchange, testnet: true, is_demo: false, status: 'connected', error: null },
    balances: ['USDT', 'BTC'].map((asset) => ({ asset, ...held })),
  })
  const limited = (at: number, buy: string, sell: string, by: string) => ({
    ...listedRow(at, { buy_exchange: buy, sell_exchange: sell }),
    ...{ affordable_size: null, net_pnl_affordable: null, limited_by: by, fees_basis: 'public' },
  })
  await serve(page, { rows: [listedRow(1)] })
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: keys }))
  const exchanges = [account('okx'), account('bybit')]
  await page.route('**/api/portfolio/balances', (route) =>
    route.fulfill({
      json: { total_usdt: null, is_partial: false, owned: [], as_of: new Date().toISOString(), exchanges },
    }),
  )
  await page.route('**/api/personalized-arbitrage', (route) =>
    route.fulfill({
      json: {
        opportunities: [
          limited(1, 'okx', 'binance', 'buy-not-connected'),
          limited(2, 'binance', 'okx', 'buy-not-connected'),
          limited(3, 'kraken', 'bybit', 'sell-not-connected'),
        ],
      },
    }),
  )
  await openAs(page, someone, '/dashboard')
  const rows = region(page, 'Bakiyenize göre').getByRole('listitem')
  await expect(rows.nth(0)).toContainText('alış borsasında test parası')
  await expect(rows.nth(1)).toContainText('alış borsası bağlı değil')
  await expect(rows.nth(2)).toContainText('satış borsasında test parası')
  const balances = region(page, 'Bakiyeler')
  await expect(balances).toContainText('Toplam bakiye: Test parası toplama katılmaz.')
  await expect(balances).not.toContainText('bilinmiyor')
  await expect(balances.getByText('test parası', { exact: true })).toHaveCount(2)
  const health = page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })
  await expect(health.getByRole('row', { name: /OKX/ }).getByText('test ağı', { exact: true })).toBeVisible()
  await page.goto('/opportunities')
  await page.getByTestId('filter-toggle').click()
  await expect(page.getByTestId('filter-panel')).toContainText(/Okunan 0 borsadaki .* Test ağındaki para sayılmaz\./)
  await page.goto('/api-management')
  const card = page.getByRole('article', { name: 'OKX' })
  await expect(card.getByRole('row', { name: /^BTC/ })).toHaveText('BTC5test parası')
  await expect(page.getByText('değeri bilinmiyor')).toHaveCount(0)
  // The same with the balances of the last check.
  await page.route('**/api/portfolio/balances', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await expect(card.getByRole('row', { name: /^USDT/ })).toHaveText('USDT26.538,5test parası')
})

test('every part of the dashboard says that no market is heard, and shows no zeros', async ({ page }) => {
  await serve(page, {
    rows: [],
    source: 'demo',
    engine: { state: 'down', reason: 'engine-restarting' },
    feeds: 'down',
  })
  await openAs(page, await signUp(), '/dashboard')
  const facts = page.getByRole('list', { name: 'Özet' })
  await expect(facts).toHaveText('Veri bekleniyor')
  await expect(region(page, 'En yüksek net getiriler')).toContainText('Hesaplama motoru yeniden başlıyor.')
  const health = page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })
  await expect(health.getByText('bilinmiyor', { exact: true })).toHaveCount(4)
  await expect(page.getByText(/toplam \d+ fırsat/)).toHaveCount(0)
  await expect(page.getByText('Ulaşılamıyor')).toHaveCount(0)
})
