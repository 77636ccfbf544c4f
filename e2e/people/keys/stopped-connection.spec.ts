import { expect, test } from '@playwright/test'
import { atEveryWidth } from '../../axe.ts'
import { answerCall } from '../../failing.ts'
import { record } from '../../keys.ts'
import { connectPatiently, logIn, signUp } from '../../people.ts'

/** A connection with test money, whose account differs where `difference` is given. */
const tested = (exchange: string, difference?: string) =>
  record(exchange, {
    name: `${exchange} Testnet`,
    testnet: true,
    permissions: { read: true, spot_trade: true, futures_trade: true, withdraw: null, transfer: null },
    difference,
  })

test('a connection whose account differs says what, and orders again once its owner has looked', async ({ page }) => {
  const difference = 'SOLUSDT pozisyonu işlemlere göre −3 olmalı, borsada −2,3.'
  const keys = [tested('okx', difference), tested('bybit')]
  await logIn(page, await signUp())
  await connectPatiently(page)
  await answerCall(page, 'GET', '**/api/api-keys', { json: keys })
  await page.route('**/api/portfolio/balances', (route) => route.fulfill({ status: 503, body: '' }))
  let cleared = ''
  await page.route('**/api/api-keys/*/difference', async (route) => {
    cleared = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    keys[0] = tested('okx')
    await route.fulfill({ status: 204, body: '' })
  })
  await page.goto('/api-management')
  const okx = page.getByRole('article', { name: 'OKX' })
  await expect(okx).toContainText(`${difference} Bu bağlantıyla yeni emir gönderilmiyor`)
  await atEveryWidth(page, async (width) => {
    const box = await okx.getByRole('status').filter({ hasText: difference }).boundingBox()
    expect(box === null ? 0 : box.width).toBeLessThan(width)
  })
  await expect(page.getByRole('article', { name: 'Bybit' })).not.toContainText('yeni emir gönderilmiyor')
  await okx.getByRole('button', { name: 'okx Testnet: kontrol ettim, yeni emirlere izin ver' }).click()
  await expect(okx).not.toContainText('yeni emir gönderilmiyor')
  expect(cleared).toBe('DELETE /api/api-keys/kayit-okx/difference')
})
