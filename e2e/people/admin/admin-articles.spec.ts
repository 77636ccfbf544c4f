import { expect, type Page, test } from '@playwright/test'
import { addArticle, contentBox, editor, published, searchArticles, titleBox } from '../../articles.ts'
import { axe, axeEverywhere, expectWithin, looksRight, testEveryLook } from '../../axe.ts'
import { enter, putAway } from '../../keyboard.ts'
import { headings } from '../../market.ts'
import { callsOf, callsOfAdmin, goInPanel, logInAdmin, openAdmin, own } from '../../people.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Yardım makaleleri tablosu' }).getByRole('row')

async function open(page: Page): Promise<void> {
  await page.goto('/admin/help')
  await expect(rows(page).nth(1)).toBeVisible()
}

test('[AHELP-01] [CALL-26] articles stand in their order with excerpts of 100 characters', async ({ page }) => {
  await logInAdmin(page)
  const asked = page.waitForRequest(/\/api\/admin\/help-articles(\?|$)/)
  await open(page)
  expect((await asked).method()).toBe('GET')
  expect(await headings(page)).toBe('Sıra | Makale | Kategori | Durum | Görüntülenme | Oluşturuldu | İşlemler')
  const orders = await rows(page).locator('td:first-child').allTextContents()
  const numbers = orders.map((text) => Number(text.replaceAll('.', '').replace('−', '-')))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  for (const excerpt of await page.getByTestId('excerpt').allTextContents()) {
    expect([...excerpt].length).toBeLessThanOrEqual(101)
    expect([...excerpt].length).toBeGreaterThan(0)
  }
  await searchArticles(page, 'Net getiri nasil')
  const row = rows(page).filter({ hasText: 'Net getiri nasıl hesaplanır?' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Arbitraj')
  await expect(row).toContainText('yayında')
  expect([...((await row.getByTestId('excerpt').textContent()) ?? '')].length).toBeGreaterThanOrEqual(100)
  await expect(row).toContainText(/\d\d\.\d\d\.\d{4}/)
  await expect(row.getByRole('button', { name: 'Düzenle: Net getiri nasıl hesaplanır?' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Sil: Net getiri nasıl hesaplanır?' })).toBeVisible()
  // At every width the page has the article once.
  const title = page.getByText('Net getiri nasıl hesaplanır?', { exact: true })
  await expect(title).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  const list = page.getByRole('list', { name: 'Yardım makaleleri tablosu' })
  await expect(list.getByRole('listitem').filter({ has: title })).toHaveCount(1)
  await expect(title).toHaveCount(1)
})

test('[AHELP-02] [AHELP-03] [VALID-30] a new article: required fields, order 0, preview', async ({ page }) => {
  await logInAdmin(page)
  await open(page)
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  const dialog = editor(page)
  await expect(titleBox(page)).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Sıra' })).toHaveValue('0')
  await expect(dialog.getByRole('combobox', { name: 'Kategori' }).getByRole('option')).toHaveText([
    'Genel',
    'Teknik',
    'Faturalama',
    'Borsa',
    'Arbitraj',
    'Güvenlik',
  ])
  await expect(published(page)).toBeChecked()
  const content = contentBox(page)
  await expect(content).toHaveAttribute('rows', '12')
  await expect(dialog.getByText('zorunlu', { exact: true })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Oluştur' }).click()
  await expect(dialog.getByText('Başlık alanı gerekli')).toBeVisible()
  await expect(dialog.getByText('İçerik alanı gerekli')).toBeVisible()
  const title = own('Deneme makalesi ')
  await titleBox(page).fill(title)
  // The form drops decimals of the order; an empty order is 0.
  await dialog.getByRole('textbox', { name: 'Sıra' }).fill('7,9')
  await content.fill('## Alt başlık\n\n**kalın** metin\n\n| a | b |\n|---|---|\n| 1 | 2 |')
  const preview = dialog.getByRole('region', { name: 'Önizleme' })
  await expect(preview.getByRole('heading', { name: 'Alt başlık' })).toBeVisible()
  await expect(preview.getByRole('cell', { name: '2' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Oluştur' }).click()
  await expect(dialog).toBeHidden()
  await searchArticles(page, title)
  await expect(rows(page).nth(1).locator('td').first()).toHaveText('7')
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  await dialog.getByRole('textbox', { name: 'Sıra' }).fill('')
  await dialog.getByRole('button', { name: 'Güncelle' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page).nth(1).locator('td').first()).toHaveText('0')
})

test('[STATE-36] [CALL-27] [CALL-28] articles are published by default; drafts are hidden', async ({ page }) => {
  await logInAdmin(page)
  await open(page)
  const title = own('Taslak makale ')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await titleBox(page).fill(title)
  await expect(published(page)).toBeChecked()
  await contentBox(page).fill('henüz bitmedi')
  const sent = (method: string) => page.waitForRequest((request) => request.method() === method)
  const created = sent('POST')
  await editor(page).getByRole('button', { name: 'Taslak olarak kaydet' }).click()
  const body = { title, content: 'henüz bitmedi', category: 'genel', order: 0, is_published: false }
  expect(new URL((await created).url()).pathname).toBe('/api/admin/help-articles')
  expect((await created).postDataJSON()).toEqual(body)
  await expect(editor(page)).toBeHidden()
  await searchArticles(page, title)
  await expect(rows(page).nth(1)).toContainText('taslak')
  const shown = async () => JSON.stringify(await (await page.request.get('/api/help-articles?content=0')).json())
  expect(await shown()).not.toContain(title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  await published(page).check()
  const changed = sent('PATCH')
  await titleBox(page).press('Control+s')
  expect(new URL((await changed).url()).pathname).toMatch(/^\/api\/admin\/help-articles\/[\w-]+$/)
  expect((await changed).postDataJSON()).toMatchObject({ ...body, is_published: true })
  await expect(editor(page)).toBeHidden()
  await expect(rows(page).nth(1)).toContainText('yayında')
  expect(await shown()).toContain(title)
})

test('[AHELP-04] [ERR-25] [CALL-29] deleting asks first; another answer keeps the article', async ({ page }) => {
  const { token } = await logInAdmin(page)
  const api = await callsOf({ token })
  const title = own('Silinecek makale ')
  const id = await addArticle(title, 'metin')
  await open(page)
  await searchArticles(page, title)
  await page.getByRole('button', { name: `Sil: ${title}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Bu makaleyi silmek istediğinizden emin misiniz?')
  await putAway(question)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: `Sil: ${title}` }).click()
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE')
  await question.getByRole('button', { name: 'Sil' }).click()
  expect(new URL((await deleted).url()).pathname).toBe(`/api/admin/help-articles/${id}`)
  await expect(page.getByText('Bu filtreye uyan makale yok.')).toBeVisible()
  await api.dispose()
})

test('[ERR-21] [ERR-22] [ERR-23] what fails is said in an alert, and what was typed stays', async ({ page }) => {
  await logInAdmin(page)
  await open(page)
  await page.route('**/api/admin/help-articles**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  const putAway = (name: string) =>
    page.getByRole('alertdialog', { name, exact: true }).getByRole('button', { name: 'Tamam' }).click()
  const cause = editor(page).getByRole('alert')
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  await titleBox(page).fill('Yazı')
  await contentBox(page).fill('metin')
  await editor(page).getByRole('button', { name: 'Oluştur' }).click()
  await putAway('Makale oluşturulurken hata oluştu')
  await expect(cause).toHaveText(/^Sunucuya ulaşılamadı\./)
  await expect(titleBox(page)).toHaveValue('Yazı')
  await expect(contentBox(page)).toHaveValue('metin')
  await leave(page)
  // An article of the product, because articles of other tests come and go.
  const title = 'Net getiri nasıl hesaplanır?'
  await searchArticles(page, title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  await titleBox(page).fill(`${title} değişti`)
  await editor(page).getByRole('button', { name: 'Güncelle' }).click()
  await putAway('Makale güncellenirken hata oluştu')
  await expect(titleBox(page)).toHaveValue(`${title} değişti`)
  await leave(page)
  await page.getByRole('button', { name: `Sil: ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await putAway('Makale silinirken hata oluştu')
  await expect(rows(page).filter({ hasText: title })).toHaveCount(1)
})

const QUESTION = 'Kaydedilmemiş değişiklikler silinecek. Çıkmak istediğinizden emin misiniz?'

async function leave(page: Page): Promise<void> {
  await editor(page).getByRole('button', { name: 'Vazgeç' }).click()
  const question = page.getByRole('alertdialog', { name: QUESTION, exact: true })
  await question.getByRole('button', { name: 'Değişiklikleri sil' }).click()
  await expect(editor(page)).toBeHidden()
}

test('every way out of an unsaved article asks first, even the tab’s', { tag: '@full' }, async ({ page }) => {
  await openAdmin(page, '/admin/settings')
  await goInPanel(page, 'Yardım merkezi')
  await expect(rows(page).nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Yeni makale' }).click()
  const content = contentBox(page)
  await content.fill('[Destek sayfası](/support)')
  const question = page.getByRole('alertdialog', { name: QUESTION, exact: true })
  const link = editor(page).getByRole('link', { name: 'Destek sayfası' })
  for (const go of [
    () => editor(page).getByRole('button', { name: 'Vazgeç' }).click(),
    () => content.press('Escape'),
    () => page.evaluate(() => history.back()),
    () => link.click(),
  ]) {
    await go()
    await expect(question).toBeVisible()
    await putAway(question)
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\/help$/)
    await expect(content).toHaveValue('[Destek sayfası](/support)')
  }
  const asked = page.waitForEvent('dialog')
  const reloaded = page.evaluate(() => location.reload())
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloaded
  await expect(content).toHaveValue('[Destek sayfası](/support)')
  // After a yes the navigation goes on without another question.
  await link.click()
  await question.getByRole('button', { name: 'Değişiklikleri sil' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/help$/)
  await expect(question).toHaveCount(0)
})

test('two admins at once: the second sees both versions and decides', { tag: '@full' }, async ({ page }) => {
  const { token } = await logInAdmin(page)
  const api = await callsOf({ token })
  const title = own('Paylaşılan makale ')
  const id = await addArticle(title, 'ilk')
  await open(page)
  await searchArticles(page, title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  const content = contentBox(page)
  await content.fill('benim yazdığım')
  await api.patch(`/api/admin/help-articles/${id}`, { data: { content: 'başkasının yazdığı' } })
  await editor(page).getByRole('button', { name: 'Güncelle' }).click()
  const conflict = editor(page).getByRole('alert')
  await expect(conflict).toContainText('Bu makale siz düzenlerken değiştirildi')
  await expect(conflict).toContainText('başkasının yazdığı')
  await expect(content).toHaveValue('benim yazdığım')
  await axeEverywhere(page, editor(page))
  await enter(conflict.getByRole('button', { name: 'Benimkini kaydet' }), '[data-testid=article-editor]')
  await expect(editor(page)).toBeHidden()
  const stored = (await (await page.request.get(`/api/help-articles/${id}`)).json()) as { content: string }
  expect(stored.content).toBe('benim yazdığım')
  await api.dispose()
})

const PAYLOADS = [
  '<img src=x onerror="window.__hit=1">',
  '<script>window.__hit=1</script>',
  '[tıkla](javascript:window.__hit=1)',
  '[tıkla](data:text/html,<script>window.__hit=1</script>)',
  '<a href="javascript:window.__hit=1">bağ</a>',
  '<svg onload="window.__hit=1"></svg>',
  '![x](https://example.org/x.png)',
  '"><iframe srcdoc="<script>parent.__hit=1</script>"></iframe>',
]

test('the keyboard turns the pages of articles; the button keeps the focus', { tag: '@full' }, async ({ page }) => {
  await logInAdmin(page)
  await page.route('**/api/admin/help-articles?**', async (route) => {
    const [one] = (await (await route.fetch()).json()) as object[]
    await route.fulfill({ json: Array.from({ length: 23 }, (_, at) => ({ ...one, id: `makale-${at}` })) })
  })
  await open(page)
  await expect(page.getByText('1–20 / 23 makale')).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Sayfalar' })
  for (const { name, says } of [
    { name: 'Sonraki', says: '21–23 / 23 makale' },
    { name: 'Önceki', says: '1–20 / 23 makale' },
  ]) {
    const button = pages.getByRole('button', { name })
    await button.press('Enter')
    await expect(page.getByText(says)).toBeVisible()
    await expect(button).toBeFocused()
  }
})

test('scripts in an article do nothing, for visitors and for admins', { tag: '@full' }, async ({ page }) => {
  const { token } = await logInAdmin(page)
  const api = await callsOf({ token })
  const title = `${own('Tehlikeli ')} <img src=x onerror="window.__hit=1">`
  const content = `## <img src=x onerror="window.__hit=1"> başlık\n\n${PAYLOADS.join('\n\n')}`
  const id = await addArticle(title, content)
  const hit = () => page.evaluate(() => Reflect.get(window, '__hit'))
  const foreign = page
    .locator('.article-text')
    .locator('script, img, iframe, svg[onload], [onerror], a[href^="javascript:"], a[href^="data:"]')
  await page.goto(`/help/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(foreign).toHaveCount(0)
  await page.getByText('tıkla').first().click()
  expect(await hit()).toBeUndefined()
  await page.goto(`/help?q=${encodeURIComponent('Tehlikeli')}`)
  await expect(page.getByRole('list', { name: 'Makaleler' }).locator('mark').first()).toBeVisible()
  expect(await hit()).toBeUndefined()
  await open(page)
  await searchArticles(page, title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  await expect(editor(page).getByRole('region', { name: 'Önizleme' })).toContainText('başlık')
  await expect(foreign).toHaveCount(0)
  expect(await hit()).toBeUndefined()
  await api.delete(`/api/admin/help-articles/${id}`)
  await api.dispose()
})

testEveryLook('articles and editor', async (page, width) => {
  await openAdmin(page, '/admin/help')
  const edit = page.getByRole('button', { name: 'Düzenle: Net getiri nasıl hesaplanır?' })
  await expect(edit).toBeVisible()
  await looksRight(page)
  await edit.click()
  await expect(titleBox(page)).toHaveValue('Net getiri nasıl hesaplanır?')
  await looksRight(page)
  await expectWithin(editor(page))
  // Below 1024 px the preview takes the editor's place.
  if (width < 1024) {
    await editor(page).getByRole('button', { name: 'Görünüm' }).click()
    await axe(page)
    await expectWithin(editor(page))
  }
})

test('the search finds a word deep in an article, whatever its case and dots', { tag: '@full' }, async ({ page }) => {
  const title = own('Derinde ')
  const hidden = `sakli${Date.now().toString(36)}`
  await logInAdmin(page)
  const call = await callsOfAdmin()
  const content = `${'Uzun bir giriş. '.repeat(100)}Sonunda ${hidden.replace('i', 'İ').toUpperCase()} durur.`
  const id = await addArticle(title, content, { order: 900, is_published: false })
  await open(page)
  await searchArticles(page, hidden.replace('i', 'ı'))
  await expect(rows(page).filter({ hasText: title })).toHaveCount(1)
  await expect(rows(page)).toHaveCount(2)
  await searchArticles(page, `${hidden}yok`)
  await expect(page.getByText('Bu filtreye uyan makale yok')).toBeVisible()
  await call.delete(`/api/admin/help-articles/${id}`)
  await call.dispose()
})
