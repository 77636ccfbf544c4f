import { EXCHANGE_IDS, PATHS, Trades } from '@makas/contract'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { putAway } from '../keyboard.ts'
import { callsOf, logIn, makePremium, type Someone, signUp } from '../people.ts'

let ada: Someone
test.beforeAll(async () => {
  const baseURL = test.info().project.use.baseURL ?? ''
  ada = await makePremium(baseURL, await signUp(baseURL))
  const calls = await callsOf(baseURL, ada)
  for (const exchange_name of EXCHANGE_IDS) {
    const connected = await calls.post(PATHS.demoKey, { data: { exchange_name } })
    expect([exchange_name, connected.status()]).toEqual([exchange_name, 201])
  }
})

const dialog = (page: Page) => page.getByTestId('trade-dialog')
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Emirleri gönder' })

const ended = (page: Page) => dialog(page).getByRole('heading', { name: 'İşlem bitti' })
const running = (page: Page) => dialog(page).getByRole('heading', { name: 'İşlem sürüyor' })

/** Whether the element becomes visible within that time. */
const isSeen = (found: Locator, ms: number): Promise<boolean> =>
  found
    .first()
    .waitFor({ timeout: ms })
    .then(
      () => true,
      () => false,
    )

/** Orders one row after the other until an order is taken: rows come and go, and not every account has each coin. */
async function orderAny(page: Page): Promise<void> {
  for (let times = 0; times < 40; times++) {
    const actions = page.getByTestId('row-action')
    await expect(actions.first()).toBeVisible()
    await actions.nth(times % Math.min(12, await actions.count())).click()
    // The row may have closed between the look and the press, or need a coin that the account lacks.
    const planned = dialog(page).getByRole('table', { name: 'Gönderilecek emirler' })
    if ((await isSeen(planned, 4_000)) && (await send(page).getAttribute('aria-disabled')) !== 'true') {
      await expect(dialog(page)).toContainText('Demo piyasa')
      await send(page).click()
      // The row may also close between the plan and its orders.
      if (await isSeen(running(page).or(ended(page)), 5_000)) return
      await expect(dialog(page)).toContainText(/Bu fırsat kapandı|bakiyesi yetmiyor|en küçük emrinin altında/)
    }
    await putAway(dialog(page))
    await expect(dialog(page)).toHaveCount(0)
  }
  throw new Error('no row could be ordered')
}

test('on the demo market orders are planned, sent and followed to their end, and the dashboard keeps them', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await logIn(page, ada)
  await page.goto('/opportunities')
  await expect(page.getByTestId('row-action').first()).not.toHaveText('Simülasyon')
  await orderAny(page)
  await expect(ended(page)).toBeVisible({ timeout: 40_000 })
  await expect(dialog(page)).toContainText(
    /İşlem tamamlandı|İşlem kısmen gerçekleşti|Hiçbir emir dolmadı|geri alın(dı|amayacak)/,
  )
  const calls = await callsOf(baseURL ?? '', ada)
  const { trades } = Trades.parse(await (await calls.get(PATHS.trades)).json())
  expect(trades).toHaveLength(1)
  expect(trades[0]?.world).toBe('demo')
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Test ağı işlemleri' })
  await expect(panel).toContainText(trades[0]?.name ?? '')
})
