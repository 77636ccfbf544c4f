import { PATHS, Trades } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { putAway } from '../../keyboard.ts'
import { TRY_MS } from '../../market.ts'
import { callsOf, connectDemo, makePremium, openAs, type Someone, signUp } from '../../people.ts'

let ada: Someone
test.beforeAll(async () => {
  ada = await makePremium(await signUp())
  for (const exchange of EXCHANGES) await connectDemo(ada, exchange)
})

const dialog = (page: Page) => page.getByTestId('trade-dialog')
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Emirleri gönder' })

const refusal = (page: Page) => page.getByRole('alertdialog')
const ended = (page: Page) => dialog(page).getByRole('heading', { name: 'İşlem bitti' })
const running = (page: Page) => dialog(page).getByRole('heading', { name: 'İşlem sürüyor' })

/** Whether the element becomes visible within the time of a try. */
const isSeen = (found: Locator): Promise<boolean> => isDone(found.first().waitFor({ timeout: TRY_MS }))
const isDone = (tried: Promise<void>): Promise<boolean> =>
  tried.then(
    () => true,
    () => false,
  )

/** Orders row after row until the server takes an order: rows come and go, and an account may lack a coin. */
async function orderAny(page: Page): Promise<void> {
  for (let times = 0; times < 40; times++) {
    const actions = page.getByTestId('row-action')
    await expect(actions.first()).toBeVisible()
    // The row may have closed, or its books gone stale, between the look and the press.
    const action = actions.nth(times % Math.min(12, await actions.count()))
    const isPressed = await isDone(action.click({ timeout: TRY_MS }))
    if (!isPressed || !(await isSeen(dialog(page).or(refusal(page))))) continue
    if (await refusal(page).isVisible()) {
      await expect(refusal(page)).toContainText('Bu satırın fiyatları güncel değil. Güncel listeden bir fırsat seçin.')
      await refusal(page).getByRole('button', { name: 'Tamam' }).click()
      continue
    }
    // The row may also close later, or need a coin that the account lacks.
    const cannot = dialog(page).getByText(/Bu fırsat kapandı|bakiyesi yetmiyor|en küçük emrinin altında/)
    const planned = dialog(page).getByRole('table', { name: 'Gönderilecek emirler' })
    await isSeen(planned.or(cannot))
    if ((await planned.isVisible()) && (await send(page).getAttribute('aria-disabled')) !== 'true') {
      await expect(dialog(page)).toContainText('Demo piyasa')
      await send(page).click()
      const taken = running(page).or(ended(page))
      await expect(taken.or(cannot).first()).toBeVisible()
      if (await taken.first().isVisible()) return
    }
    await putAway(dialog(page))
    await expect(dialog(page)).toHaveCount(0)
  }
  throw new Error('no row could be ordered')
}

test('orders on the demo market are planned, sent and followed; the dashboard keeps them', async ({ page }) => {
  await openAs(page, ada, '/opportunities?minROI=0')
  await expect(page.getByTestId('row-action').first()).not.toHaveText(/^(Simülasyon|API bağla)$/)
  await orderAny(page)
  await expect(ended(page)).toBeVisible()
  await expect(dialog(page)).toContainText(
    /İşlem tamamlandı|İşlem kısmen gerçekleşti|İşlem açık kaldı|Hiçbir emir gerçekleşmedi|geri alın(dı|amayacak)/,
  )
  const calls = await callsOf(ada)
  const { trades } = Trades.parse(await (await calls.get(PATHS.trades)).json())
  expect(trades).toHaveLength(1)
  expect(trades[0]?.world).toBe('demo')
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Test ağı işlemleri' })
  await expect(panel).toContainText(trades[0]?.name ?? '')
})
