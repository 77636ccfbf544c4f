import { expect, type Page, test } from '@playwright/test'
import { stopTime } from '../../clock.ts'
import { listedRow, row, serve } from '../../market.ts'
import { logIn, type Someone, signUp } from '../../people.ts'

let deniz: Someone
test.beforeAll(async () => {
  deniz = await signUp()
})

/** Number of list calls in ten seconds of the page's time, once a row is there; its clock stands afterwards. */
async function pollsOfTenSeconds(page: Page, address: string): Promise<number> {
  let count = 0
  await page.clock.install()
  await page.goto(address)
  await expect(page.locator(row).first()).toBeVisible()
  await stopTime(page, 5_000)
  page.on('request', (request) => {
    if (request.url().endsWith('/api/arbitrage-opportunities')) count += 1
  })
  for (let second = 0; second < 10; second++) {
    await page.clock.runFor(1_000)
    // Lets the answer of one round come before the next is due.
    await page.evaluate(() => fetch('/api/status'))
  }
  return count
}

test('without a stream a visitor polls each 5 s, a user each 2 s', { tag: '@full' }, async ({ page, browser }) => {
  await serve(page, { rows: [listedRow(1, { net_roi: 0.9 })] })
  expect(await pollsOfTenSeconds(page, '/opportunities')).toBe(2)
  const own = await browser.newPage()
  await logIn(own, deniz)
  await serve(own, { rows: [listedRow(1, { net_roi: 0.9 })] })
  expect(await pollsOfTenSeconds(own, '/opportunities')).toBe(5)
  await expect(own.getByTestId('connection-state')).toContainText('Akış yok, 2 saniyede bir yenileniyor')
  await own.close()
})

test('lists are polled beside a stream: 5 s for visitors, 2 s for users', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const own = await browser.newPage()
  await logIn(own, deniz)
  expect(await pollsOfTenSeconds(page, '/opportunities?minROI=0')).toBe(2)
  expect(await pollsOfTenSeconds(own, '/opportunities?minROI=0')).toBe(5)
  // An answer that is older than the stream's list changes nothing.
  await expect(own.getByTestId('connection-state')).toHaveText('Demo akışı')
  await own.close()
})

for (const [who, tickMs, pollMs] of [
  ['a visitor', 2_000, 5_000],
  ['whoever is logged in', 1_000, 2_000],
] as const) {
  test(`[CALL-31] [CONST-04] for ${who} lists are polled; values move each ${tickMs / 1_000} s`, async ({ page }) => {
    // Twenty rows, so that hardly any tick leaves every displayed value as it was.
    const rows = Array.from({ length: 20 }, (_, at) => listedRow(at + 1, { net_roi: 0.5 }))
    await serve(page, { rows })
    if (who !== 'a visitor') await logIn(page, deniz)
    expect(await pollsOfTenSeconds(page, '/opportunities?minROI=0')).toBe(10_000 / pollMs)
    // From here on only ticks change the page.
    await page.route('**/api/arbitrage-opportunities', (route) => route.abort())
    await page.clock.runFor(pollMs)
    await expect(page.getByTestId('connection-state')).toContainText('Bağlantı sorunu')
    const net = page.locator(row).first().getByRole('button', { name: / aç/ })
    await expect(net.getByTitle('temsili')).toHaveText(/temsili ~%0,(4[89]|5[012])$/)
    const shown = () =>
      page.evaluate(() => [...document.querySelectorAll('[title=temsili]')].map((one) => one.textContent).join())
    // The values move once in each tick, at the same place in it.
    const moves: number[] = []
    let last = await shown()
    for (let ms = 100; ms <= 4 * tickMs; ms += 100) {
      await page.clock.runFor(100)
      const now = await shown()
      if (now !== last) moves.push(ms)
      last = now
    }
    expect(moves.slice(1).map((ms, at) => ms - (moves[at] ?? 0))).toEqual([tickMs, tickMs, tickMs])
  })
}
