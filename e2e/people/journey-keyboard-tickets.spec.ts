import { expect, test } from '@playwright/test'
import { enter, putAway, tabTo } from '../keyboard.ts'
import { ADMIN, adminLogin, openAs, own, signUp } from '../people.ts'
import { openTicket, ticketCard, ticketForm } from '../tickets.ts'

const DRAWER = '[data-testid=ticket-drawer]'
const EDITOR = '[data-testid=article-editor]'

for (const width of [1440, 768, 390] as const) {
  /** On narrow screens pages are folded behind a button, and a form is a dialog above its list. */
  const isFolded = width < 1024
  test(`by keyboard from the help centre to a ticket and a reply, ${width} px`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, await signUp(), '/help')
    await expect(page.getByRole('list', { name: 'Makaleler' })).toBeVisible()
    const { keyboard } = page
    await keyboard.press('/')
    await keyboard.type('nonce')
    await enter(page.getByRole('link', { name: /Kraken/ }))
    await expect(page.getByRole('heading', { level: 1, name: /Kraken/ })).toBeFocused()
    await enter(page.getByRole('link', { name: 'Destek talebi aç' }))
    await expect(page).toHaveURL(/\/support$/)

    const title = `Klavyeyle ${width}`
    // A phone shows the tickets first; the form is a dialog above them.
    if (isFolded) await enter(page.getByRole('button', { name: 'Yeni talep' }))
    const form = ticketForm(page)
    await tabTo(form.getByLabel('Konu başlığı'))
    await keyboard.type(title)
    await tabTo(form.getByLabel('Kategori'))
    await keyboard.type('Borsa')
    await tabTo(form.getByLabel('Öncelik'))
    await keyboard.press('Y')
    await tabTo(form.getByLabel('Açıklama'))
    await keyboard.type('Fareye dokunmadan yazıldı.')
    await enter(form.getByRole('button', { name: 'Talebi gönder' }))
    await expect(page.getByText('Talebiniz alındı.')).toBeVisible()
    await enter(page.getByRole('button', { name: 'Bildirimi kapat' }))
    await expect(page.getByText('Talebiniz alındı.')).toHaveCount(0)

    const card = ticketCard(page, title)
    await expect(card.getByText('Borsa', { exact: true })).toBeVisible()
    await expect(card.getByText('Yüksek')).toBeVisible()
    await tabTo(card.getByTestId('ticket-reply').getByRole('textbox'))
    await keyboard.type('Bir ek daha')
    await enter(card.getByRole('button', { name: 'Yanıtla' }))
    await expect(card.locator('[data-side=mine]')).toHaveCount(2)
  })

  test(`by keyboard an admin changes user, ticket and article, ${width} px`, { tag: '@full' }, async ({ page }) => {
    const mark = own(`${width}x`)
    const someone = await signUp({ firstName: 'Tuş', lastName: mark })
    const title = `Klavye sorusu ${mark}`
    await openTicket(someone, title)

    await page.setViewportSize({ width, height: 900 })
    const { keyboard } = page
    const side = page.getByRole('navigation', { name: 'Yönetim gezintisi' })
    const go = async (name: string, heading = name) => {
      if (isFolded) await enter(page.getByRole('button', { name: 'Yönetim menüsünü aç' }))
      await enter(side.getByRole('link', { name }))
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    // The login works only once the first admin exists.
    await adminLogin()
    await page.goto('/admin/login')
    await tabTo(page.getByLabel('E-posta'))
    await keyboard.type(ADMIN.email)
    await tabTo(page.getByLabel('Şifre', { exact: true }))
    await keyboard.type(ADMIN.password)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/dashboard$/)

    await go('Kullanıcı yönetimi')
    await tabTo(page.getByRole('searchbox', { name: 'Bu sayfada ara: e-posta, ad, soyad' }))
    await keyboard.type(someone.email)
    await enter(page.getByRole('button', { name: 'Tüm kullanıcılarda ara' }).first())
    const edit = page.getByRole('button', { name: `Düzenle: Tuş ${mark}` })
    await enter(edit)
    const dialog = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
    await tabTo(dialog.getByLabel('Plan', { exact: true }), '[role=dialog]')
    await keyboard.press('Y')
    await tabTo(dialog.getByLabel('Premium üye'), '[role=dialog]')
    await keyboard.press('Space')
    await enter(dialog.getByRole('button', { name: 'Güncelle' }), '[role=dialog]')
    await expect(dialog).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(page.getByTestId('admin-table')).toContainText('Premium')

    await go('Talep yönetimi')
    await tabTo(page.getByRole('searchbox', { name: 'Taleplerde ara' }))
    await keyboard.type(title)
    await enter(page.getByRole('button', { name: `Yanıtla: ${title}` }))
    const drawer = page.locator(DRAWER)
    await tabTo(drawer.getByRole('combobox', { name: 'Durum' }), DRAWER)
    await keyboard.press('ArrowDown')
    await tabTo(drawer.getByRole('textbox', { name: 'Yönetici yanıtı' }), DRAWER)
    await keyboard.type('Klavyeyle yanıtlandı')
    await enter(drawer.getByRole('button', { name: 'Yanıtı gönder' }), DRAWER)
    await expect(drawer).toHaveCount(0)
    await expect(page.getByTestId('admin-table')).toContainText('İşlemde')

    await go('Yardım merkezi', 'Yardım makaleleri')
    await enter(page.getByRole('button', { name: 'Yeni makale' }))
    const editor = page.locator(EDITOR)
    await expect(editor.getByRole('textbox', { name: 'Başlık' })).toBeFocused()
    await keyboard.type(`Klavye makalesi ${mark}`)
    await tabTo(editor.getByRole('textbox', { name: 'İçerik (Markdown)' }), EDITOR)
    await keyboard.type('Taslak metin')
    await enter(editor.getByRole('button', { name: 'Taslak olarak kaydet' }), EDITOR)
    await expect(editor).toBeHidden()
    await tabTo(page.getByRole('searchbox', { name: 'Başlık ya da içerikte ara' }))
    await keyboard.type(`Klavye makalesi ${mark}`)
    await expect(page.getByRole('button', { name: `Düzenle: Klavye makalesi ${mark}` })).toBeVisible()
    // Escape answers a question.
    await enter(page.getByRole('button', { name: `Sil: Klavye makalesi ${mark}` }))
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await putAway(page.getByRole('alertdialog'))
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Sil: Klavye makalesi ${mark}` })).toBeFocused()

    if (isFolded) await enter(page.getByRole('button', { name: 'Yönetim menüsünü aç' }))
    await enter(page.getByRole('button', { name: 'Çıkış yap' }))
    await expect(page).toHaveURL(/\/admin\/login$/)
  })
}
