import { expect, type Page, test } from '@playwright/test'
import { contentBox, editor, titleBox } from '../articles.ts'
import { answerCall } from '../failing.ts'
import { openAdmin } from '../people.ts'

const CALL = '**/api/admin/help-articles'
const TEXT = 'kaybolmaması gereken metin'

/** Makes a chunk of the site unreachable, like a lost network or an update. */
const lose = (page: Page, chunk: string) => page.route(`**/assets/${chunk}-*.js`, (route) => route.abort())

async function writeArticle(page: Page): Promise<void> {
  await openAdmin(page, '/admin/help')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await titleBox(page).fill('Uzun uğraşılmış makale')
  await contentBox(page).fill(TEXT)
}

const expectText = (page: Page) => expect(contentBox(page)).toHaveValue(TEXT)

test('the sentence of an unreachable server is shown without its dialog’s code; the text stays', async ({ page }) => {
  await lose(page, 'alert-box')
  await writeArticle(page)
  await answerCall(page, 'POST', CALL, (route) => route.abort())
  const said = page.waitForEvent('dialog')
  const sent = editor(page).getByRole('button', { name: 'Oluştur' }).click()
  const alert = await said
  expect([alert.type(), alert.message()]).toEqual(['alert', 'Makale oluşturulurken hata oluştu'])
  await alert.accept()
  await sent
  await expectText(page)
  // A question appears in the same way, and its answer counts.
  for (const answer of ['dismiss', 'accept'] as const) {
    const asked = page.waitForEvent('dialog')
    const left = editor(page).getByRole('button', { name: 'Vazgeç' }).click()
    const question = await asked
    expect([question.type(), question.message()]).toEqual([
      'confirm',
      'Kaydedilmemiş değişiklikler silinecek. Çıkmak istediğinizden emin misiniz?',
    ])
    await question[answer]()
    await left
    if (answer === 'dismiss') await expectText(page)
    else await expect(editor(page)).toHaveCount(0)
  }
})

test('without a network the dialog of an alert is there already', { tag: '@full' }, async ({ page, context }) => {
  const loaded = page.waitForResponse('**/assets/alert-box-*.js')
  await writeArticle(page)
  // Resolves once the code and its imports are loaded.
  await page.evaluate((code) => import(code), (await loaded).url())
  await context.setOffline(true)
  await editor(page).getByRole('button', { name: 'Oluştur' }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Makale oluşturulurken hata oluştu')
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expectText(page)
})

test('a dialog whose code cannot be loaded asks whether to try again, and the page stays', async ({ page }) => {
  await lose(page, 'auth-modal')
  await page.goto('/status')
  const heading = page.getByRole('heading', { level: 1 })
  const question = page.getByRole('alertdialog')
  const logIn = page.getByRole('button', { name: 'Giriş yap / Başla' })
  await logIn.click()
  await expect(question).toContainText(
    'Giriş yap / Başla: yüklenemedi. Bağlantınız kesilmiş ya da site güncellenmiş olabilir.',
  )
  await question.getByRole('button', { name: 'Yeniden dene' }).click()
  // After two failures only a reload helps: it knows the files of an updated site.
  await expect(question.getByRole('button', { name: 'Yeniden yükle' })).toBeVisible()
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(question).toHaveCount(0)
  await expect(heading).toBeVisible()
  await page.unroute('**/assets/auth-modal-*.js')
  await logIn.click()
  // Some browsers do not try a failed file again.
  await expect(page.getByTestId('auth-modal').or(question)).toBeVisible()
})

test('a part whose code cannot be loaded says so in its place', { tag: '@full' }, async ({ page }) => {
  await lose(page, 'filter-place')
  await page.goto('/opportunities')
  await page.getByRole('button', { name: /^Filtreler/ }).click()
  const lost = page.getByRole('alert').filter({ hasText: 'Filtreler: yüklenemedi.' })
  await expect(lost.getByRole('button', { name: 'Yeniden dene' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
