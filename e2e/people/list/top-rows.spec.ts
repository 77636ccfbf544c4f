import { expect, type Page, test } from '@playwright/test'
import { putAway } from '../../keyboard.ts'
import { listedRow, openWith, serve } from '../../market.ts'
import { connectDemo, logIn, makePremium, openAs, signUp } from '../../people.ts'
import { fullUnless } from '../../tier.ts'
import { LIVE, ownKey, serveTrades } from '../../trades.ts'

const best = (page: Page) => page.getByRole('table', { name: 'En yüksek net getirili on fırsat' })
const KEYS = [ownKey('okx'), ownKey('binance')]
/** Serves two rows, the second not in dollars, and these connections. */
async function serveBest(page: Page, keys: readonly unknown[]): Promise<void> {
  await serveTrades(page, keys)
  const rows = [listedRow(1, { net_profit: 0.9 }), listedRow(2, { net_profit: 0.8, quote: 'TRY', symbol: 'C2/TRY' })]
  await serve(page, { rows })
}

test('[OPP-39] [ROLE-10] the ten best offer what the list offers, and a trial', async ({ page }) => {
  const action = best(page).getByTestId('row-action')
  await serveBest(page, [])
  await openAs(page, await signUp(), '/dashboard')
  await expect(action).toHaveText(['API bağla', 'API bağla'])
  await expect(action.first()).toHaveAttribute('href', '/settings/api')
  // Only rows paid in dollars can be tried.
  await expect(best(page).getByRole('button', { name: 'Dene: C1/USDT, OKX → Binance, deneme işlemi' })).toBeVisible()
  await expect(best(page).getByRole('button', { name: /^Dene/ })).toHaveCount(1)
  await best(page).getByRole('button', { name: 'Neden denenemez: C2/TRY, OKX → Binance' }).click()
  const reason = page.getByRole('alertdialog')
  await expect(reason).toContainText('Yalnız dolar karşılığı (USD, USDT, USDC) çiftler denenebilir.')
  await putAway(reason)
  await expect(reason).toHaveCount(0)

  await serveBest(page, KEYS)
  await page.reload()
  await expect(action).toHaveText(['İşlem yap', 'İşlem yap'])
  await expect(action.first()).toHaveAttribute('aria-disabled', 'true')
  await action.first().click({ force: true })
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Bu özellik için premium üyelik gerekiyor')
})

test('[OPP-40] the ten best open a row’s orders, or say what is missing', { tag: '@full' }, async ({ page }) => {
  const action = best(page).getByTestId('row-action')
  await serveBest(page, KEYS)
  await openAs(page, await makePremium(await signUp()), '/dashboard')
  await expect(action.first()).toHaveText('İşlem yap')
  await action.first().click()
  const orders = page.getByTestId('trade-dialog')
  await expect(orders.getByRole('table', { name: 'Gönderilecek emirler' })).toContainText('okx test')
  await putAway(orders)
  await expect(orders).toHaveCount(0)
  await expect(action.first()).toBeFocused()

  await serveBest(
    page,
    KEYS.map((key) => ({ ...key, ...LIVE })),
  )
  await page.reload()
  await expect(action.first()).toHaveText('İşlem yap')
  await action.first().click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Tek tıkla canlı işlem çok yakında.')
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(orders).toHaveCount(0)
  await expect(action.first()).toBeFocused()
})

/** Which buttons of the rows are out of sight, and how far the table goes beyond its place. */
const cut = (page: Page) =>
  best(page).evaluate((table) => {
    const edge = table.parentElement?.getBoundingClientRect().right ?? 0
    const spots = Array.from(table.querySelectorAll('tbody td:last-child :is(a, button)'), (one) => {
      const { right, top, bottom } = one.getBoundingClientRect()
      const line = one.closest('tr')?.getBoundingClientRect()
      return right > edge - 12 || top < (line?.top ?? 0) || bottom > (line?.bottom ?? 0)
    })
    return { spots, beyond: table.scrollWidth - (table.parentElement?.clientWidth ?? 0) }
  })

for (const width of [1920, 1440, 1366, 1280, 1024, 768, 390]) {
  test(`action and trial of the ten best are in sight at ${width}`, { tag: fullUnless(width === 1440) }, async ({
    page,
  }) => {
    const long = { source: 'demo', confidence: 100, latency_ms: 1_144, age_ms: 3_400, net_pnl: 1_234.56 }
    const rows = [
      listedRow(1, { ...long, base: 'PENDLE', symbol: 'PENDLE/USDT', size: 95_242_098_000, size_currency: 'SATS' }),
      listedRow(2, { ...long, buy_exchange: 'kraken', quote: 'USDC', symbol: 'C2/USDC' }),
      // A button that says why replaces the trial.
      listedRow(3, { ...long, net_profit: 0.4, quote: 'TRY', symbol: 'C3/TRY' }),
    ]
    await page.setViewportSize({ width, height: 900 })
    await logIn(page, await makePremium(await signUp()))
    for (const [keys, words] of [
      [[], 'API bağla'],
      [KEYS, 'İşlem yap'],
    ] as const) {
      await serveTrades(page, keys)
      await openWith(page, { rows, source: 'demo' }, '/dashboard')
      await expect(best(page).getByTestId('row-action')).toHaveText([words, words, words])
      expect(await cut(page)).toEqual({ spots: Array.from({ length: 6 }, () => false), beyond: 0 })
    }
    await page.goto('/portfolio')
    await expect(best(page).getByRole('button', { name: /^Neden denenemez/ })).toBeVisible()
    expect(await cut(page)).toEqual({ spots: [false, false, false], beyond: 0 })
  })
}

test('on a phone all of a row opens its opportunity, beside its own buttons', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await serveBest(page, KEYS)
  await openAs(page, await signUp(), '/dashboard')
  await expect(best(page).getByTestId('row-action').first()).toHaveText('İşlem yap')
  await best(page).getByText('C1/USDT').click({ force: true })
  await expect(page).toHaveURL(/\/opportunities\?.*evidence=spot\.C1/)
})

test('an action says from the first moment what it does, though the connections are read later', async ({ page }) => {
  const someone = await signUp()
  await serve(page, { rows: [listedRow(1, { net_profit: 0.9 })] })
  let letRead: () => void = () => undefined
  const reading = new Promise<void>((done) => {
    letRead = done
  })
  await page.route('**/api/api-keys', async (route) => {
    await reading
    await route.fallback()
  })
  // Records every action that is drawn.
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { e2eActions: said })
    new MutationObserver(() => {
      for (const { innerText } of document.querySelectorAll<HTMLElement>('[data-testid=row-action]'))
        if (!said.includes(innerText)) said.push(innerText)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const said = () => page.evaluate(() => (window as unknown as { e2eActions: string[] }).e2eActions)
  await openAs(page, someone, '/opportunities?minROI=0')
  await expect(page.getByTestId('row-action')).toHaveText('API bağla')
  await connectDemo(someone, 'okx')
  // The stored user is renewed with each page.
  await page.reload()
  await expect(page.getByTestId('row-action')).toHaveText('İşlem yap')
  for (const path of ['/opportunities?minROI=0', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByTestId('row-action')).toHaveText('İşlem yap')
    expect(await said()).toEqual(['İşlem yap'])
  }
  const read = page.waitForResponse((response) => response.url().endsWith('/api/api-keys'))
  letRead()
  await (await read).finished()
  await expect(best(page).getByTestId('row-action')).toHaveText('İşlem yap')
  expect(await said()).toEqual(['İşlem yap'])
})

test('rows of the visitors’ list offer only the simulation, to everybody', { tag: '@full' }, async ({ page }) => {
  await serveTrades(page, KEYS)
  await serve(page, { rows: [listedRow(1, { net_profit: 0.9 })], source: 'cache' })
  await openAs(page, await makePremium(await signUp()), '/dashboard')
  await expect(best(page).getByTestId('row-action')).toHaveText(['Simülasyon'])
})

test('the list asks again for connections that could not be read', { tag: '@full' }, async ({ page }) => {
  await serveBest(page, KEYS)
  let asked = 0
  await page.route('**/api/api-keys', (route) => {
    asked += 1
    return asked <= 2 ? route.fulfill({ status: 503, json: { detail: 'x', code: 'internal' } }) : route.fallback()
  })
  await openAs(page, await signUp(), '/opportunities?minROI=0')
  const action = page.getByTestId('row-action').first()
  await expect(action).toHaveText('API bağla')
  await expect(action).toHaveText('İşlem yap')
})
