import { expect, test } from '@playwright/test'
import { enter, putAway, tabTo } from '../keyboard.ts'
import { connectPatiently, registration } from '../people.ts'
import { WIDTHS } from '../tier.ts'

const AUTH = '[data-testid=auth-modal]'
const TOUR = '[data-testid=tour-modal]'
const WIZARD = '[data-testid=api-wizard]'
const PAPER = '[data-testid=paper-dialog]'

for (const width of WIDTHS) {
  /** On narrow screens pages are folded behind a button, and a form is a dialog above its list. */
  const isFolded = width < 1024
  test(`by keyboard from the landing page to a first paper trade, at ${width}`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await connectPatiently(page)
    const { keyboard } = page
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const pages = page.getByRole('navigation', { name: 'Ana gezinti' })
    /** Opens the menu of a phone, which has the pages and the login. */
    const unfold = async () => {
      if (isFolded) await enter(button('Menüyü aç'))
    }
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')

    const auth = page.locator(AUTH)
    await unfold()
    await enter(button('Giriş yap / Başla'))
    await expect(auth.getByLabel('E-posta')).toBeFocused()
    // Escape closes only the dialog: the focus is back on its opener.
    await putAway(auth)
    await expect(auth).toHaveCount(0)
    await expect(button('Giriş yap / Başla')).toBeFocused()
    await keyboard.press('Enter')
    await expect(auth.getByLabel('E-posta')).toBeFocused()
    await enter(auth.getByRole('button', { name: 'Kayıt', exact: true }), AUTH)
    const typed = registration({ Ad: 'Klavye', Soyad: 'Akın' })
    for (const [label, text] of Object.entries(typed)) {
      await tabTo(auth.getByLabel(label, { exact: true }), AUTH)
      await keyboard.type(text)
    }
    await keyboard.press('Enter')
    await expect(auth.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()

    const tour = page.locator(TOUR)
    await expect(tour.getByRole('heading', { name: 'Bir fırsat seçin' })).toBeFocused()
    await enter(tour.getByTestId('tour-opportunity').nth(1), TOUR)
    await expect(tour.getByRole('heading', { name: 'Demo borsaları bağlayın' })).toBeFocused()
    await expect(tour.getByRole('heading', { name: 'İlk deneme işleminiz' })).toBeFocused()
    await enter(tour.getByRole('button', { name: 'Deneme işlemi yap' }), TOUR)
    await expect(tour.getByText('İşlem tamamlandı')).toBeVisible()
    await expect(tour).toHaveCount(0)

    await unfold()
    await enter(pages.getByRole('link', { name: 'API yönetimi', exact: true }))
    await expect(page.getByRole('heading', { level: 1, name: 'API yönetimi' })).toBeFocused()
    const wizard = page.locator(WIZARD)
    await enter(button('Adım adım bağla').first())
    await expect(wizard.getByRole('heading', { name: 'Bir borsa seçin' })).toBeFocused()
    await putAway(wizard)
    await expect(wizard).toHaveCount(0)
    await expect(button('Adım adım bağla').first()).toBeFocused()
    await keyboard.press('Enter')
    await enter(wizard.getByRole('button', { name: 'OKX bağla' }), WIZARD)
    await expect(wizard.getByRole('heading', { name: 'OKX', exact: true })).toBeFocused()
    await enter(wizard.getByRole('button', { name: 'Demo hesabı kullan' }), WIZARD)
    await expect(wizard.getByRole('heading', { name: 'OKX bağlandı' })).toBeFocused()
    await enter(wizard.getByRole('button', { name: 'Bitir' }), WIZARD)
    await expect(wizard).toHaveCount(0)
    await expect(button('Adım adım bağla').first()).toBeFocused()

    await unfold()
    await enter(pages.getByRole('link', { name: 'Panel', exact: true }))
    await expect(page.getByRole('heading', { level: 1, name: 'Real-Time Arbitrage Opportunities' })).toBeFocused()
    await enter(page.getByRole('link', { name: 'Portföyü aç' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Deneme portföyü' })).toBeFocused()
    const paper = page.locator(PAPER)
    const result = paper.getByRole('table', { name: 'Sonuç' })
    // A row may close between the look and the press: then the next one is tried.
    await expect(async () => {
      if (await paper.isVisible()) await keyboard.press('Escape')
      await expect(paper).toHaveCount(0)
      await enter(button('İlk deneme işleminizi yapın'))
      await expect(paper.getByLabel('Tutar (USD)')).toBeFocused()
      await keyboard.press('Enter')
      await expect(result.or(paper.getByRole('alert'))).toBeVisible()
      expect(await result.isVisible()).toBe(true)
    }).toPass()
    await expect(paper.getByRole('heading', { name: 'Sonuç' })).toBeFocused()
    await expect(page.getByText('1 işlem', { exact: true })).toBeVisible()
    await enter(paper.getByRole('button', { name: 'Kapat' }).first(), PAPER)
    await expect(paper).toHaveCount(0)
    // The opener is gone with the first trade: the page has the focus, and Tab goes on from there.
    await expect(page.locator('#content')).toBeFocused()
    await enter(page.getByRole('link', { name: 'Tümünü aç' }))
    await expect(page).toHaveURL(/\/opportunities/)
  })
}
