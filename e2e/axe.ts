import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { THEMES, WIDTHS } from './tier.ts'

/** Expects axe to find nothing on the page as it stands, or in the part that the selector names. */
export async function axe(page: Page, within?: string): Promise<void> {
  const builder = new AxeBuilder({ page })
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Expects axe to find nothing on the page, and nothing beyond its right edge. */
export async function looksRight(page: Page): Promise<void> {
  await axe(page)
  await expectNoSpill(page)
}

/** Calls `look` at each width of the run. */
export async function atEveryWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await look(width)
  }
}

/** Adds a test of a screen for each width and theme of the run; without `tag` only the full run has these tests. */
export function testEveryLook(
  screen: string,
  look: (page: Page, width: number) => Promise<void>,
  tag: readonly string[] = ['@full'],
): void {
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const title = `${screen} in the ${colorScheme} theme at ${width}: axe finds nothing and nothing spills`
      test(title, { tag: [...tag] }, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await look(page, width)
      })
    }
  }
}

/** Expects axe to find nothing and the open dialog to stay within the window, at each width and theme of the run. */
export async function axeEverywhere(page: Page, dialog: Locator): Promise<void> {
  await atEveryWidth(page, async () => {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await axe(page)
      await expectWithin(dialog)
    }
  })
}

/** Expects nothing of the page beyond its right edge. */
export async function expectNoSpill(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Expects a dialog within the window, and nothing in it wider than it is, except parts that scroll. */
export async function expectWithin(dialog: Locator): Promise<void> {
  const beyond = await dialog.evaluate((panel) => {
    const { left, right } = panel.getBoundingClientRect()
    const scrolls = (element: Element): boolean =>
      element !== panel &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
        (element.parentElement !== null && scrolls(element.parentElement)))
    const spilling = [...panel.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1) && !scrolls(element)
    })
    return [
      ...(left < 0 || right > innerWidth ? ['the dialog itself'] : []),
      ...spilling.map((element) => element.outerHTML.slice(0, 120)),
    ]
  })
  expect(beyond).toEqual([])
}
