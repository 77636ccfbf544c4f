import { expect, type Locator, type Page, test } from '@playwright/test'
import { stopTime } from '../clock.ts'
import { putAway } from '../keyboard.ts'
import { carryRow, headings, listedRow, openMode, openWith, row, serve, triRow } from '../market.ts'

/** Opens a list of one row, with a page clock that the test controls. */
async function openWithClock(page: Page, address: string): Promise<void> {
  await page.clock.install()
  await serve(page, {
    rows: [listedRow(1, { net_roi: 0.9, spread: 0.8 })],
    carry: [carryRow(1, { net_apy: 6 })],
    tri: [triRow(1, { gross_roi: 0.6 })],
  })
  await page.goto(address)
  await expect(page.locator(row)).toHaveCount(1)
}

/** Moves the page's clock in small steps until the words change; returns the time that passed, ms. */
async function lengthOf(page: Page, words: Locator): Promise<number> {
  const before = await words.innerText()
  for (let ms = 100; ms <= 4_000; ms += 100) {
    await page.clock.runFor(100)
    if ((await words.count()) === 0 || (await words.innerText()) !== before) return ms
  }
  throw new Error(`"${before}" stands for more than four seconds`)
}

const MODES = [
  { mode: 'spot', count: 5, net: '6,50', percent: '%0,65' },
  { mode: 'carry', count: 5, net: '104,50', percent: '%10,45' },
  { mode: 'tri', count: 6, net: '1,50', percent: '%0,15' },
] as const

test.describe('[STATE-26] [OPP-37] [OPP-38] a visitor is offered the simulation', () => {
  for (const { mode, count, net, percent } of MODES) {
    test(`[STATE-27] [STATE-28] ${mode}: ${count} timed steps, then the result, and again`, async ({ page }) => {
      await openWithClock(page, `/opportunities?mode=${mode}`)
      const action = page.getByTestId('row-action')
      await expect(action).toHaveText('Simülasyon')
      await action.click()
      const dialog = page.getByTestId('sim-dialog')
      await expect(dialog.getByRole('heading', { name: 'Varsayımlar' })).toBeVisible()
      await stopTime(page, 5_000)
      await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
      const step = dialog.getByRole('status').filter({ hasText: /^Adım/ })
      for (let at = 1; at <= count; at++) {
        await expect(step).toContainText(`Adım ${at} / ${count}`)
        const ms = await lengthOf(page, step)
        expect(ms).toBeGreaterThanOrEqual(1_400)
        expect(ms).toBeLessThanOrEqual(2_700)
      }
      await expect(dialog.getByRole('heading', { name: 'Simülasyon sonucu' })).toBeVisible()
      await expect(dialog.getByText(`${count} / ${count} adım tamam`)).toBeVisible()
      const sum = dialog.getByRole('row', { name: /^Net / })
      await expect(sum).toContainText(percent)
      await expect(sum).toContainText(net)
      await dialog.getByRole('button', { name: 'Yeniden simüle et' }).click()
      await expect(step).toContainText(`Adım 1 / ${count}`)
      await dialog.getByRole('button', { name: 'Vazgeç' }).click()
      await expect(dialog.getByRole('button', { name: 'Simülasyonu başlat' })).toBeVisible()
    })
  }
})

test('a result keeps its amount while the next amount is typed', { tag: '@full' }, async ({ page }) => {
  await openWithClock(page, '/opportunities')
  await page.getByTestId('row-action').click()
  const dialog = page.getByTestId('sim-dialog')
  const result = dialog.getByRole('heading', { name: 'Simülasyon sonucu' })
  const again = dialog.getByRole('button', { name: 'Yeniden simüle et' })
  const amount = dialog.getByLabel('Tutar, USDT')
  const sum = dialog.getByRole('row', { name: /^Net / })
  const runThrough = async () => {
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(result).toBeVisible({ timeout: 50 })
    }).toPass({ intervals: [0] })
  }
  await expect(dialog.getByRole('button', { name: 'Simülasyonu başlat' })).toBeEnabled()
  await stopTime(page, 5_000)
  await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  await runThrough()
  await expect(dialog.getByText('Net kazanç, 1.000,00 USDT için')).toBeVisible()
  await expect(sum).toContainText('6,50')

  await amount.focus()
  for (const [digit, isFine] of [
    ['2', false],
    ['0', false],
    ['0', true],
    ['0', true],
    ['0', true],
    ['0', false],
  ] as const) {
    // Keys go to the element with the focus.
    await page.keyboard.type(digit)
    await expect(again).toBeEnabled({ enabled: isFine })
    await expect(amount).toBeFocused()
    await expect(result).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Bitti' })).toBeVisible()
    await expect(sum).toContainText('6,50')
  }
  await expect(amount).toHaveValue('200000')
  await page.keyboard.press('Backspace')
  await again.click()
  await runThrough()
  await expect(sum).toContainText('130,00')
  await expect(amount).toHaveValue('20000')
})

test('a simulation of a row in bitcoin takes dollars, not 1,000 bitcoins', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await serve(page, {
    tri: [triRow(1, { id: 'tri.okx.BTC-ETH-C1', base_asset: 'BTC', size_currency: 'BTC', gross_roi: 0.6 })],
  })
  await page.goto('/opportunities?mode=tri')
  await page.getByTestId('row-action').click()
  const dialog = page.getByTestId('sim-dialog')
  await expect(dialog.getByLabel('Tutar, USD', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  await page.clock.runFor(20_000)
  await expect(dialog.getByText('Net kazanç, 1.000,00 USD için')).toBeVisible()
  await expect(dialog).not.toContainText('BTC için')
})

test('the simulation of a carry row names the APY and its hold', { tag: '@full' }, async ({ page }) => {
  await openWithClock(page, '/opportunities?mode=carry')
  await page.getByTestId('row-action').click()
  const dialog = page.getByTestId('sim-dialog')
  const name = dialog.getByText('Net APY, 30 gün')
  await expect(name).toBeVisible()
  expect((await name.boundingBox())?.width).toBeGreaterThan(40)
  await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  await page.clock.runFor(20_000)
  await expect(dialog.getByText('Defterden hesaplanan net APY, 30 gün')).toBeVisible()
})

test.describe('[CONST-23] [VALID-23] [CONST-22] what a simulation assumes and takes', () => {
  test('[CONST-24] [CONST-25] [CONST-26] the assumptions of each mode are written down', async ({ page }) => {
    await serve(page, {
      rows: [listedRow(1, { net_roi: 0.9 })],
      carry: [carryRow(1, { net_apy: 7 })],
      tri: [triRow(1)],
    })
    await page.goto('/opportunities')
    await page.getByTestId('row-action').click()
    const dialog = page.getByTestId('sim-dialog')
    await expect(dialog).toContainText('Komisyon işlemin tamamı için %0,1.')
    await expect(dialog).toContainText('Kayma işlemin tamamı için %0,05.')
    const start = dialog.getByRole('button', { name: 'Simülasyonu başlat' })
    const amount = dialog.getByLabel('Tutar, USDT')
    await expect(amount).toHaveValue('')
    await expect(dialog).toContainText('boş bırakırsanız 1.000,00; en az 100, en çok 50.000')
    await expect(start).toBeEnabled()
    for (const [typed, isFine] of [
      ['99', false],
      ['100', true],
      ['50.000', true],
      ['50.001', false],
    ] as const) {
      await amount.fill(typed)
      await expect(start).toBeEnabled({ enabled: isFine })
    }
    await page.goto('/opportunities?mode=tri')
    await page.getByTestId('row-action').click()
    await expect(dialog).toContainText('Komisyon üç bacak için toplam 30 baz puan.')
    await expect(dialog).toContainText('Kayma üç bacak için toplam 15 baz puan.')
    await page.goto('/opportunities?mode=carry')
    await page.getByTestId('row-action').click()
    await expect(dialog).toContainText('Fonlama 8 saatte %0,01')
    await expect(dialog).toContainText('Kill-switch: APY %4 sınırının altına inerse pozisyon kapatılır.')
    await expect(dialog).toContainText('Tahmini borçlanma maliyeti yılda %0,50.')
  })

  test('[CONST-27] a low yield is warned of at 1 % of spot and 6 % of carry, not above', async ({ page }) => {
    const rows = [listedRow(1, { net_roi: 1 }), listedRow(2, { net_roi: 1.01 })]
    await serve(page, { rows, carry: [carryRow(1, { net_apy: 6 }), carryRow(2, { net_apy: 6.01 })] })
    const dialog = page.getByTestId('sim-dialog')
    for (const [address, warning] of [
      ['/opportunities', 'Net getiri %1 ya da altında; küçük bir fiyat kayması kazancı silebilir.'],
      ['/opportunities?mode=carry', 'Net APY %6 ya da altında; fonlamadaki küçük bir düşüş kazancı silebilir.'],
    ] as const) {
      await page.goto(address)
      for (const [name, isLow] of [
        [/: C1\/USDT/, true],
        [/: C2\/USDT/, false],
      ] as const) {
        await page.getByRole('button', { name }).and(page.getByTestId('row-action')).click()
        await expect(dialog.getByRole('button', { name: 'Simülasyonu başlat' })).toBeVisible()
        await expect(dialog.getByText(warning)).toBeVisible({ visible: isLow })
        await putAway(dialog)
        await expect(dialog).toBeHidden()
      }
    }
  })
})

test.describe('[OPP-41] [STATE-23] [VALID-22] the trial trade', () => {
  test('[STATE-24] [STATE-25] timed messages, then a success that closes and resets the amount', async ({ page }) => {
    await openWithClock(page, '/opportunities')
    await page.getByTestId('row-action').click()
    await page.getByRole('button', { name: 'Demo işlem' }).click()
    const dialog = page.getByTestId('demo-dialog')
    const amount = dialog.getByLabel('Tutar, USDT')
    await expect(amount).toHaveValue('1.000')
    const start = dialog.getByRole('button', { name: 'Demo işlemi başlat' })
    for (const [typed, isFine] of [
      ['99', false],
      ['', false],
      ['10.000', true],
      ['10.001', false],
      ['500', true],
    ] as const) {
      await amount.fill(typed)
      await expect(start).toBeEnabled({ enabled: isFine })
      // The field says why the button is off. It has no default here.
      await expect(amount).toHaveAttribute('aria-invalid', String(!isFine))
      await expect(dialog.getByText('Geçerli bir tutar yazın: en az 100, en çok 10.000.')).toBeVisible({
        visible: !isFine,
      })
    }
    await expect(dialog).not.toContainText('boş bırakırsanız')
    await stopTime(page, 5_000)
    await start.click()
    const step = dialog.getByRole('status').filter({ hasText: /^Adım/ })
    for (const message of [
      'Alış hazırlanıyor',
      'OKX borsasına alış emri veriliyor',
      'Alış gerçekleşti',
      'Binance borsasına satış emri veriliyor',
      'Satış gerçekleşti',
      'Kazanç hesaplanıyor',
    ]) {
      await expect(step).toContainText(message)
      await lengthOf(page, step)
    }
    await expect(dialog.getByRole('heading', { name: 'Tebrikler! Demo işlem tamamlandı' })).toBeVisible()
    await expect(dialog.getByText('+4,50 USDT')).toBeVisible()
    // A pointer on the box stops its clock.
    const box = dialog.getByText('Bu pencere 6 saniye sonra kendiliğinden kapanır')
    await box.hover()
    await page.clock.runFor(20_000)
    await expect(box).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.runFor(5_000)
    await expect(box).toBeVisible()
    await page.clock.runFor(1_500)
    await page.clock.resume()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Son demo işlem: C1/USDT, +4,50 USDT')).toBeVisible()
    await page.getByTestId('row-action').click()
    await page.getByRole('button', { name: 'Demo işlem' }).click()
    await expect(amount).toHaveValue('1.000')
  })

  test('a row that is not paid in dollars offers no trial, and says why', async ({ page }) => {
    await openWith(
      page,
      { rows: [listedRow(1, { symbol: 'C1/BTC', quote: 'BTC', volume: 0.5, net_pnl: 0.002 })] },
      `/opportunities?trial=${listedRow(1).id}`,
    )
    const dialog = page.getByTestId('demo-dialog')
    const why = 'Yalnız dolar karşılığı (USD, USDT, USDC) çiftler denenebilir.'
    await expect(dialog.getByText(why)).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    const start = dialog.getByRole('button', { name: 'Demo işlemi başlat' })
    await expect(start).toBeDisabled()
    await expect(start).toHaveAttribute('title', why)
    await start.click({ force: true })
    await expect(dialog.getByText(why)).toBeVisible()
    await expect(dialog.getByText(/^Adım/)).toHaveCount(0)
  })

  test('a trial shows expected and actual sums, and says if it used less', async ({ page }) => {
    await page.clock.install()
    await openWith(page, { rows: [listedRow(1, { net_roi: 0.9, volume: 600 })] }, '/opportunities')
    await page.getByTestId('row-action').click()
    await page.getByRole('button', { name: 'Demo işlem' }).click()
    const dialog = page.getByTestId('demo-dialog')
    await expect(dialog.getByText('Defterler şu anda en çok 600,00 USDT kaldırıyor')).toBeVisible()
    // The grade of the expected gain, besides its colour.
    await expect(dialog.getByRole('definition').filter({ hasText: '%0,90' }).locator('svg')).toBeVisible()
    await stopTime(page, 5_000)
    await dialog.getByRole('button', { name: 'Demo işlemi başlat' }).click()
    const step = dialog.getByRole('status').filter({ hasText: /^Adım/ })
    const table = dialog.getByRole('table', { name: 'Beklenen ve olan' })
    const line = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
    const lessUsed = '1.000,00 USDT yerine 600,00 USDT kullanıldı: defterler fazlasını kaldırmıyor.'
    await expect(line('Alınan miktar, C1')).toHaveText(['9,993', 'bekliyor', ''])
    await expect(line('Net kazanç, USDT')).toHaveText(['+9,00', 'hesaplanacak', ''])
    await expect(dialog.getByText(lessUsed)).toBeVisible({ visible: false })
    for (const message of ['Alış hazırlanıyor', 'alış emri veriliyor']) {
      await expect(step).toContainText(message)
      await lengthOf(page, step)
    }
    await expect(line('Alınan miktar, C1')).toHaveText(['9,993', '5,996', 'kısmen, %60'])
    await expect(line('Ortalama alış, USDT')).toHaveText(['100,065', '100,065', 'aynı'])
    await expect(line('Ortalama satış, USDT')).toHaveText(['100,672', 'bekliyor', ''])
    await expect(dialog.getByText(lessUsed)).toBeVisible()
    for (const message of ['Alış gerçekleşti', 'satış emri veriliyor', 'Satış gerçekleşti', 'Kazanç hesaplanıyor']) {
      await expect(step).toContainText(message)
      await lengthOf(page, step)
    }
    await expect(dialog.getByRole('heading', { name: 'Tebrikler! Demo işlem tamamlandı' })).toBeVisible()
    await expect(line('Net kazanç, USDT')).toHaveText(['+9,00', '+5,40', 'daha az'])
    await expect(dialog.getByText(lessUsed)).toBeVisible()
  })
})

test('a dialog is one step of the history, keeps the other parameters, and outlives its row', async ({ page }) => {
  await openWith(
    page,
    { rows: [listedRow(1, { net_roi: 0.9 }), listedRow(2, { net_roi: 0.8 })] },
    '/opportunities?minPnL=2',
  )
  const first = page.getByTestId('row-action').first()
  await first.click()
  const dialog = page.getByTestId('sim-dialog')
  await expect(page).toHaveURL(/minPnL=2&simulation=spot\.C1/)
  await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  await serve(page, { rows: [listedRow(2, { net_roi: 0.8 })] })
  await expect(dialog.getByText('Bu fırsat bu arada listeden çıktı.')).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/opportunities\?minPnL=2$/)
  await page.goForward()
  await expect(page).toHaveURL(/simulation=spot/)
})

test('[ROLE-04] a visitor who wants to trade is told to log in first', async ({ page }) => {
  await openWithClock(page, '/opportunities')
  await page.getByTestId('row-action').click()
  const dialog = page.getByTestId('sim-dialog')
  await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  for (let at = 0; at < 6; at++) await page.clock.runFor(2_600)
  await dialog.getByRole('button', { name: 'İşlem yap' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Giriş yapmanız gerekiyor')
})

test('[CONST-16] [CONST-21] remaining lifetime is green from 1000 ms and amber from 600', async ({ page }) => {
  const at = (id: number, ttl_ms: number) => triRow(id, { ttl_ms, net_roi: 1 - id / 10 })
  await serve(page, { tri: [at(1, 1000), at(2, 600), at(3, 599)] })
  await page.emulateMedia({ colorScheme: 'light' })
  await openMode(page, 'tri')
  for (const [index, colour] of ['rgb(10, 110, 69)', 'rgb(127, 82, 0)', 'rgb(179, 35, 26)'].entries()) {
    await expect(page.locator(row).nth(index).getByText(/ ms$/).first()).toHaveCSS('color', colour)
  }
})

test('[OPP-01] [CONST-06] [STATE-20] the header assumes four exchanges and shows its link', async ({ page }) => {
  await serve(page, { rows: [listedRow(1, { net_roi: 0.9 })] })
  await page.route('**/api/market-stats', (route) => route.abort())
  await page.goto('/opportunities')
  await expect(page.getByTestId('exchange-count')).toHaveText('4 borsa')
  await expect(page.getByTestId('connection-state')).toContainText('Akış yok')
  for (const name of ['Yenile', /Filtreler/, /temaya geç/]) {
    await expect(page.getByRole('button', { name }).first()).toBeVisible()
  }
})

test('a failed list is shown as the state of the connection, never as an alert', { tag: '@full' }, async ({ page }) => {
  await serve(page, {})
  await page.route('**/api/arbitrage-opportunities', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/opportunities')
  await expect(page.getByTestId('connection-state')).toContainText('Bağlantı sorunu')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('[OPP-35] net ROI, net PnL and action stand whatever columns are chosen', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('makas.triColumns', '[]'))
  await serve(page, { tri: [triRow(1)] })
  await openMode(page, 'tri')
  expect(await headings(page)).toBe('Başlangıç | Borsa | Döngü | Net getiri | Net K/Z | Yaş | İşlem')
})
