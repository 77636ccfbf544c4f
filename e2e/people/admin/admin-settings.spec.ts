import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { atEveryWidth, expectNoSpill, looksRight, testEveryLook } from '../../axe.ts'
import { enter } from '../../keyboard.ts'
import { logInAdmin, openAdmin, serverAddress } from '../../people.ts'
import { dataDirOf, productCommand } from '../../product-command.ts'

const ZONE = 'Europe/Istanbul'
const MANIFEST = join(import.meta.dirname, '..', '..', '..', 'package.json')
const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }

test('[ASET-01] the page says that it is under development, and shows the server’s facts', async ({ page }) => {
  await openAdmin(page, '/admin/settings')
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

test('both pages tell of a backup copy by the time at which it was taken', { tag: '@full' }, async ({ page }) => {
  const at = new Date()
  const folder = join(dataDirOf(serverAddress()), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `makas-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.copy`
  await productCommand('backup', [join(folder, name)])
  const day = at.toLocaleDateString('tr-TR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: ZONE })
  const taken = `son yedek ${day} ${at.toLocaleTimeString('tr-TR', { timeZone: ZONE })} · `
  await logInAdmin(page)
  for (const path of ['dashboard', 'settings']) {
    await page.goto(`/admin/${path}`)
    const panel = page.getByRole('region', { name: 'Yedek ve denetim kaydı' })
    await expect(panel).toContainText(taken)
    await expect(panel).toContainText(/· \d+ yedek saklanıyor/)
  }
})

testEveryLook('the admin settings', async (page) => {
  await openAdmin(page, '/admin/settings')
  await expect(page.getByRole('region', { name: 'Sunucu' })).toContainText('Sürüm')
  await expect(page.getByRole('region', { name: 'Veri akışı' })).toContainText('Kraken')
  await looksRight(page)
})

for (const { what, change, says, advises } of [
  {
    what: 'a key file and copies on the disk of the data are told',
    change: { beside_data: ['key', 'copies'] },
    says: 'Anahtar dosyası veri klasörüyle aynı diskte',
    advises: 'BACKUP_DIR ayarını başka bir diske verin',
  },
  {
    what: 'a proxy that is not trusted is told, with what to set,',
    change: { untrusted_proxy: '10.0.0.2' },
    says: '10.0.0.2 adresindeki vekil sunucuya güvenilmiyor',
    advises: 'TRUST_PROXY ayarına 10.0.0.2 ekleyip sunucuyu yeniden başlatın',
  },
]) {
  test(`${what} on both pages`, async ({ page }) => {
    await logInAdmin(page)
    await page.route('**/api/admin/system', async (route) => {
      const real = await route.fetch()
      await route.fulfill({ response: real, json: { ...((await real.json()) as object), ...change } })
    })
    for (const address of ['/admin/dashboard', '/admin/settings']) {
      await atEveryWidth(page, async () => {
        await page.goto(address)
        const panel = page.getByRole('region', { name: 'Yedek ve denetim kaydı' })
        await expect(panel.getByText(says)).toBeVisible()
        await expect(panel).toContainText(advises)
        await expectNoSpill(page)
      })
    }
  })
}
