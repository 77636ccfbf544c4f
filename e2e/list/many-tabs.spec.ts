import { expect, type Page, type Request, test } from '@playwright/test'
import { row } from '../market.ts'

/** Counts the open streams of a page. */
function streamsOf(page: Page): { readonly open: () => number } {
  let opened = 0
  let ended = 0
  const isStream = (request: Request) => request.url().includes('/api/stream')
  page.on('request', (request) => {
    if (isStream(request)) opened += 1
  })
  const end = (request: Request) => {
    if (isStream(request)) ended += 1
  }
  page.on('requestfailed', end)
  page.on('requestfinished', end)
  return { open: () => opened - ended }
}

const goOutOfSight = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('eight tabs of one browser all show rows, and share one stream', async ({ context }) => {
  const tabs: { readonly page: Page; readonly streams: ReturnType<typeof streamsOf> }[] = []
  for (let at = 0; at < 8; at++) {
    const page = await context.newPage()
    tabs.push({ page, streams: streamsOf(page) })
    await page.goto('/opportunities?minROI=0')
    await expect(page.locator(row).first()).toBeVisible()
  }
  const open = () => tabs.reduce((sum, { streams }) => sum + streams.open(), 0)
  for (const { page } of tabs) await expect(page.getByTestId('connection-state')).toHaveText('Demo akışı')
  await expect.poll(open).toBe(1)
  // The tab with the stream closes: another tab takes the stream and feeds the rest.
  await tabs.shift()?.page.close()
  await expect.poll(open).toBe(1)
  for (const { page } of tabs) {
    const ids = await page.locator(row).evaluateAll((all) => all.map((one) => one.textContent))
    await expect.poll(() => page.locator(row).evaluateAll((all) => all.map((one) => one.textContent))).not.toEqual(ids)
    await expect(page.getByTestId('connection-state')).toHaveText('Demo akışı')
  }
})

test('a tab out of sight gives its stream to the next one, and takes it again', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.clock.install()
  const streams = [streamsOf(first), streamsOf(second)] as const
  for (const page of [first, second]) {
    await page.goto('/opportunities?minROI=0')
    await expect(page.locator(row).first()).toBeVisible()
    await expect(page.getByTestId('connection-state')).toHaveText('Demo akışı')
  }
  await expect.poll(() => streams.map(({ open }) => open())).toEqual([1, 0])
  await goOutOfSight(first, true)
  await first.clock.runFor(11_000)
  await expect.poll(() => streams.map(({ open }) => open())).toEqual([0, 1])
  await expect(second.getByTestId('connection-state')).toHaveText('Demo akışı')
  // Without anybody in sight there is no stream at all.
  await second.close()
  await first.clock.runFor(1_000)
  expect(streams[0].open()).toBe(0)
  await goOutOfSight(first, false)
  await expect.poll(streams[0].open).toBe(1)
  await expect(first.getByTestId('connection-state')).toHaveText('Demo akışı')
})
