import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { axe, expectNoSpill } from '../axe.ts'
import { enter } from '../keyboard.ts'
import { logInAdmin } from '../people.ts'
import { dataDirOf, productCommand } from '../product-command.ts'
import { THEMES, WIDTHS } from '../tier.ts'

const ZONE = 'Europe/Istanbul'
const MANIFEST = join(import.meta.dirname, '..', '..', 'package.json')
const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }

test('[ASET-01] the page says that it is still under development, and beneath it what is true of the server', async ({
  page,
  baseURL,
}) => {
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/settings')
  await expect(page.getByText('Bu sayfa henüz geliştirme aşamasındadır.')).toBeVisible()
  const server = page.getByRole('region', { name: 'Sunucu' })
  await expect(server).toContainText(`Sürüm${VERSION}`)
  await expect(server).toContainText('Piyasa kaynağıdemo piyasa')
  await expect(server.locator('code').first()).toHaveText(/^[\w-]{4,}$/)
  await expect(page.getByRole('region', { name: 'Veri akışı' })).toContainText(/Kraken.*\d+ \/ \d+ defter/)
  await expect(page.getByRole('region', { name: 'Yedek ve denetim kaydı' })).toContainText('Yedekler')
  await enter(page.getByRole('button', { name: 'Denetim kaydını şimdi denetle' }))
  await expect(page.getByText(/Denetim kaydı sağlam: [\d.]+ satır denetlendi\./)).toBeVisible()
  await expect(page.getByText(/^sağlam · [\d.]+ satır/)).toBeVisible()
})

test('a copy that is there is told on both pages, by the moment at which it was taken', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const at = new Date()
  const folder = join(dataDirOf(baseURL ?? ''), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `makas-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.copy`
  await productCommand(baseURL ?? '', 'backup', [join(folder, name)])
  const day = at.toLocaleDateString('tr-TR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: ZONE })
  const taken = `son yedek ${day} ${at.toLocaleTimeString('tr-TR', { timeZone: ZONE })} · `
  await logInAdmin(page, baseURL ?? '')
  for (const path of ['dashboard', 'settings']) {
    await page.goto(`/admin/${path}`)
    const panel = page.getByRole('region', { name: 'Yedek ve denetim kaydı' })
    await expect(panel).toContainText(taken)
    await expect(panel).toContainText(/· \d+ yedek saklanıyor/)
  }
})

for (const width of WIDTHS) {
  for (const colorScheme of THEMES) {
    test(`settings in the ${colorScheme} theme at ${width}: axe finds nothing and nothing spills`, {
      tag: '@full',
    }, async ({ page, baseURL }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await logInAdmin(page, baseURL ?? '')
      await page.goto('/admin/settings')
      await expect(page.getByRole('region', { name: 'Sunucu' })).toContainText('Sürüm')
      await expect(page.getByRole('region', { name: 'Veri akışı' })).toContainText('Kraken')
      await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  }
}

test('a key file and copies on the disk of the data are told on both pages', async ({ page, baseURL }) => {
  await logInAdmin(page, baseURL ?? '')
  await page.route('**/api/admin/system', async (route) => {
    const real = await route.fetch()
    const facts = (await real.json()) as object
    await route.fulfill({ response: real, json: { ...facts, beside_data: ['key', 'copies'] } })
  })
  for (const address of ['/admin/dashboard', '/admin/settings']) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      const panel = page.getByRole('region', { name: 'Yedek ve denetim kaydı' })
      await expect(panel.getByText('Anahtar dosyası veri klasörüyle aynı diskte')).toBeVisible()
      await expect(panel).toContainText('BACKUP_DIR ayarını başka bir diske verin')
      await expectNoSpill(page)
    }
  }
})

test('a proxy that is not trusted is told on both pages, with what to set', async ({ page, baseURL }) => {
  await logInAdmin(page, baseURL ?? '')
  await page.route('**/api/admin/system', async (route) => {
    const real = await route.fetch()
    const facts = (await real.json()) as object
    await route.fulfill({ response: real, json: { ...facts, untrusted_proxy: '10.0.0.2' } })
  })
  for (const address of ['/admin/dashboard', '/admin/settings']) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      const panel = page.getByRole('region', { name: 'Yedek ve denetim kaydı' })
      await expect(panel.getByText('10.0.0.2 adresindeki vekil sunucuya güvenilmiyor')).toBeVisible()
      await expect(panel).toContainText('TRUST_PROXY ayarına 10.0.0.2 ekleyip sunucuyu yeniden başlatın')
      await expectNoSpill(page)
    }
  }
})
