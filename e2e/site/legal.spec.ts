import { expect, test } from '@playwright/test'
import { looksRight } from '../axe.ts'
import { fullUnless } from '../tier.ts'

const PAGES = [
  ['KVKK aydınlatma metni', '/legal/kvkk', 'Hangi veriler, hangi amaçla, hangi sebeple'],
  ['Açık rıza metni', '/legal/acik-riza', 'Rızayı geri almak'],
  ['Çerez politikası', '/legal/cerezler', 'Neden onay istenmiyor?'],
  ['Kullanım koşulları', '/legal/kullanim-kosullari', 'Borsa API anahtarları'],
  ['Risk bildirimi', '/legal/risk-bildirimi', 'Spot arbitrajın riskleri'],
  ['Mesafeli satış sözleşmesi', '/legal/mesafeli-satis', 'Cayma hakkı'],
  ['Ön bilgilendirme formu', '/legal/on-bilgilendirme', 'Hizmetin temel nitelikleri'],
  ['İptal ve iade koşulları', '/legal/iptal-iade', '14 gün içinde cayma'],
  ['Veri sorumlusuna başvuru', '/legal/basvuru', 'Başvuru yolları'],
  ['Saklama ve imha politikası', '/legal/saklama-imha', 'Saklama süreleri'],
  ['Künye ve iletişim', '/legal/kunye', 'İşletmeci'],
] as const

test('[LAND-08] the footer has the risk warning and leads to every legal page', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Kâr garantisi yoktur, yatırım tavsiyesi değildir.')
  for (const [name, address, heading] of PAGES) {
    await footer.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible()
    await expect(page.getByText(/^Sürüm \d{4}-\d{2}(-\d{2})?$/)).toBeVisible()
  }
})

test('what the operator has not told is marked, never made up', { tag: '@full' }, async ({ page }) => {
  await page.goto('/legal/kunye')
  await expect(page.getByText('[ticaret unvanı henüz girilmedi]')).toBeVisible()
  await expect(page.getByText('[MERSİS numarası henüz girilmedi]')).toBeVisible()
})

test('a legal page that is not there says so', { tag: '@full' }, async ({ page }) => {
  const answer = await page.goto('/legal/yok')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sayfa bulunamadı')
})

for (const [theme, width] of [
  ['dark', 1440],
  ['light', 390],
] as const) {
  test(`${theme} theme at ${width}: a legal page looks right`, { tag: fullUnless(theme === 'dark') }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/legal/kvkk')
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await looksRight(page)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page and every legal page can be read, each with a head of its own', async ({ page }) => {
    const heads = new Set<string>()
    for (const [address, text] of [
      ['/', 'Dört borsadaki makası, komisyon ve kayma düşülmüş hâliyle görün.'] as const,
      ...PAGES.map(([, address, heading]) => [address, heading] as const),
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText('yatırım tavsiyesi değildir')
      const description = await page.locator('meta[name=description]').getAttribute('content')
      heads.add(`${await page.title()} | ${description}`)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`^http.*${address}$`))
      await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/social\.png$/)
    }
    expect(heads.size).toBe(PAGES.length + 1)
  })
})

test('robots, sitemap and the social picture are served', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap: http')
  const map = await (await request.get('/sitemap.xml')).text()
  for (const [, address] of PAGES) expect(map).toContain(`${address}</loc>`)
  expect((await request.get('/social.png')).headers()['content-type']).toBe('image/png')
})

test('on paper a text is dark on white, in both themes, and has no navigation', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const address of ['/legal/kvkk', '/help/makas-nedir']) {
    await page.goto(address)
    const article = page.getByRole('article')
    await expect(article).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(article.getByRole('heading', { level: 2 }).first()).toHaveCSS('color', 'rgb(232, 238, 244)')
    await page.emulateMedia({ media: 'print' })
    await expect(article.getByRole('heading', { level: 2 }).first()).toHaveCSS('color', 'rgb(15, 30, 43)')
    await expect(page.getByRole('banner')).toBeHidden()
    for (const nav of await page.getByRole('main').getByRole('navigation').all()) await expect(nav).toBeHidden()
    await expect(page.getByRole('contentinfo')).toContainText('Kâr garantisi yoktur, yatırım tavsiyesi değildir.')
    // The script may put its own article in the place of the prepared one meanwhile.
    const share = async () => {
      const [text, whole] = await Promise.all([article.boundingBox(), page.getByRole('main').boundingBox()])
      return text === null || whole === null ? 0 : text.width / whole.width
    }
    await expect.poll(share).toBeGreaterThan(0.4)
    await page.emulateMedia({ media: 'screen' })
  }
  // Of the list the columns stand beside each other, without what is pressed.
  await page.setViewportSize({ width: 1047, height: 900 })
  await page.goto('/opportunities?mode=carry')
  const head = page.getByTestId('opportunity-table').getByRole('columnheader')
  await expect(head.filter({ hasText: 'İşlem' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(head.filter({ hasText: 'İşlem' })).toBeHidden()
  await expect(page.getByTestId('filter-toggle')).toBeHidden()
  await expect(head.filter({ hasText: 'Yaş' })).toBeInViewport({ ratio: 1 })
})
