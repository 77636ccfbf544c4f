import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { logInAdmin } from '../people.ts'

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('[ASET-01] the page says that it is still under development, and beneath it what is true of the server', async ({
  page,
  baseURL,
}) => {
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/settings')
  await expect(page.getByText('Bu sayfa henüz geliştirme aşamasındadır.')).toBeVisible()
  const server = page.getByRole('region', { name: 'Sunucu' })
  await expect(server).toContainText(/Sürüm\d+\.\d+\.\d+/)
  await expect(server).toContainText('Piyasa kaynağıdemo piyasa')
  await expect(server.locator('code').first()).toHaveText(/^[\w-]{4,}$/)
  await expect(page.getByRole('region', { name: 'Veri akışı' })).toContainText(/Kraken.*\d+ \/ \d+ defter/)
  await expect(page.getByRole('region', { name: 'Yedek ve iz kaydı' })).toContainText('Yedekler')
  await page.getByRole('button', { name: 'İz kaydını şimdi denetle' }).click()
  await expect(page.getByText(/İz kaydı sağlam: [\d.]+ satır denetlendi\./)).toBeVisible()
  await expect(page.getByText(/^sağlam · [\d.]+ satır/)).toBeVisible()
})

for (const width of [1440, 768, 390]) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`settings in the ${colorScheme} theme at ${width}: axe finds nothing and nothing spills`, async ({
      page,
      baseURL,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await logInAdmin(page, baseURL ?? '')
      await page.goto('/admin/settings')
      await expect(page.getByRole('region', { name: 'Sunucu' })).toContainText('Sürüm')
      await expect(page.getByRole('region', { name: 'Veri akışı' })).toContainText('Kraken')
      await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  }
}
