import { expect, type Locator, type Page, test } from '@playwright/test'
import { BROKEN } from '../failing.ts'
import { row } from '../market.ts'

/** Opens the evidence of any listed row; returns the history at its foot. */
async function openHistory(page: Page): Promise<Locator> {
  await page.goto('/opportunities?minROI=0')
  await expect(page.locator(row).first()).toBeVisible()
  const id = await page.locator(row).first().getAttribute('data-opportunity-id')
  await page.goto(`/opportunities?evidence=${encodeURIComponent(id ?? '')}`)
  return page.getByTestId('evidence-dialog').getByTestId('row-history')
}

test('the evidence of a row has the life of its route: a chart and the times at which it opened', async ({ page }) => {
  const section = await openHistory(page)
  await expect(section.getByRole('img', { name: /Net getirinin çizgisi: \d+ açılış/ })).toBeVisible()
  await expect(section.getByRole('table', { name: 'Son açılışlar' })).toBeVisible()
  await expect(section.getByText(/\d+ kayıt$|[\d.]+ kaydın [\d.]+ tanesi çizildi/)).toBeVisible()
  await expect(section.getByRole('row').nth(1)).toContainText(/%\d/)
})

test('a route without records says so, and a failure can be tried again', { tag: '@full' }, async ({ page }) => {
  let fails = true
  await page.route('**/history', (route) =>
    fails
      ? route.fulfill(BROKEN)
      : route.fulfill({
          json: {
            id: 'spot.SOL-USDT.okx.binance',
            source: 'demo',
            from: '2026-11-22T10:00:00.000Z',
            to: '2026-11-23T10:00:00.000Z',
            recorded: 0,
            points: [],
          },
        }),
  )
  const section = await openHistory(page)
  await expect(section.getByRole('alert')).toBeVisible()
  fails = false
  await section.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(section.getByText('Bu rota için son 24 saatte kayıt yok.')).toBeVisible()
})
