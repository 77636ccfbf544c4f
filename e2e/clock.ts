import { expect, type Page } from '@playwright/test'

/**
 * Stops a page's installed clock `aheadMs` from now: from then on it moves only on command. If a slow machine needs
 * longer than that the clock refuses, and the next try holds.
 */
export async function stopTime(page: Page, aheadMs = 1_000): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs)
  }).toPass({ intervals: [0] })
}
