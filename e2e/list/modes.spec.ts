import { expect, type Page, test } from '@playwright/test'
import { axe, looksRight } from '../axe.ts'
import { carryRow, headings, openAccount, openMode, openWith, plain, row, serve, triRow, units } from '../market.ts'

/** Expects the amounts of the opened sum to add up to their last shown digit. */
async function expectSum(page: Page, lines: number): Promise<void> {
  const amounts = page.getByRole('dialog').locator('[data-amount]')
  await expect(amounts.first()).toBeVisible()
  const shown = (await amounts.allInnerTexts()).map(plain)
  expect(shown.length).toBeGreaterThanOrEqual(lines)
  const places = Math.max(...shown.map((text) => text.split('.')[1]?.length ?? 0))
  const parts = shown.slice(0, -1).reduce((sum, text) => sum + units(text, places), 0n)
  expect(parts).toBe(units(shown.at(-1) ?? '', places))
}

type CarryAnswer = { readonly row: { readonly net_apy: number; readonly net_apr: number; readonly daily_pnl: number } }

async function expectHold(page: Page, row: CarryAnswer['row']): Promise<void> {
  const figures = page.getByTestId('hold-figures')
  for (const value of [row.net_apy, row.net_apr]) await expect(figures).toContainText(`%${twoPlaces(value)}`)
  if (row.daily_pnl >= 0.1) await expect(figures).toContainText(`Günlük${twoPlaces(row.daily_pnl)}`)
}

const twoPlaces = (value: number) =>
  value.toLocaleString('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const SCREENS = [
  { mode: 'carry', width: 1440, theme: 'dark' },
  { mode: 'carry', width: 768, theme: 'light' },
  { mode: 'carry', width: 390, theme: 'dark' },
  { mode: 'tri', width: 1440, theme: 'light' },
  { mode: 'tri', width: 768, theme: 'dark' },
  { mode: 'tri', width: 390, theme: 'light' },
] as const

for (const { mode, width, theme } of SCREENS) {
  test(`${mode} at ${width}, ${theme}: axe is content, no spill, the net opens`, { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await openMode(page, mode)
    await looksRight(page)
    const net = page.locator(row).first().getByRole('button', { name: / aç/ })
    await expect(net).toBeInViewport({ ratio: 1 })
    for (const text of await page.locator(row).allTextContents()) expect(text).toContain('demo piyasa')
    const answered = page.waitForResponse((response) => response.url().endsWith('/evidence') && response.ok())
    await openAccount(page, page.getByRole('dialog').locator('[data-amount]').first())
    await expectSum(page, 3)
    // The net's grade has its shape everywhere.
    const netLine = page.getByRole('dialog').getByRole('row', { name: /^Net/ })
    await expect(netLine.locator('svg').first()).toBeVisible()
    if (mode === 'tri') await expect(page.locator('[aria-labelledby=from-gross] svg')).toBeVisible()
    // The page computes the breakdown: for the listed hold it must equal the server's figures.
    if (mode === 'carry') await expectHold(page, ((await (await answered).json()) as CarryAnswer).row)
    await axe(page)
    const dialog = page.getByRole('dialog')
    for (const box of [dialog, dialog.locator('section').first()]) {
      expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    }
  })
}

test('[OPP-09] [OPP-11] [OPP-18] the switch keeps the mode in the address, not in the history', async ({ page }) => {
  const other = carryRow(2, { net_apy: 8 })
  const carry = [carryRow(1, { net_apy: 7 }), other, { ...other, id: 'carry.C2-USDT.okx.1x', leverage: 1 }]
  await openWith(page, { rows: [], carry, tri: [triRow(1)] }, '/opportunities')
  await expect(page.getByTestId('mode-spot')).toHaveAttribute('aria-current', 'page')
  // Carry counts pairs, which have rows at two leverages; the count equals the length of the list.
  await expect(page.getByTestId('mode-carry')).toHaveText('Taşıma2')
  await expect(page.getByTestId('mode-tri')).toHaveText('Üçgen1')
  const steps = await page.evaluate(() => history.length)
  for (const [mode, hint, rows] of [
    ['carry', /fonlama ödemeleri sizin/, 2],
    ['tri', /üç alım satımla/, 1],
    ['spot', /anda diğerinde satın/, 0],
  ] as const) {
    await page.getByTestId(`mode-${mode}`).click()
    await expect(page).toHaveURL(new RegExp(`\\?mode=${mode}$`))
    await expect(page.getByText(hint)).toBeVisible()
    await expect(page.locator(row)).toHaveCount(rows)
    if (mode === 'carry') await expect(page.getByTestId('mode-carry')).toHaveText('Taşıma2')
  }
  expect(await page.evaluate(() => history.length)).toBe(steps)
  await page.goto('/opportunities?mode=futures')
  await expect(page.getByTestId('mode-spot')).toHaveAttribute('aria-current', 'page')
})

test('[CALL-04] [CALL-05] [CALL-30] each mode asks its own list call and its own stream', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/-opportunities$|stream$/.test(pathname)) asked.push(pathname + search)
  })
  await openMode(page, 'tri')
  await page.getByTestId('mode-carry').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(`${row}[data-opportunity-id^="carry."]`).first()).toBeVisible()
  await expect(page.locator(`${row}[data-opportunity-id^="tri."]`)).toHaveCount(0)
  for (const call of [
    '/api/triangular-opportunities',
    '/api/stream?mode=tri',
    '/api/cash-carry-opportunities',
    '/api/stream?mode=carry',
  ]) {
    expect(asked).toContain(call)
  }
  expect(asked).not.toContain('/api/arbitrage-opportunities')
})

test('[OPP-32] [OPP-33] [OPP-34] chosen triangular columns are kept; the first three stay', async ({ page }) => {
  await serve(page, { tri: [triRow(1)] })
  await openMode(page, 'tri')
  const chooser = page.getByTestId('column-chooser')
  await chooser.getByRole('button', { name: 'Sütunlar' }).click()
  await chooser.getByRole('checkbox', { name: 'Masraf' }).check()
  await chooser.getByRole('checkbox', { name: 'Güven' }).uncheck()
  const button = chooser.getByRole('button', { name: 'Sütunlar' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(chooser.getByRole('checkbox').first()).toBeFocused()
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await expect(chooser.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chooser.getByRole('checkbox')).toHaveCount(0)
  await expect(button).toBeFocused()
  const stored = ['gross', 'cost', 'fees', 'slippage', 'executable', 'ttlPing']
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('makas.triColumns') ?? ''))).toEqual(stored)
  await page.reload()
  expect(await headings(page)).toBe(
    'Başlangıç | Borsa | Döngü | Brüt | Masraf | Komisyon | Kayma | Net getiri | Net K/Z | Gerçekleşebilir | ' +
      'Ömür + ping | Yaş | İşlem',
  )
  const heads = page.getByRole('columnheader')
  await page.setViewportSize({ width: 768, height: 900 })
  const table = page.getByRole('region', { name: 'Üçgen arbitraj fırsatları' })
  const places = () => heads.evaluateAll((cells) => cells.slice(0, 4).map((cell) => cell.getBoundingClientRect().x))
  // The narrower table is laid out a moment after the window changed, and starts at its left then.
  await expect(async () => {
    await table.evaluate((box) => box.scrollTo({ left: 0 }))
    const [before, fourth] = [(await places()).slice(0, 3), (await places())[3] ?? 0]
    await table.evaluate((box) => box.scrollTo({ left: 400 }))
    const after = await places()
    expect(after.slice(0, 3)).toEqual(before)
    expect(after[3]).toBeLessThan(fourth - 20)
  }).toPass()
  for (const at of [0, 1, 2]) await expect(heads.nth(at)).toBeInViewport({ ratio: 1 })
})

test('a cycle opens as a path of three legs with what each spent, got and left', { tag: '@full' }, async ({ page }) => {
  await openMode(page, 'tri')
  await openAccount(page, page.getByRole('dialog').locator('[data-amount]').first())
  const path = page.getByRole('dialog').getByRole('list', { name: 'Döngünün üç bacağı' }).getByRole('listitem')
  await expect(path).toHaveCount(3)
  for (const at of [0, 1, 2]) {
    for (const name of ['Harcanan', 'Alınan', 'Emir', ...(at > 0 ? ['Artan'] : [])]) {
      await expect(path.nth(at).getByText(name, { exact: true })).toBeVisible()
    }
    await expect(path.nth(at).getByRole('table')).toBeVisible()
  }
})

test('polled figures of both modes move, marked', { tag: '@full' }, async ({ page }) => {
  await serve(page, { carry: [carryRow(1, { net_apy: 7 })], tri: [triRow(1, { net_roi: 0.3 })] })
  for (const [mode, shape] of [
    ['carry', /~%(7,0[012]|6,9[89])$/],
    ['tri', /~%0,(2[89]|3[012])$/],
  ] as const) {
    await openMode(page, mode)
    await expect(page.locator(row).getByRole('button', { name: / aç/ })).toHaveText(shape)
  }
})

test('[OPP-36] each mode says in its own words that it has nothing', async ({ page }) => {
  await serve(page, {})
  for (const [mode, text] of [
    ['carry', 'fonlaması masrafını karşılayan bir taşıma yok'],
    ['tri', 'masrafını karşılayan bir döngü yok'],
  ]) {
    await page.goto(`/opportunities?mode=${mode}`)
    await expect(page.getByText(text ?? '')).toBeVisible()
  }
})
