import { expect, test } from '@playwright/test'
import { expectNoSpill } from '../axe.ts'
import { logIn, openAdmin, signUp } from '../people.ts'
import { drawer, openDrawer, openTicket, ownWord } from '../tickets.ts'

const LONG = { firstName: 'Ab'.repeat(34), lastName: 'Yılmazoğlu'.repeat(5) }

test('a very long name widens no page, and hides nothing beside it', { tag: '@full' }, async ({ page }) => {
  await logIn(page, await signUp(LONG))
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/account', '/api-management', '/settings/api', '/portfolio', '/dashboard', '/support']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeAttached()
      await test.step(`${path} at ${width}`, () => expectNoSpill(page))
    }
    await page.goto('/account')
    const name = page.getByRole('definition').filter({ hasText: LONG.lastName })
    const plan = page.getByRole('definition').filter({ hasText: 'Ücretsiz' })
    await expect(plan).toBeVisible()
    const cut = await name.evaluate((cell) => cell.scrollWidth > cell.clientWidth)
    const [one, other] = [await name.boundingBox(), await plan.boundingBox()]
    expect(cut).toBe(false)
    // Side by side or one above the other.
    const isBeside = (one?.x ?? 0) + (one?.width ?? 0) <= (other?.x ?? 0)
    const isAbove = (one?.y ?? 0) + (one?.height ?? 0) <= (other?.y ?? 0)
    expect(isBeside || isAbove).toBe(true)
  }
})

test('a very long title of a ticket ends before the button that closes it', { tag: '@full' }, async ({ page }) => {
  const title = `${ownWord()}${'x'.repeat(160)}`
  await openTicket(await signUp(), title)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, '/admin/tickets')
  await openDrawer(page, title)
  const heading = await drawer(page).getByRole('heading', { name: title }).boundingBox()
  const close = await drawer(page).getByRole('button', { name: 'Kapat' }).boundingBox()
  expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0)
  expect(
    await drawer(page)
      .getByRole('heading', { name: title })
      .evaluate((one) => one.scrollWidth - one.clientWidth),
  ).toBe(0)
})
