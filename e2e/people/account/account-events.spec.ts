import { expect, test } from '@playwright/test'
import { atEveryWidth, axe, expectNoSpill } from '../../axe.ts'
import { callsOf, connectDemo, openAs, signUp } from '../../people.ts'
import { THEMES } from '../../tier.ts'

test('the account page tells what happened to the account, and marks a login on a new device', async ({ page }) => {
  const someone = await signUp()
  const calls = await callsOf(someone)
  await calls.post('/api/auth/login', { data: { email: someone.email, password: 'yanlis-bir-sifre' } })
  await connectDemo(someone, 'okx')
  await openAs(page, someone, '/account')
  const list = page.getByRole('list', { name: 'Son hesap hareketleri' })
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(list.getByRole('listitem').first()).toContainText('OKX: Borsa anahtarı eklendi')
  await expect(list).toContainText('Giriş denemesi başarısız oldu')
  await expect(list).toContainText('oturum açmamış biri')
  const other = await callsOf({ token: '' })
  await other.post('/api/auth/login', { data: { email: someone.email, password: someone.password } })
  await page.reload()
  await expect(list.getByRole('listitem').first()).toContainText('Giriş yapıldı')
  await expect(list.getByRole('listitem').first().getByText('Yeni cihaz')).toBeVisible()
  for (const theme of THEMES) {
    await page.evaluate((kept) => localStorage.setItem('makas.theme', kept), theme)
    await page.reload()
    await atEveryWidth(page, async () => {
      await list.scrollIntoViewIfNeeded()
      await expectNoSpill(page)
    })
    await axe(page)
  }
  await page.route('**/api/account/events', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByText('Hesap hareketleri okunamadı')).toBeVisible()
})
