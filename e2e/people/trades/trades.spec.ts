import { type Trade, Trades } from '@makas/contract'
import { expect, type Page, test } from '@playwright/test'
import { axeEverywhere, expectNoSpill } from '../../axe.ts'
import { putAway } from '../../keyboard.ts'
import { listedRow, serve } from '../../market.ts'
import { makePremium, openAs, type Someone, signUp } from '../../people.ts'
import { fullUnless, WIDTHS } from '../../tier.ts'
import { COURSES, LIVE, ownKey, planOf, serveTrades, tradeOf, tradePlans } from '../../trades.ts'

const dialog = (page: Page) => page.getByTestId('trade-dialog')
const alert = (page: Page) => page.getByRole('alertdialog')
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Emirleri gönder' })
const steps = (page: Page) => dialog(page).getByRole('list', { name: 'Emirler' }).getByRole('listitem')
const orders = (page: Page) => dialog(page).getByRole('table', { name: 'Gönderilecek emirler' })
const BOTH = [ownKey('okx'), ownKey('binance')]
const COMING_SOON = 'Tek tıkla canlı işlem çok yakında. Şimdilik hiçbir emir gönderilmez.'

let ayla: Someone
test.beforeAll(async () => {
  ayla = await makePremium(await signUp())
})

/** Presses the trade button of the first row. */
async function press(page: Page, someone = ayla, address = '/opportunities'): Promise<void> {
  await openAs(page, someone, address)
  const action = page.getByTestId('row-action').first()
  // Until the connections are read the connections stored with the user count, and this user has none.
  await expect(action).not.toHaveText(/^(Simülasyon|API bağla)$/)
  await action.click()
}

/** Opens the dialog and sends the plan that it shows. */
async function sendOne(page: Page): Promise<void> {
  await press(page)
  await expect(orders(page)).toContainText('okx test')
  await send(page).click()
}

test('the plan of a row stands in the dialog, line by line, and changes with the amount', async ({ page }) => {
  const asked = await serveTrades(page, BOTH)
  await press(page)
  await expect(dialog(page)).toContainText('Test ağı')
  await expect(dialog(page)).toContainText('gerçek para hareket etmez')
  const amount = dialog(page).getByLabel('Tutar')
  await expect(amount).toHaveValue('100')
  await expect(amount).toBeFocused()
  await expect(dialog(page)).toContainText('Bu fırsat en çok 2.001 USDT kaldırıyor.')
  const rows = orders(page).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    '1',
    /OKX · okx test$/,
    'spot C1-USDT',
    'Al',
    '0,998 C1',
    '100,10 USDT',
  ])
  await expect(rows.nth(2)).toContainText('Sat')
  const sums = dialog(page).getByRole('table', { name: 'Beklenen hesap, USDT' })
  await expect(sums.getByRole('cell')).toHaveText(['100,41', '−99,80', '−0,20', '+0,41'])

  await amount.fill('250,50')
  // The plan of another amount does not count.
  await expect(orders(page)).not.toContainText('okx test')
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog(page)).toContainText('Okunan tutar: 250,50 USDT')
  await expect(sums.getByRole('cell').last()).toHaveText('+1,0271')
  expect(asked.planned).toEqual(['100', '250.50'])
  await amount.fill('0')
  await expect(dialog(page)).toContainText('Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.')
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  expect(asked.sent).toEqual([])
})

test('orders are sent once, followed to their end, and read out once each', async ({ page }) => {
  const asked = await serveTrades(page, BOTH)
  await press(page)
  await expect(orders(page)).toContainText('okx test')
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    new MutationObserver(() => {
      const said = document.querySelector('[data-testid=trade-dialog] [data-news]')?.textContent ?? ''
      if (said !== '' && heard.at(-1) !== said) heard.push(said)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await send(page).click()
  await expect(dialog(page).getByRole('heading', { name: 'İşlem sürüyor' })).toBeFocused()
  await expect(dialog(page)).toContainText('Bu pencereyi kapatmak işlemi durdurmaz')
  await expect(steps(page).first()).toContainText('OKX: spot alış · gerçekleşti')
  await expect(steps(page).nth(1)).toContainText('Binance: spot satış · gerçekleşti')
  await expect(steps(page).nth(1)).toContainText('gerçekleşen 0,998 C1, ortalama 100,60333333 USDT')
  await expect(steps(page).nth(1)).toContainText('ücret 0,1004 USDT')
  await expect(dialog(page)).toContainText('İşlem tamamlandı: bütün emirler gerçekleşti.')
  const sums = dialog(page).getByRole('table', { name: 'Beklenen ve olan, USDT' })
  await expect(sums.getByRole('row').last().getByRole('cell')).toHaveText(['+0,41000', '+0,31201'])
  await expect(dialog(page)).toContainText('Beklenenden az: 0,09799 USDT')
  expect(asked.sent.map(({ body }) => body)).toEqual([{ opportunity_id: listedRow(1).id, amount: '100' }])
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  expect(heard.join(' ').match(/OKX: spot alış, gerçekleşti\./g)).toHaveLength(1)
  expect(heard.at(-1)).toContain('İşlem tamamlandı')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByTestId('row-action').first()).toBeFocused()
})

for (const { name, course, says, shows } of [
  {
    name: 'partly filled: what one leg had more is given back',
    course: COURSES.partial,
    says: 'İşlem kısmen gerçekleşti: bir bacakta fazla gerçekleşen miktar geri alındı.',
    shows: [
      'OKX: geri alma, spot satış · geri alındı',
      '0,498 C1, piyasa fiyatından',
      'Binance: spot satış · kısmen gerçekleşti',
    ],
  },
  {
    name: 'a refused leg says why, and the other is given back',
    course: COURSES.unwound,
    says: 'İşlem tamamlanmadı: gerçekleşen emirler geri alındı.',
    shows: ['Binance: spot satış · reddedildi: bakiye yetmedi'],
  },
  {
    name: 'nothing was filled',
    course: COURSES.missed,
    says: 'Hiçbir emir gerçekleşmedi; bakiyeniz değişmedi.',
    shows: ['OKX: spot alış · gerçekleşmedi'],
  },
]) {
  test(`a trade that ends otherwise: ${name}`, { tag: '@full' }, async ({ page }) => {
    await serveTrades(page, BOTH, course)
    await sendOne(page)
    await expect(dialog(page)).toContainText(says)
    for (const text of shows) await expect(dialog(page).getByRole('list', { name: 'Emirler' })).toContainText(text)
    await dialog(page).getByRole('button', { name: 'Yeniden planla' }).click()
    await expect(orders(page)).toContainText('okx test')
  })
}

test('what is left open is said in red: where, how much, and the order to look it up by', async ({ page }) => {
  await serveTrades(page, BOTH, COURSES.open)
  await sendOne(page)
  const box = dialog(page).getByRole('alert')
  await expect(box).toContainText('İşlem açık kaldı: aşağıdakileri borsada elle kapatmanız gerekir.')
  await expect(box).toContainText('OKX, C1-USDT: 0,398 C1 kaldı, elle satılmalı.')
  await expect(box).toContainText('Emir kimliği mk0003back')
  await axeEverywhere(page, dialog(page))
})

test('what is too little for an order is said too, and counted', async ({ page }) => {
  await serveTrades(page, BOTH, COURSES.rest)
  await sendOne(page)
  await expect(dialog(page)).toContainText('OKX, C1-USDT-SWAP: 0,009 C1 pozisyon açık kaldı, elle geri alınmalı.')
  await expect(dialog(page).getByRole('row', { name: 'Kalanın değeri' })).toContainText('−0,9045')
  await expect(dialog(page)).toContainText('Kalanın değeri son işlem fiyatıyladır')
})

test('a retry after a lost answer has the same key and orders nothing twice', { tag: '@full' }, async ({ page }) => {
  const asked = await serveTrades(page, BOTH)
  const lost: string[] = []
  await page.route('**/api/trades', (route) => {
    const key = route.request().headers()['idempotency-key'] ?? ''
    if (route.request().method() !== 'POST' || lost.length >= 3) return route.fallback()
    lost.push(key)
    if (lost.length === 1) return route.abort()
    if (lost.length === 2) return route.fulfill({ status: 502, body: 'kaput' })
    // The server refuses before it reads the key, so this says nothing about the first call.
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { detail: 'x', code: 'rate-limited' } })
  })
  await sendOne(page)
  const note = dialog(page).getByRole('alert')
  await expect(note).toContainText('emirlerin gidip gitmediği bilinmiyor')
  await expect(dialog(page).getByLabel('Tutar')).not.toBeEditable()
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  await note.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect.poll(() => lost.length).toBe(2)
  await note.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect.poll(() => lost.length).toBe(3)
  await expect(dialog(page).getByLabel('Tutar')).not.toBeEditable()
  await note.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(dialog(page)).toContainText('İşlem tamamlandı')
  expect(asked.sent).toHaveLength(1)
  expect(new Set([...lost, asked.sent[0]?.key]).size).toBe(1)
})

test('the server’s refusals stand in place, with a retry if that helps', { tag: '@full' }, async ({ page }) => {
  await serveTrades(page, BOTH)
  const refusals = [
    { status: 409, json: { detail: 'okx test bakiyesi yetmiyor: 100 USDT gerekli, 3 USDT var.', code: 'conflict' } },
    {
      status: 404,
      json: { detail: 'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.', code: 'opportunity-closed' },
    },
  ]
  await page.route('**/api/trades/plan', (route) => {
    const refusal = refusals.shift()
    return refusal === undefined ? route.fallback() : route.fulfill(refusal)
  })
  await press(page)
  const note = dialog(page).getByRole('alert')
  await expect(note).toContainText('okx test bakiyesi yetmiyor: 100 USDT gerekli, 3 USDT var.')
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  await note.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(note).toContainText('Bu fırsat kapandı.')
  await expect(note.getByRole('button')).toHaveCount(0)
  await dialog(page).getByLabel('Tutar').fill('50')
  await expect(orders(page)).toContainText('okx test')
  await page.route('**/api/trades', (route) =>
    route.fulfill({
      status: 409,
      json: { detail: 'Önceki işleminiz hâlâ sürüyor. O bitmeden yenisi başlatılamaz.', code: 'conflict' },
    }),
  )
  await send(page).click()
  await expect(note).toContainText('Önceki işleminiz hâlâ sürüyor.')
  await expect(dialog(page).getByLabel('Tutar')).toHaveValue('50')
})

for (const { name, keys, says } of [
  {
    name: 'live keys alone: it is coming soon',
    keys: [ownKey('okx', LIVE), ownKey('binance', LIVE)],
    says: COMING_SOON,
  },
  { name: 'a live key at one of the two', keys: [ownKey('okx'), ownKey('binance', LIVE)], says: COMING_SOON },
  {
    name: 'no connection at one of the two',
    keys: [ownKey('okx')],
    says: 'Bu işlem için şu borsalarda test ağı bağlantısı gerekir: Binance. Gerçek parayla emir gönderilmez.',
  },
  {
    name: 'demo connections on the live market',
    keys: [ownKey('okx', { testnet: false, is_demo: true }), ownKey('bybit')],
    says: 'Bu işlem için şu borsalarda test ağı bağlantısı gerekir: OKX, Binance.',
  },
]) {
  test(`[ROLE-11] what the connections do not allow is said, and nothing is asked: ${name}`, async ({ page }) => {
    const asked = await serveTrades(page, keys)
    await press(page)
    await expect(alert(page)).toContainText(says)
    await expect(dialog(page)).toHaveCount(0)
    expect(asked).toEqual({ planned: [], sent: [] })
  })
}

test('Kraken has no test network; its demo account trades on the demo', { tag: '@full' }, async ({ page }) => {
  const asked = await serveTrades(page, [ownKey('okx')])
  const row = listedRow(1, { net_roi: 0.9, sell_exchange: 'kraken' })
  await serve(page, { rows: [row] })
  await press(page)
  await expect(alert(page)).toContainText('test ağı bağlantısı gerekir: Kraken.')
  await expect(alert(page)).toContainText('Kraken test ağı sunmaz')
  await putAway(alert(page))

  const demo = { testnet: false, is_demo: true }
  await serve(page, { rows: [{ ...row, source: 'demo' }], source: 'demo' })
  await press(page)
  await expect(alert(page)).toContainText('test ağı veya demo bağlantısı gerekir: Kraken.')
  await putAway(alert(page))
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: [ownKey('okx', demo), ownKey('kraken', demo)] }))
  await page.route('**/api/trades/plan', (route) =>
    route.fulfill({ json: planOf('100', { source: 'demo', world: 'demo' }) }),
  )
  await press(page)
  await expect(dialog(page)).toContainText('Emirler yerleşik demo piyasaya gider; gerçek para hareket etmez.')
  expect(asked.sent).toEqual([])
})

test('[ROLE-10] without premium the button says what is missing, also with a test key', async ({ page }) => {
  const asked = await serveTrades(page, BOTH)
  await openAs(page, await signUp(), '/opportunities')
  const action = page.getByTestId('row-action')
  await expect(action).toHaveText('İşlem yap')
  await action.press('Enter')
  await expect(alert(page)).toContainText('Bu özellik için premium üyelik gerekiyor')
  expect(asked).toEqual({ planned: [], sent: [] })
})

for (const { mode, shows } of [
  {
    mode: 'carry',
    shows: [
      'vadeli',
      '10 adet',
      'Net yalnız girişin netidir',
      'Önce vadeli emir gider; gerçekleşen miktar kadar spot emir onu izler.',
    ],
  },
  {
    mode: 'tri',
    shows: ['0,0398 C1', '0,05 BTC', 'alınan tutar kesilmiş hâlidir', '+0,33333333', 'Emirler sırayla gider'],
  },
] as const) {
  test(`the plan of a ${mode} row looks right at every width`, { tag: fullUnless(mode === 'carry') }, async ({
    page,
  }) => {
    await serveTrades(page, BOTH, COURSES.complete, tradePlans[mode])
    await press(page, ayla, `/opportunities?mode=${mode}`)
    for (const text of shows) await expect(dialog(page)).toContainText(text)
    await axeEverywhere(page, dialog(page))
  })
}

test('orders open above a simulation, and the focus returns to the simulation', { tag: '@full' }, async ({ page }) => {
  await serveTrades(page, BOTH)
  await openAs(page, ayla, `/opportunities?simulation=${listedRow(1).id}`)
  const simulation = page.getByTestId('sim-dialog')
  await simulation.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  const trade = simulation.getByRole('button', { name: 'İşlem yap' })
  await trade.click()
  await expect(orders(page)).toContainText('okx test')
  await putAway(dialog(page))
  await expect(dialog(page)).toHaveCount(0)
  await expect(trade).toBeFocused()
})

test('the dashboard lists the trades, follows one that runs, and opens its orders', async ({ page }) => {
  const running = tradeOf({ id: 'trade-2', name: 'C2/USDT', orders: COURSES.partial[1].orders })
  let listed: readonly Trade[] = []
  await page.route('**/api/trades', (route) => route.fulfill({ json: Trades.parse({ trades: listed }) }))
  await openAs(page, ayla, '/dashboard')
  await expect(page.getByRole('region', { name: 'Kâğıt üzerinde işlemler' })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Test ağı işlemleri' })
  await expect(panel).toHaveCount(0)

  listed = [running, COURSES.open[0], COURSES.complete[2]]
  await page.reload()
  const rows = panel.getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('sürüyor')
  await expect(rows.nth(2)).toContainText('açık kaldı')
  await expect(rows.nth(3).getByRole('cell')).toHaveText([
    /^C1\/USDT\s*Test ağı\s*Spot · 26\.11\.2026 14:00:00$/,
    'tamamlandı',
    '+0,41',
    /^\+0,31\s*USDT$/,
  ])
  listed = [{ ...running, ...COURSES.partial[2], id: 'trade-2', name: 'C2/USDT' }, ...listed.slice(1)]
  await expect(rows.nth(1)).toContainText('kısmen gerçekleşti')

  const details = page.getByTestId('trade-details')
  const opener = rows.nth(2).getByRole('button', { name: /ayrıntıyı aç/ })
  await opener.press('Enter')
  await expect(details).toContainText('OKX, C1-USDT: 0,398 C1 kaldı, elle satılmalı.')
  await expect(details).toContainText('mk0003back')
  await axeEverywhere(page, details)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  const restored_at = '2026-11-26T12:00:00.000Z'
  listed = [{ ...running, restored_at }, { ...COURSES.open[0], restored_at }, COURSES.complete[2]]
  await page.reload()
  await rows
    .nth(1)
    .getByRole('button', { name: /ayrıntıyı aç/ })
    .click()
  await expect(details).toContainText('Bu işlem için yeni emir gönderilmez.')
  await page.keyboard.press('Escape')
  await opener.click()
  await expect(details).toContainText('geri yüklendikten sonra onun için emir gönderilmedi')
  await axeEverywhere(page, details)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSpill(page)
  }
})

test('the dashboard says that trades cannot be read, and retries', { tag: '@full' }, async ({ page }) => {
  let isBroken = true
  await page.route('**/api/trades', (route) =>
    isBroken
      ? route.fulfill({ status: 500, body: 'kaput' })
      : route.fulfill({ json: Trades.parse({ trades: [COURSES.complete[2]] }) }),
  )
  await openAs(page, ayla, '/dashboard')
  const panel = page.getByRole('region', { name: 'Test ağı işlemleri' })
  await expect(panel.getByRole('alert')).toContainText('Test ağı işlemleri şu anda okunamıyor.')
  await expectNoSpill(page)
  isBroken = false
  await panel.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(panel.getByRole('row')).toHaveCount(2)
  await expect(panel.getByRole('alert')).toHaveCount(0)
})
