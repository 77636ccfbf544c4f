import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { axe, expectNoSpill, looksRight, testEveryLook } from '../../axe.ts'
import { BROKEN } from '../../failing.ts'
import { callsOf, codeOf, fillIn, logIn, openAs, register, signUp } from '../../people.ts'
import { wantProof } from '../../proof.ts'
import { readQr } from '../../qr.ts'
import { THEMES } from '../../tier.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('the password is changed by whoever knows it, and what is wrong is said beside its field', async ({ page }) => {
  const someone = await signUp()
  await openAs(page, someone, '/account')
  await expect(page.getByRole('heading', { name: 'Hesabım' })).toBeVisible()
  const form = page.getByRole('form', { name: 'Şifre değiştirme formu' })
  const next = 'yepyeni-bir-cümle-42'
  for (const [typed, says] of [
    [{ 'Şimdiki şifre': 'yanlış-şifre', 'Yeni şifre': next, 'Yeni şifre, yeniden': 'başka' }, 'Şifreler eşleşmiyor'],
    [{ 'Yeni şifre, yeniden': next }, 'Şimdiki şifre yanlış.'],
    [{ 'Şimdiki şifre': someone.password }, 'Şifreniz değişti. Diğer tüm oturumlarınız kapatıldı.'],
  ] as const) {
    await fillIn(form, typed)
    await form.getByRole('button', { name: 'Şifreyi değiştir' }).click()
    await expect(form.getByText(says)).toBeVisible()
  }
})

test('a code switches the second factor on; recovery codes show once; it is switched off', async ({ page }) => {
  const someone = await signUp()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, someone, '/account')
  const panel = page.getByRole('region', { name: 'İki adımlı doğrulama' })
  await expect(panel.getByText('kapalı', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Doğrulamayı aç' }).press('Enter')
  const secret = (await panel.getByRole('definition').innerText()).trim()
  // The button is gone; the keyboard goes on from the button's place.
  await expect(panel.locator(':focus')).toContainText(secret)
  const picture = panel.getByRole('img', { name: 'Kurulumun kare kodu' })
  // A phone's camera reads it in both themes and widths: dark on white.
  for (const colorScheme of THEMES) {
    await page.evaluate((kept) => document.documentElement.setAttribute('data-theme', kept), colorScheme)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const address = new URL(await readQr(page, picture))
      expect([address.protocol, address.searchParams.get('secret')]).toEqual(['otpauth:', secret])
      expect(decodeURIComponent(address.pathname)).toContain(someone.email)
      await expectNoSpill(page)
    }
    await axe(page)
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  await panel.getByLabel('Uygulamadaki kod').fill('000000')
  await panel.getByRole('button', { name: 'Kodu onayla' }).click()
  await expect(panel.getByText('Kod yanlış ya da süresi geçmiş.')).toBeVisible()
  await panel.getByLabel('Uygulamadaki kod').fill(codeOf(secret))
  await panel.getByRole('button', { name: 'Kodu onayla' }).click()
  const codes = panel.getByRole('list', { name: 'Kurtarma kodları' }).getByRole('listitem')
  await expect(codes.first()).toBeVisible()
  const recovery = await codes.first().innerText()
  await panel.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(panel.getByText('açık', { exact: true })).toBeVisible()
  await panel.getByLabel('Şifre', { exact: true }).fill(someone.password)
  await panel.getByLabel('Uygulamadaki kod ya da kurtarma kodu').fill(recovery)
  await panel.getByRole('button', { name: 'Doğrulamayı kapat' }).click()
  await expect(panel.getByText('kapalı', { exact: true })).toBeVisible()
})

test('the page says so if the browser refuses to copy recovery codes', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await openAs(page, await signUp(), '/account')
  const panel = page.getByRole('region', { name: 'İki adımlı doğrulama' })
  await panel.getByRole('button', { name: 'Doğrulamayı aç' }).click()
  const secret = (await panel.getByRole('definition').innerText()).trim()
  await panel.getByLabel('Uygulamadaki kod').fill(codeOf(secret))
  await panel.getByRole('button', { name: 'Kodu onayla' }).click()
  await panel.getByRole('button', { name: 'Kodları kopyala' }).click()
  await expect(panel.getByText('Kopyalanamadı. Kodları seçip kopyalayın ya da yazın.', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => localStorage.setItem('copied', text)
  })
  await panel.getByRole('button', { name: 'Kodları kopyala' }).click()
  await expect(panel.getByText('Kodlar kopyalandı.', { exact: true })).toBeVisible()
  const codes = panel.getByRole('list', { name: 'Kurtarma kodları' }).getByRole('listitem')
  expect((await page.evaluate(() => localStorage.getItem('copied')))?.split('\n')).toEqual(await codes.allInnerTexts())
})

test('open sessions are named; an ended session is refused at once, then all others are', async ({ page }) => {
  const someone = await signUp()
  const elsewhere = async (userAgent: string): Promise<string> => {
    const { email, password } = someone
    const answer = await page.request.post('/api/auth/login', {
      data: { email, password },
      headers: { 'user-agent': userAgent },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const [phone, computer, other] = [await elsewhere(IPHONE), await elsewhere(FIREFOX), await elsewhere(FIREFOX)]
  const statuses = async () => {
    const asked = [phone, computer, other, someone.token].map(async (token) =>
      (await (await callsOf({ token })).get('/api/auth/me')).status(),
    )
    return Promise.all(asked)
  }
  await openAs(page, someone, '/account')
  const panel = page.getByRole('region', { name: 'Oturumlar' })
  const rows = panel.getByRole('list', { name: 'Açık oturumlar' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'Bu oturum' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Firefox · Windows bilgisayar' })).toHaveCount(2)
  const lost = rows.filter({ hasText: 'Safari · iPhone' })
  await expect(lost).toContainText(/Son kullanım .* · Açılış .* · Adres 127\.0\.\*\.\*/)
  await lost.getByRole('button', { name: 'Safari · iPhone: oturumu kapat' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Safari · iPhone oturumu hemen kapatılacak. Devam edilsin mi?')
  await question.getByRole('button', { name: 'Kapat', exact: true }).click()
  await expect(page.getByText('Oturum kapatıldı.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(lost).toHaveCount(0)
  expect(await statuses()).toEqual([401, 200, 200, 200])
  await panel.getByRole('button', { name: 'Diğer tüm oturumları kapat' }).click()
  await expect(question).toContainText('Bu oturum dışındaki bütün oturumlarınız hemen kapatılacak. Devam edilsin mi?')
  await question.getByRole('button', { name: 'Kapat', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Bu oturum')
  await expect(panel.getByRole('button', { name: 'Diğer tüm oturumları kapat' })).toHaveCount(0)
  expect(await statuses()).toEqual([401, 401, 401, 200])
  await panel.getByRole('button', { name: 'Bu oturumu kapat' }).click()
  await expect.poll(async () => (await statuses())[3]).toBe(401)
})

test('sessions that cannot be read or ended say so, and can be tried again', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  const { email, password } = someone
  await page.request.post('/api/auth/login', { data: { email, password } })
  await logIn(page, someone)
  await page.route('**/api/account/sessions', (route) => route.fulfill(BROKEN))
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Oturumlar' })
  await expect(panel.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/account/sessions')
  await panel.getByRole('button', { name: 'Yeniden dene' }).click()
  const rows = panel.getByRole('list', { name: 'Açık oturumlar' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.route('**/api/account/sessions/*', (route) => route.fulfill(BROKEN))
  await rows.getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kapat', exact: true }).click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await expect(rows).toHaveCount(2)
})

test('the download asks for the password if the server wants a proof', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await wantProof(page, '**/api/account/export', ['GET'])
  await openAs(page, someone, '/account')
  await page.getByRole('button', { name: 'Verilerimi indir' }).click()
  const dialog = page.getByTestId('proof-dialog')
  await expect(dialog.getByRole('heading', { name: 'Kimliğinizi doğrulayın' })).toBeVisible()
  await expect(dialog.getByLabel('Şifre (yeniden)', { exact: true })).toBeFocused()
  // An account without a second factor has no code to show.
  await expect(dialog.getByRole('button', { name: 'Bunun yerine doğrulama kodu kullan' })).toHaveCount(0)
  await dialog.getByLabel('Şifre (yeniden)', { exact: true }).fill('yanlış-şifre')
  await dialog.getByRole('button', { name: 'Devam et' }).click()
  await expect(dialog.getByText('Şifre yanlış.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.')).toBeVisible()
  await page.getByRole('button', { name: 'Verilerimi indir' }).click()
  await dialog.getByLabel('Şifre (yeniden)', { exact: true }).fill(someone.password)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Devam et' }).click()
  expect((await downloading).suggestedFilename()).toBe('makas-hesap.json')
  await expect(dialog).toHaveCount(0)
})

test('one’s data is downloaded, and the account is deleted after a question', async ({ page }) => {
  const someone = await signUp()
  await openAs(page, someone, '/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Verilerimi indir' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('makas-hesap.json')
  const copy = JSON.parse(await readFile((await download.path()) ?? '', 'utf8')) as { account: { email: string } }
  expect(copy.account.email).toBe(someone.email)
  const form = page.getByRole('form', { name: 'Hesap silme formu' })
  await form.getByLabel('Şifreniz', { exact: true }).fill(someone.password)
  await form.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kalıcı olarak sil' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Hesabınız silindi.')
  expect(await page.evaluate(() => localStorage.getItem('makas.token'))).toBeNull()
})

test('[SEC-72] the sign-up sends its notice’s version; the account shows it', { tag: '@full' }, async ({ page }) => {
  await page.goto('/account')
  const dialog = page.getByTestId('auth-modal')
  const sent = page.waitForRequest('**/api/auth/register')
  await register(dialog)
  expect((await sent).postDataJSON()).toMatchObject({ notice_version: '2026-11-28' })
  await expect(page.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
  await expect(page.getByTestId('tour-modal')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText('Kayıtta gösterilen aydınlatma metni')).toBeVisible()
  const shown = page.getByRole('link', { name: /^sürüm 2026-11-28, \d{2}\.\d{2}\.\d{4} \d{2}:\d{2}/ })
  await expect(shown).toHaveAttribute('href', '/legal/kvkk')
})

testEveryLook('the account page', async (page) => {
  await openAs(page, await signUp(), '/account')
  await expect(page.getByRole('heading', { name: 'Hesabım' })).toBeVisible()
  await looksRight(page)
})
