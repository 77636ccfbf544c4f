import { expect, type Page, test } from '@playwright/test'
import { atEveryWidth, looksRight, testEveryLook } from '../axe.ts'
import { THEMES } from '../tier.ts'

const articles = (page: Page) => page.getByRole('list', { name: 'Makaleler' }).getByRole('listitem')
const categories = (page: Page) => page.getByRole('navigation', { name: 'Kategoriler' })

test('[HELP-01] typing filters at once and marks Turkish words whatever their case and dots', async ({ page }) => {
  await page.goto('/help')
  await expect(articles(page).first()).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Makalelerde ara' })
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type('CEKIM')
  await expect(page.getByText('“CEKIM” ile eşleşiyor')).toBeVisible()
  const found = articles(page).filter({ hasText: 'Neden çekim yetkisi kapalı anahtar istiyoruz?' })
  await expect(found.locator('mark').first()).toHaveText('çekim')
  await expect(page).toHaveURL(/\?q=CEKIM$/)
  // The search finds a word deep in a text, and shows the words around it.
  await box.fill('ZARF YÖNTEMI')
  await expect(articles(page)).toHaveCount(1)
  await expect(articles(page).locator('mark').filter({ hasText: 'Zarf' })).toBeVisible()
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await expect(page).toHaveURL(/\/help$/)
  // The search text stands in the address.
  await page.goto('/help?q=nonce')
  await expect(box).toHaveValue('nonce')
  await expect(articles(page).first()).toContainText('Kraken')
})

test('box, list and address agree while typing, after a link, Back and Forward', { tag: '@full' }, async ({ page }) => {
  await page.goto('/help')
  await expect(articles(page).first()).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Makalelerde ara' })
  const said = page.getByText('“fonlama oranı” ile eşleşiyor')
  await box.focus()
  // Each key goes into the address; no key gets lost, and the focus stays.
  await page.keyboard.type('fonlama oranı')
  await expect(box).toHaveValue('fonlama oranı')
  await expect(box).toBeFocused()
  await expect(said).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('fonlama oranı')
  await page.getByRole('navigation').getByRole('link', { name: 'Yardım', exact: true }).first().click()
  await expect(page).toHaveURL(/\/help$/)
  await expect(box).toHaveValue('')
  await expect(said).toHaveCount(0)
  await page.goBack()
  await expect(box).toHaveValue('fonlama oranı')
  await expect(said).toBeVisible()
  await page.goForward()
  await expect(box).toHaveValue('')
  await expect(said).toHaveCount(0)
})

test('[HELP-02] [CONST-32] the sidebar counts the articles of each category and search', async ({ page }) => {
  await page.goto('/help')
  await expect(articles(page).first()).toBeVisible()
  await expect(categories(page).getByRole('link')).toHaveText([
    /^Tümü \d\d$/,
    /^Genel \d$/,
    /^Arbitraj \d$/,
    /^Borsa \d$/,
    /^Güvenlik \d$/,
    /^Faturalama \d$/,
    /^Teknik \d$/,
  ])
  const counts = (await categories(page).getByRole('link').allTextContents()).map((text) =>
    Number(/\d+/.exec(text)?.[0]),
  )
  expect(counts.slice(1).reduce((sum, count) => sum + count, 0)).toBe(counts[0])
  for (const count of counts.slice(1)) expect(count).toBeGreaterThanOrEqual(4)
  await categories(page).getByRole('link', { name: 'Güvenlik' }).click()
  await expect(page).toHaveURL(/category=guvenlik/)
  await expect(articles(page)).toHaveCount(counts[4] ?? 0)
  await page.getByRole('searchbox', { name: 'Makalelerde ara' }).fill('nonce')
  await expect(categories(page).getByRole('link', { name: 'Genel' })).toHaveText('Genel 0')
})

test('categories have no count where the articles could not be read', { tag: '@full' }, async ({ page }) => {
  await page.route(/\/api\/help-articles(\?|$)/, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
  await page.goto('/help')
  await expect(page.getByRole('button', { name: 'Yeniden dene' })).toBeVisible()
  await expect(categories(page).getByRole('link').first()).toHaveText('Tümü')
  await expect(categories(page)).not.toContainText(/\d/)
})

test('[HELP-03] [HELP-05] previews have 200 characters; articles have contents and neighbours', async ({ page }) => {
  await page.goto('/help')
  await expect(articles(page).first()).toBeVisible()
  for (const preview of await page.getByTestId('preview').allTextContents()) {
    expect(preview).toMatch(/…$/)
    expect([...preview].length).toBeLessThanOrEqual(201)
    expect([...preview].length).toBeGreaterThanOrEqual(199)
  }
  await page.getByRole('link', { name: 'Net getiri nasıl hesaplanır?' }).first().click()
  await expect(page).toHaveURL(/\/help\/net-getiri$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Net getiri nasıl hesaplanır?' })).toBeVisible()
  await expect(page).toHaveTitle(/Net getiri nasıl hesaplanır\?/)
  await expect(page.getByRole('cell', { name: '8,12526' })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  const contents = page.getByRole('navigation', { name: 'Bu makalede' })
  await contents.getByRole('link', { name: 'Miktar nasıl seçilir?' }).click()
  await expect(page).toHaveURL(/#bolum-miktar-nasil-secilir$/)
  await expect(contents.getByRole('link', { name: 'Miktar nasıl seçilir?' })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await expect(page.getByRole('heading', { name: 'Miktar nasıl seçilir?' })).toBeInViewport()
  const neighbours = page.getByRole('navigation', { name: 'Önceki ve sonraki makale' })
  await neighbours.getByRole('link', { name: /^Sonraki/ }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Taşıma: fonlama getirisi nasıl hesaplanır?' }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Net getiri nasıl hesaplanır?' })).toBeVisible()
})

test('the keyboard turns the pages to their ends; the button keeps the focus', { tag: '@full' }, async ({ page }) => {
  await page.goto('/help')
  const count = page.getByText(/^Sayfa \d+ \/ \d+$/)
  await expect(count).toHaveText(/^Sayfa 1 /)
  const last = Number((await count.innerText()).split(' ').at(-1))
  expect(last).toBeGreaterThan(1)
  const pages = page.getByRole('navigation', { name: 'Sayfalar' })
  const turn = async (name: string, numbers: readonly number[]) => {
    const button = pages.getByRole('button', { name })
    for (const number of numbers) {
      await button.press('Enter')
      await expect(count).toHaveText(`Sayfa ${number} / ${last}`)
      await expect(button).toBeFocused()
    }
    await expect(button).toBeDisabled()
  }
  const rest = Array.from({ length: last - 1 }, (_, at) => at + 2)
  await turn('Sonraki', rest)
  await turn('Önceki', rest.map((number) => number - 1).toReversed())
})

test('an article opens also with a hash that is no address of a heading', { tag: '@full' }, async ({ page }) => {
  await page.goto('/help/net-getiri#%E0%A4%A')
  await expect(page.getByRole('heading', { level: 1, name: 'Net getiri nasıl hesaplanır?' })).toBeVisible()
  await expect(page.getByTestId('article')).toBeVisible()
})

test('[HELP-04] the way to support stands in list and article, and takes the words along', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('link', { name: 'Destek talebi aç' })).toHaveAttribute('href', '/support')
  await page.getByRole('searchbox', { name: 'Makalelerde ara' }).fill('çekim gelmedi')
  await page.getByRole('link', { name: 'Destek talebi aç' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expect(page.getByRole('textbox', { name: 'Konu başlığı' })).toHaveValue('çekim gelmedi')
  await page.goto('/help/riskler')
  await expect(page.getByRole('link', { name: 'Destek talebi aç' })).toHaveAttribute('href', '/support')
})

test('[ERR-13] an article that is not there says so, and empty lists say what to do', async ({ page }) => {
  await page.goto('/help/boyle-bir-makale-yok')
  await expect(page.getByRole('heading', { name: 'Makale bulunamadı' })).toBeVisible()
  await atEveryWidth(page, async () => {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await looksRight(page)
    }
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Yardım merkezi' }).first().click()
  await page.getByRole('searchbox', { name: 'Makalelerde ara' }).fill('zxqw')
  const none = page.getByText('Makale bulunamadı', { exact: true })
  await expect(none).toBeVisible()
  await expect(page.getByText('“zxqw” ile eşleşen makale yok.', { exact: true })).toBeVisible()
  // There are matches, but in another category, which the page offers.
  await page.goto('/help?category=genel&q=nonce')
  await expect(none).toBeVisible()
  await expect(page.getByText('Bu kategoride “nonce” ile eşleşen makale yok.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Borsa kategorisinde 1 eşleşme var' }).click()
  await expect(articles(page)).toHaveCount(1)
  await page.route('**/api/help-articles?content=0', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[]' }),
  )
  await page.goto('/help?category=borsa')
  await expect(none).toBeVisible()
  await expect(page.getByText('Bu kategoride henüz makale yok.', { exact: true })).toBeVisible()
})

test('Back from an article leads to the same page of the list', { tag: '@full' }, async ({ page }) => {
  await page.goto('/help')
  const count = page.getByText(/^Sayfa \d+ \/ \d+$/)
  await expect(count).toHaveText(/^Sayfa 1 /)
  await page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('button', { name: 'Sonraki' }).click()
  await expect(count).toHaveText(/^Sayfa 2 /)
  const link = articles(page).first().getByRole('link')
  const title = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(count).toHaveText(/^Sayfa 2 /)
  await expect(articles(page).first().getByRole('link')).toHaveText(title)
  await page.getByRole('searchbox', { name: 'Makalelerde ara' }).fill('fiyat')
  await expect(count).toHaveText(/^Sayfa 1 /)
})

test('[CALL-15] [CALL-16] [ENT-16] the list has no texts; an article counts a visit once', async ({ page }) => {
  const views: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /help-articles\/.*\/view$/.test(request.url())) views.push(request.url())
  })
  const listed = page.waitForResponse((response) => response.url().endsWith('/api/help-articles?content=0'))
  await page.goto('/help')
  expect(await (await listed).text()).not.toContain('"content"')
  const one = page.waitForResponse((response) => response.url().endsWith('/api/help-articles/simulasyon'))
  await page.getByRole('searchbox', { name: 'Makalelerde ara' }).fill('Simülasyon ve deneme işlemleri')
  const link = page.getByRole('link', { name: 'Simülasyon ve deneme işlemleri nasıl çalışır?' })
  await link.click()
  expect(Object.keys((await (await one).json()) as object).sort()).toEqual(
    ['category', 'content', 'created_at', 'id', 'is_published', 'order', 'title', 'updated_at', 'views'].sort(),
  )
  await expect.poll(() => views.length).toBe(1)
  await expect(page.getByText(/^.*[1-9]\d* görüntülenme/)).toBeVisible()
  await page.goBack()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simülasyon ve deneme işlemleri nasıl çalışır?')
  expect(views).toHaveLength(1)
})

testEveryLook('help', async (page) => {
  await page.goto('/help?q=CEKIM')
  await expect(page.locator('mark').first()).toBeVisible()
  await looksRight(page)
  await page.goto('/help/komisyonlar')
  await expect(page.getByRole('table').first()).toBeVisible()
  await looksRight(page)
  await expect(page.locator('h1')).toHaveCount(1)
})
