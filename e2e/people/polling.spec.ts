import { expect, type Page, test } from '@playwright/test'
import { listedRow, serve } from '../market.ts'
import { logIn, type Someone, signUp } from '../people.ts'

const row = '[data-testid=opportunity-row]'

let deniz: Someone
test.beforeAll(async () => {
  deniz = await signUp(test.info().project.use.baseURL ?? '')
})

test('without a stream a visitor asks every five seconds, and whoever is logged in every two', {
  tag: '@full',
}, async ({ page, browser }) => {
  /** Number of list calls in ten seconds of the page's time. */
  const asked = async (who: Page): Promise<number> => {
    let count = 0
    await who.clock.install()
    await serve(who, { rows: [listedRow(1, { net_roi: 0.9 })] })
    await who.goto('/opportunities')
    await expect(who.locator(row)).toHaveCount(1)
    await who.clock.pauseAt((await who.evaluate(() => Date.now())) + 5_000)
    who.on('request', (request) => {
      if (request.url().endsWith('/api/arbitrage-opportunities')) count += 1
    })
    for (let second = 0; second < 10; second++) {
      await who.clock.runFor(1_000)
      // Lets the answer of one round come before the next is due.
      await who.evaluate(() => fetch('/api/status'))
    }
    return count
  }
  expect(await asked(page)).toBe(2)
  const own = await browser.newPage()
  await logIn(own, deniz)
  expect(await asked(own)).toBe(5)
  await expect(own.getByTestId('connection-state')).toContainText('Akış yok, 2 saniyede bir yenileniyor')
  await own.close()
})

test('an open stream is polled besides: every 5 s, and every 2 s when logged in', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const pollsOf = (who: Page) => {
    const times: number[] = []
    who.on('request', (request) => {
      if (request.url().endsWith('/api/arbitrage-opportunities')) times.push(Date.now())
    })
    return times
  }
  const own = await browser.newPage()
  await logIn(own, deniz)
  const polls = [pollsOf(page), pollsOf(own)] as const
  await Promise.all([page.goto('/opportunities?minROI=0'), own.goto('/opportunities?minROI=0')])
  await expect(own.getByTestId('connection-state')).toHaveText('Demo akışı', { timeout: 20_000 })
  await expect.poll(() => Math.min(polls[0].length, polls[1].length), { timeout: 30_000 }).toBeGreaterThanOrEqual(4)
  expectAbout(gapsOf(polls[0]), 5_000)
  expectAbout(gapsOf(polls[1]), 2_000)
  // An answer that the stream has overtaken changes nothing.
  await expect(own.getByTestId('connection-state')).toHaveText('Demo akışı')
  await own.close()
})

for (const [who, tickMs, pollMs] of [
  ['a visitor', 2_000, 5_000],
  ['whoever is logged in', 1_000, 2_000],
] as const) {
  test(`[CALL-31] [CONST-04] of ${who} the lists are polled, and every ${tickMs / 1_000} s the displayed values move`, async ({
    page,
  }) => {
    // Twenty rows, so that hardly any tick leaves every displayed value as it was.
    const rows = Array.from({ length: 20 }, (_, at) => listedRow(at + 1, { net_roi: 0.5 }))
    await serve(page, { rows })
    if (who !== 'a visitor') await logIn(page, deniz)
    const polls: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/arbitrage-opportunities')) polls.push(Date.now())
    })
    await page.goto('/opportunities?minROI=0')
    await expect(page.locator(row)).toHaveCount(20)
    await expect.poll(() => polls.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
    expectAbout(gapsOf(polls), pollMs)
    // From here on no answer comes between the ticks.
    await page.route('**/api/arbitrage-opportunities', (route) => route.abort())
    await expect(page.getByTestId('connection-state')).toContainText('Bağlantı sorunu', { timeout: 15_000 })
    const net = page.locator(row).first().getByRole('button', { name: / aç/ })
    await expect(net.getByTitle('temsili')).toHaveText(/temsili ~%0,(4[89]|5[012])$/)
    const moved = await page.evaluate(async () => {
      const shown = () => [...document.querySelectorAll('[title=temsili]')].map((one) => one.textContent).join()
      const times: number[] = []
      let last = shown()
      while (times.length < 5) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        const now = shown()
        if (now !== last) times.push(performance.now())
        last = now
      }
      return times
    })
    expectAbout(gapsOf(moved), tickMs)
  })
}

const gapsOf = (times: readonly number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0))

/** Expects the median gap to be about `ms`: a single gap that the machine stretched says nothing of the timer. */
function expectAbout(gaps: readonly number[], ms: number): void {
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  expect(middle, gaps.join(' ')).toBeGreaterThan(ms * 0.6)
  expect(middle, gaps.join(' ')).toBeLessThan(ms * 1.6)
}
