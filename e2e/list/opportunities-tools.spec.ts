import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { stopTime } from '../clock.ts'
import { putAway } from '../keyboard.ts'
import { cutOff, listedRow, openWith, row } from '../market.ts'

const ROWS = [
  listedRow(1, { net_roi: 0.9, symbol: '=C1/USDT' }),
  listedRow(2, { net_roi: 0.8 }),
  listedRow(3, { net_roi: 0.7 }),
]

test('the keys of the list: search, rows, evidence, simulation, filters, help, and off', async ({ page }) => {
  await openWith(page, { rows: ROWS }, '/opportunities')
  await expect(page.locator(row)).toHaveCount(3)
  await page.keyboard.press('j')
  await expect(page.locator(row).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator(row).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.locator(row).nth(0)).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByTestId('sim-dialog')).toContainText('=C1/USDT')
  await putAway(page.getByTestId('sim-dialog'))
  await expect(page.getByTestId('sim-dialog')).toBeHidden()
  await page.keyboard.press('c')
  await expect(page.getByTestId('filter-panel')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByTestId('filter-panel')).toBeHidden()
  await page.keyboard.press('/')
  const search = page.getByRole('textbox', { name: 'Çift veya borsa ara' })
  await expect(search).toBeFocused()
  // Keys are silent while typing.
  await page.keyboard.type('cj')
  await expect(search).toHaveValue('cj')
  await expect(page.getByTestId('filter-panel')).toBeHidden()
  await search.fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Klavye kısayolları' })
  await expect(help).toContainText('Satırın simülasyonunu aç')
  await help.getByRole('switch', { name: 'Kısayollar açık' }).click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('c')
  await expect(page.getByTestId('filter-panel')).toBeHidden()
})

test('the visible rows are a file for a Turkish spreadsheet', async ({ page }) => {
  await openWith(page, { rows: ROWS }, '/opportunities?minROI=0.75')
  await expect(page.locator(row)).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Görünen satırları CSV olarak indir' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^makas-firsatlar-[\dT-]+\.csv$/)
  const bytes = readFileSync(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines[0]).toMatch(/^Kaydedildiği an;\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
  expect(lines[1]).toBe('Kaynak;canlı')
  expect(lines[3]).toMatch(/^Çift;Alış borsası;Satış borsası;Brüt, %;/)
  expect(lines[4]).toMatch(/^'=C1\/USDT;OKX;Binance;0,8;0,2;0,19;0,9;/)
  expect(lines).toHaveLength(7)
})

test('changes are read out, at most once in ten seconds; ticking ages are not', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await openWith(page, { rows: ROWS }, '/opportunities')
  await expect(page.locator(row)).toHaveCount(3)
  await page.getByTestId('filter-toggle').click()
  await expect(page.getByTestId('filter-panel')).toBeVisible()
  await stopTime(page, 5_000)
  const said = page.getByTestId('announcer')
  await expect(said).toHaveText('')
  await page.getByTestId('sort-latency').click()
  await page.clock.runFor(2_000)
  await expect(said).toHaveText('Sıralama: Gecikme, artan.')
  await page.getByTestId('filter-panel').getByLabel('En az net getiri').fill('0,85')
  await page.getByTestId('sort-netPNL').click()
  await page.clock.runFor(6_000)
  await expect(said).toHaveText('Sıralama: Gecikme, artan.')
  await page.clock.runFor(4_000)
  await expect(said).toContainText('3 fırsat, gösterilen 1.')
  await expect(said).toContainText('Sıralama: Net K/Z, azalan.')
  await cutOff(page)
  await page.clock.runFor(15_000)
  await page.clock.runFor(15_000)
  await expect(said).toHaveText('Bağlantı koptu; satırlar güncellenmiyor.')
})

test('the menu of views says whether its link was copied', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await openWith(page, { rows: [listedRow(1)] }, '/opportunities?minROI=0')
  await page.getByRole('button', { name: 'Görünümler' }).click()
  const menu = page.getByRole('dialog', { name: 'Kayıtlı görünümler' })
  await menu.getByRole('button', { name: 'Bağlantısını kopyala' }).click()
  await expect(menu.getByRole('status')).toHaveText('Bağlantı kopyalanamadı')
  await expect(page.getByText('Bağlantı kopyalanamadı')).toHaveCount(1)
  await page.evaluate(() => {
    navigator.clipboard.writeText = async () => undefined
  })
  await menu.getByRole('button', { name: 'Bağlantısını kopyala' }).click()
  await expect(menu.getByRole('status')).toHaveText('Bağlantı kopyalandı')
})
