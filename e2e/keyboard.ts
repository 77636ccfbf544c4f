import { expect, type Locator } from '@playwright/test'

/** Most presses of Tab: more than any page of ours has places to stop at. */
const MOST = 200

type Stop = {
  readonly what: string
  /** Null while the browser itself has the focus, between the page's last and first place. */
  readonly isSeen: boolean | null
  readonly isInside: boolean
  readonly isTarget: boolean
}

/** The current stop of the focus, and whether the focus is visible. */
const stop = (target: Locator, inside: string | undefined): Promise<Stop> =>
  target.evaluateAll((all, within) => {
    const now = document.activeElement
    if (now === null || now === document.body) return { what: '', isSeen: null, isInside: false, isTarget: false }
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(now)
    const { width, height } = now.getBoundingClientRect()
    const isRinged = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    return {
      what: now.outerHTML.slice(0, 160),
      isSeen: isRinged && width > 0 && height > 0,
      isInside: within === undefined || now.closest(within) !== null,
      isTarget: all.some((one) => one === now),
    }
  }, inside)

/**
 * Presses Tab until the target has the focus. The focus must be visible at every stop on the way, and must never leave
 * a dialog (`inside`, a selector).
 */
export async function tabTo(target: Locator, inside?: string): Promise<void> {
  await expect(target.first()).toBeVisible()
  for (let press = 0; press < MOST; press += 1) {
    await target.page().keyboard.press('Tab')
    const { what, isSeen, isInside, isTarget } = await stop(target, inside)
    expect(isSeen === null ? inside === undefined : isSeen && isInside, what).toBe(true)
    if (isTarget) return
  }
  throw new Error(`${MOST} presses of Tab do not lead to ${target}`)
}

/** Goes to the target with Tab and presses Enter. */
export async function enter(target: Locator, inside?: string): Promise<void> {
  await tabTo(target, inside)
  await target.page().keyboard.press('Enter')
}

/**
 * Presses Escape once the layer handles the key: it has the focus and, a moment later, is on top. A key between the two
 * is lost.
 */
export async function putAway(layer: Locator): Promise<void> {
  const isOnTop = () =>
    layer.evaluate(
      (panel) => panel.contains(document.activeElement) && getComputedStyle(panel).pointerEvents === 'auto',
    )
  await expect.poll(isOnTop).toBe(true)
  await layer.page().keyboard.press('Escape')
}
