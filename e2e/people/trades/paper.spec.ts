import { PaperPortfolio } from '@makas/contract'
import { expect, type Page, test } from '@playwright/test'
import { looksRight, testEveryLook } from '../../axe.ts'
import { answerCall, failing, OWN_SENTENCE } from '../../failing.ts'
import { TRY_MS } from '../../market.ts'
import { goWithin, openAs, signUp } from '../../people.ts'

const dialog = (page: Page) => page.getByTestId('paper-dialog')
const panel = (page: Page) => page.getByRole('region', { name: 'Kâğıt üzerinde işlemler' })

/** Orders the row whose dialog `open` opens; calls `open` for the next row if this row has closed. */
async function order(page: Page, amount: string, open: (time: number) => Promise<void>): Promise<void> {
  const result = dialog(page).getByRole('table', { name: 'Sonuç' })
  const refused = dialog(page).getByRole('alert')
  let time = 0
  await expect(async () => {
    if (await dialog(page).isVisible()) await dialog(page).getByRole('button', { name: 'Kapat' }).click()
    await open(time++)
    await give(page, amount, TRY_MS)
    await expect(result.or(refused)).toBeVisible()
    expect(await result.isVisible()).toBe(true)
  }).toPass({ intervals: [500] })
}

/** Orders the amount in the dialog, which must be open. */
async function give(page: Page, amount: string, timeout = 0): Promise<void> {
  await dialog(page).getByLabel('Tutar (USD)').fill(amount, { timeout })
  await dialog(page).getByRole('button', { name: 'Emri ver' }).click({ timeout })
}

/** Opens the dialog of the first row that can be tried. */
const tryFirst = (page: Page, timeout = 0) =>
  page
    .getByRole('button', { name: /deneme işlemi$/ })
    .first()
    .click({ timeout })

/** The id of a listed row that can be tried: the first row, and each time the next row. */
async function triedRow(page: Page, time: number): Promise<string> {
  const answer = await page.request.get('/api/arbitrage-opportunities')
  const rows = (await answer.json()) as readonly { readonly id: string; readonly quote: string }[]
  const tried = rows.filter(({ quote }) => quote === 'USDT')
  return tried[time % tried.length]?.id ?? 'none'
}

/** Orders the best row of the ten. */
async function tryOne(page: Page, amount: string): Promise<void> {
  const rows = page.getByRole('table', { name: 'En yüksek net getirili on fırsat' })
  const buttons = rows.getByRole('button', { name: /deneme işlemi$/ })
  await order(page, amount, async (time) => {
    await expect(buttons.first()).toBeVisible()
    await buttons.nth(time % (await buttons.count())).click({ timeout: TRY_MS })
  })
}

test('a user tries a row on paper: expected beside got, the balance, and a reset', async ({ page }) => {
  await openAs(page, await signUp(), '/dashboard')
  await expect(panel(page).getByText('10.000,00 USD', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'İlk deneme işleminizi yapın' })).toBeVisible()
  await tryOne(page, '1000')
  await expect(dialog(page).getByRole('columnheader', { name: 'Beklenen' })).toBeVisible()
  await expect(dialog(page).getByRole('columnheader', { name: 'Olan' })).toBeVisible()
  await expect(dialog(page).getByText(/Emrin ulaşması [\d.]+ ms sürdü\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('table', { name: 'Deneme işlemleri' }).getByRole('row')).toHaveCount(2)

  await panel(page).getByRole('link', { name: 'Portföyü aç' }).click()
  await expect(page.getByRole('heading', { name: 'Deneme portföyü' })).toBeVisible()
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await tryOne(page, '250,50')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('2 işlem', { exact: true })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Portföyü sıfırla' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Tüm deneme işlemleriniz silinecek')
  await question.getByRole('button', { name: 'Sıfırla' }).click()
  await expect(panel(page).getByText('Henüz deneme işlemi yok.')).toBeVisible()
  await expect(panel(page).getByText('10.000,00 USD', { exact: true })).toBeVisible()
})

const sums = (size: string, net: string) => ({ size, bought: '1000', sold: '1001', fees: '2', net })
const ORDERED = {
  source: 'demo',
  buy_exchange: 'okx',
  sell_exchange: 'kraken',
  quote: 'USDT',
  amount: '1000',
  limit_price: '10.05',
  latency_ms: 120,
}
/** A paper trade of ten coins with an expected net of 10 USD, and its end. */
const paperTrade = (base: string, minute: number, end: object) => ({
  ...ORDERED,
  id: `islem-${base}`,
  opportunity_id: `spot.${base}-USDT.okx.kraken`,
  symbol: `${base}/USDT`,
  base,
  expected: sums('10', '10'),
  ordered_at: `2026-11-22T11:0${minute}:00.000Z`,
  filled_at: `2026-11-22T11:0${minute}:01.000Z`,
  ...end,
})

test('paper trades show their end, sum and chart; a failed reset keeps all', { tag: '@full' }, async ({ page }) => {
  const trades = [
    paperTrade('AAA', 4, { status: 'missed', shortfall: 'no-live-book', got: sums('0', '0') }),
    paperTrade('BBB', 3, { status: 'filled', shortfall: null, got: sums('10', '-7.5') }),
    paperTrade('CCC', 2, { status: 'partial', shortfall: 'price', got: sums('9.96', '3.25') }),
    paperTrade('DDD', 1, { status: 'filled', shortfall: null, got: sums('10', '9.75') }),
  ]
  let kept = trades
  const server = await failing(page)
  await answerCall(page, 'GET', '**/api/paper-trades', (route) =>
    route.fulfill({ json: PaperPortfolio.parse({ start: '10000', balance: '10005.5', trades: kept }) }),
  )
  await openAs(page, await signUp(), '/portfolio')
  const table = panel(page).getByRole('table', { name: 'Deneme işlemleri' })
  for (const { base, got, end } of [
    { base: 'AAA', got: '0,00', end: 'gerçekleşmedi' },
    { base: 'BBB', got: '−7,50', end: 'zararla kapandı' },
    { base: 'CCC', got: '+3,25', end: 'kısmen, %99' },
    { base: 'DDD', got: '+9,75', end: 'gerçekleşti' },
  ]) {
    const row = table.getByRole('row', { name: `${base}/USDT` })
    await expect(row.getByRole('cell').nth(3)).toHaveText(/\+10,00$/)
    await expect(row.getByRole('cell').nth(4)).toHaveText(got)
    await expect(row.getByRole('cell').nth(5)).toHaveText(end)
  }
  // At no width does the mark of the market reach into the route beside it.
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const marks = table.getByText('demo piyasa', { exact: true })
    const overlaps = await marks.evaluateAll((all) =>
      all.map((mark) => {
        const route = mark.closest('th')?.nextElementSibling?.getBoundingClientRect()
        return mark.getBoundingClientRect().right > (route?.left ?? 0)
      }),
    )
    expect([width, ...overlaps]).toEqual([width, false, false, false, false])
  }
  await expect(panel(page).getByText('10.005,50 USD', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('+5,50 · %0,06', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('4 işlem', { exact: true })).toBeVisible()
  const chart = panel(page).getByRole('figure', { name: 'Sanal bakiyedeki değişim, USD' })
  await expect(chart.getByRole('listitem')).toHaveText([
    '22.11.2026 14:01:01: +9,75 USD',
    '22.11.2026 14:02:01: +13,00 USD',
    '22.11.2026 14:03:01: +5,50 USD',
    '22.11.2026 14:04:01: +5,50 USD',
  ])

  const alert = page.getByRole('alertdialog')
  const reset = async () => {
    await panel(page).getByRole('button', { name: 'Portföyü sıfırla' }).click()
    await alert.getByRole('button', { name: 'Sıfırla' }).click()
  }
  server.next('DELETE /api/paper-trades', 'broken', 'said', 'cut-off')
  for (const says of ['Portföy sıfırlanamadı', OWN_SENTENCE, 'Portföy sıfırlanamadı']) {
    await reset()
    await expect(alert).toContainText(says)
    await alert.getByRole('button', { name: 'Tamam' }).click()
    await expect(table.getByRole('row')).toHaveCount(5)
    await expect(panel(page).getByText('10.005,50 USD', { exact: true })).toBeVisible()
  }
  await page.route('**/api/paper-trades', (route) => {
    if (route.request().method() === 'DELETE') kept = []
    return route.fallback()
  })
  await reset()
  await expect(panel(page).getByText('Henüz deneme işlemi yok.')).toBeVisible()
})

test('a visitor’s paper trades stay in the browser', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/paper-trades') && sent.push(request.url()))
  await page.goto('/portfolio')
  await expect(page.getByText(/yalnız bu tarayıcıda saklanır/).first()).toBeVisible()
  await tryOne(page, '500')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await page.reload()
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  expect(sent).toEqual([])
  const kept = await page.evaluate(() => localStorage.getItem('makas.paperTrades'))
  expect(JSON.parse(kept ?? '[]')).toHaveLength(1)
})

test('a visitor’s paper trade joins another tab’s, or says it is not kept', { tag: '@full' }, async ({ page }) => {
  const one = paperTrade('AAA', 1, { status: 'filled', shortfall: null, got: sums('10', '9.75') })
  await page.goto('/portfolio')
  // Stored after the order has begun, and before its last look at the books.
  await page.route('**/api/opportunities/*/evidence', async (route) => {
    await page.evaluate((text) => localStorage.setItem('makas.paperTrades', text), JSON.stringify([one]))
    await route.continue()
  })
  await tryOne(page, '500')
  const kept = await page.evaluate(() => localStorage.getItem('makas.paperTrades'))
  expect(JSON.parse(kept ?? '[]')).toEqual([expect.objectContaining({ amount: '500' }), one])

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.unroute('**/api/opportunities/*/evidence')
  await page.keyboard.press('Escape')
  const notKept =
    'Sonuç saklanamadı: tarayıcınızın depolaması kapalı ya da dolu. Denemelerinizin saklanması için giriş yapın.'
  await expect(async () => {
    if (await dialog(page).isVisible()) await dialog(page).getByRole('button', { name: 'Kapat' }).click()
    await tryFirst(page, TRY_MS)
    await give(page, '500', TRY_MS)
    await expect(dialog(page).getByRole('alert')).toHaveText(notKept)
    await expect(dialog(page).getByRole('table', { name: 'Sonuç' })).toBeVisible()
  }).toPass({ intervals: [500] })
})

test('a browser that keeps no more paper trades says its own number', { tag: '@full' }, async ({ page }) => {
  const one = paperTrade('AAA', 1, { status: 'filled', shortfall: null, got: sums('10', '9.75') })
  const full = Array.from({ length: 200 }, (_, at) => ({ ...one, id: `visitor-${at}` }))
  await page.addInitScript((text) => localStorage.setItem('makas.paperTrades', text), JSON.stringify(full))
  await page.goto('/portfolio')
  await expect(panel(page).getByText('200 işlem', { exact: true })).toBeVisible()
  await tryFirst(page)
  await give(page, '100')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Deneme portföyünüz dolu (200 işlem). Yeni işlem için portföyü sıfırlayın.',
  )
})

test('a row is tried on paper from its evidence; the portfolio has the trade', { tag: '@full' }, async ({ page }) => {
  await page.goto('/opportunities')
  const evidence = page.getByTestId('evidence-dialog')
  await order(page, '300', async (time) => {
    const id = await triedRow(page, time)
    await page.goto(`/opportunities?evidence=${encodeURIComponent(id)}`)
    await evidence.getByRole('button', { name: 'Kâğıt üzerinde dene' }).click({ timeout: TRY_MS })
    await expect(dialog(page)).toContainText('Giriş yapmadığınız için önbellekteki defterlerden hesaplanır')
  })
  // Below the dialog the evidence is still open, with the focus on the opener.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(evidence.getByRole('button', { name: 'Kâğıt üzerinde dene' })).toBeFocused()
  await page.goto('/portfolio')
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
})

test('Back closes a paper trade together with the evidence below', { tag: '@full' }, async ({ page }) => {
  await page.goto('/opportunities')
  const evidence = page.getByTestId('evidence-dialog')
  let time = 0
  await expect(async () => {
    const id = await triedRow(page, time++)
    await goWithin(page, `/opportunities?evidence=${encodeURIComponent(id)}`)
    await evidence.getByRole('button', { name: 'Kâğıt üzerinde dene' }).click({ timeout: TRY_MS })
  }).toPass({ intervals: [500] })
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
})

test('a wrong amount is said beside its field, and nothing is sent', { tag: '@full' }, async ({ page }) => {
  await openAs(page, await signUp(), '/portfolio')
  await tryFirst(page)
  for (const amount of ['99', '10001', 'abc', '']) {
    await give(page, amount)
    await expect(
      dialog(page).getByText('Tutar 100 ile 10.000 USD arasında, en çok iki ondalıklı olmalı.'),
    ).toBeVisible()
  }
  // The page reads a decimal comma and a point, and shows the number that it read.
  for (const [typed, read] of [
    ['250.5', '250,50'],
    ['250,50', '250,50'],
    ['1.500', '1.500,00'],
  ] as const) {
    await dialog(page).getByLabel('Tutar (USD)').fill(typed)
    await expect(dialog(page).getByText(`Okunan tutar: ${read} USD`, { exact: true })).toBeVisible()
  }
  await page.route('**/api/paper-trades', (route) =>
    route.fulfill({
      status: 404,
      json: { detail: 'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.', code: 'opportunity-closed' },
    }),
  )
  await give(page, '100')
  await expect(dialog(page).getByRole('alert')).toContainText('Bu fırsat kapandı.')
})

testEveryLook('the portfolio', async (page) => {
  await openAs(page, await signUp(), '/portfolio')
  await tryOne(page, '1000')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await looksRight(page)
})
