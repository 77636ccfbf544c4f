import { expect, test } from '@playwright/test'
import { axe, expectNoSpill } from '../../axe.ts'
import { type OwnServer, startServer } from '../../own-server.ts'
import { ADMIN, logInAdmin } from '../../people.ts'

let own: OwnServer
test.beforeAll(async () => {
  own = await startServer('trading-stop', {})
})
test.afterAll(() => own.stop())

test('an admin stops all new trades with one press, and all pages say so until the end', async ({ page, browser }) => {
  await logInAdmin(page, ADMIN, own.origin)
  await page.goto(`${own.origin}/admin/settings`)
  const panel = page.getByRole('region', { name: 'Emirler' })
  await expect(panel).toContainText('Yeni emirler alınıyor.')
  await panel.getByRole('button', { name: 'Tüm yeni emirleri durdur' }).click()
  const told = /Yeni emirler .* itibarıyla yönetici tarafından durduruldu\. Süren işlemler tamamlanıyor\./
  await expect(panel.getByText(told)).toBeVisible()
  await axe(page)
  await page.goto(`${own.origin}/admin/dashboard`)
  await expect(page.getByText(told)).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${own.origin}/status`)
  await expect(visitor.getByText(told)).toBeVisible()
  await visitor.setViewportSize({ width: 390, height: 900 })
  await expectNoSpill(visitor)

  await page.goto(`${own.origin}/admin/settings`)
  await panel.getByRole('button', { name: 'Emirleri yeniden aç' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Yeni emirler yeniden alınacak. Emin misiniz?')
  await question.getByRole('button', { name: 'Emirleri yeniden aç' }).click()
  await expect(panel).toContainText('Yeni emirler alınıyor.')
  await expect(visitor.getByText(told)).toBeHidden()
})
