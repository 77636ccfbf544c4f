import { expect, test } from '@playwright/test'
import { axe } from '../../axe.ts'
import { ADMIN, findUser, openAdmin, signUp } from '../../people.ts'
import { wantProof } from '../../proof.ts'

test('ten minutes after the login an admin proves the password before a user is changed', async ({ page }) => {
  const someone = await signUp({ firstName: 'Kanıt', lastName: 'İsteyen' })
  await openAdmin(page, '/admin/users')
  await findUser(page, someone.email)
  const row = page.getByRole('row').filter({ hasText: someone.email })
  await row.getByRole('button', { name: /^Düzenle/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
  await wantProof(page, /\/api\/admin\/users\/[^/?]+$/, ['PATCH'])
  const premium = dialog.getByRole('checkbox', { name: 'Premium' })
  await premium.check()
  const save = dialog.getByRole('button', { name: 'Güncelle' })
  await save.click()
  const proof = page.getByTestId('proof-dialog')
  await expect(proof.getByText('Devam etmek için şifrenizi yeniden girin; on dakika geçerlidir.')).toBeVisible()
  await expect(proof.getByLabel('Şifre (yeniden)', { exact: true })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(proof).toHaveCount(0)
  await expect(premium).toBeChecked()
  await save.click()
  await proof.getByLabel('Şifre (yeniden)', { exact: true }).fill('yanlis-sifre')
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(proof.getByText('Şifre yanlış.')).toBeVisible()
  await proof.getByLabel('Şifre (yeniden)', { exact: true }).fill(ADMIN.password)
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row.getByText('Premium', { exact: true })).toBeVisible()
})
