import { expect, test } from '@playwright/test'
import { logInAdmin } from '../people.ts'

test('[ERR-24] what cannot be loaded leaves each page of the panel empty or at its defaults, and breaks none', async ({
  page,
  baseURL,
}) => {
  await logInAdmin(page, baseURL ?? '')
  const broken = { status: 500, json: { detail: 'Beklenmeyen bir hata oluştu.', code: 'internal' } }
  await page.route(/\/api\/admin\/(dashboard\/stats|users|tickets|help-articles)(\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.fulfill(broken) : route.fallback(),
  )
  await page.goto('/admin/dashboard')
  const figures = page.getByRole('region', { name: 'Sayılar' })
  await expect(figures.getByText('%99,9 · veri yok')).toBeVisible()
  await expect(figures.getByText('0', { exact: true })).toHaveCount(5)
  const side = page.getByRole('navigation', { name: 'Yönetim gezintisi' })
  for (const name of ['Kullanıcı yönetimi', 'Talep yönetimi', 'Yardım merkezi']) {
    await side.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByRole('cell')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Yeniden dene' }).first()).toBeVisible()
  }
})
