import { expect, test } from '@playwright/test'
import { connectPatiently, logIn, signUp } from '../people.ts'
import { WIDTHS } from '../tier.ts'

const record = (change: { readonly exchange_name: string; readonly difference?: string }) => ({
  id: `kayit-${change.exchange_name}`,
  name: `${change.exchange_name} Testnet`,
  api_key_masked: '5f3c••••••••91be',
  is_valid: true,
  testnet: true,
  is_demo: false,
  status: 'connected',
  last_checked: '2026-11-22T11:04:37.000Z',
  permissions: { read: true, spot_trade: true, futures_trade: true, withdraw: null, transfer: null },
  balance: { USDT: '1200.5' },
  ...change,
})

test('a connection whose account differs says what, and orders again once its owner has looked', async ({
  page,
  baseURL,
}) => {
  const difference = 'SOLUSDT pozisyonu işlemlere göre −3 olmalı, borsada −2,3.'
  const keys = [record({ exchange_name: 'okx', difference }), record({ exchange_name: 'bybit' })]
  await logIn(page, await signUp(baseURL ?? ''))
  await connectPatiently(page)
  await page.route('**/api/api-keys', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: keys }) : route.fallback(),
  )
  await page.route('**/api/portfolio/balances', (route) => route.fulfill({ status: 503, body: '' }))
  let cleared = ''
  await page.route('**/api/api-keys/*/difference', async (route) => {
    cleared = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    keys[0] = record({ exchange_name: 'okx' })
    await route.fulfill({ status: 204, body: '' })
  })
  await page.goto('/api-management')
  const okx = page.getByRole('article', { name: 'OKX' })
  await expect(okx).toContainText(`${difference} Bu bağlantıyla yeni emir gönderilmiyor`)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const box = await okx.getByRole('status').filter({ hasText: difference }).boundingBox()
    expect(box === null ? 0 : box.width).toBeLessThan(width)
  }
  await expect(page.getByRole('article', { name: 'Bybit' })).not.toContainText('yeni emir gönderilmiyor')
  await okx.getByRole('button', { name: 'okx Testnet: kontrol ettim, yeni emirlere izin ver' }).click()
  await expect(okx).not.toContainText('yeni emir gönderilmiyor')
  expect(cleared).toBe('DELETE /api/api-keys/kayit-okx/difference')
})
