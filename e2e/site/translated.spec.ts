import { expect, type Page, test } from '@playwright/test'
import { carryRow, openWith, row, serve, triRow } from '../market.ts'
import { fullUnless } from '../tier.ts'

/**
 * Changes the page as a browser's translation does: each text, also one that comes later, becomes an element. `way`:
 * the text is replaced, its element comes first and the text goes then, or texts that stand beside each other become
 * one element. `everything` passes over what is marked as not to be translated, as some extensions do.
 */
async function translate(page: Page, way: 'replace' | 'insert' | 'join', reach: 'everything' | 'unmarked') {
  await page.evaluate(
    ([way, reach]) => {
      const marks = reach === 'everything' ? 'script, style, font, svg' : '[translate=no], script, style, font, svg'
      const wrap = (text: Text) => {
        const parent = text.parentNode
        if (text.data.trim() === '' || !parent || text.parentElement?.closest(marks)) return
        const outer = document.createElement('font')
        const inner = outer.appendChild(document.createElement('font'))
        inner.textContent = text.data
        if (way === 'replace') return void parent.replaceChild(outer, text)
        parent.insertBefore(outer, text)
        while (way === 'join' && text.nextSibling?.nodeType === Node.TEXT_NODE) {
          inner.textContent += text.nextSibling.textContent
          text.nextSibling.remove()
        }
        text.remove()
      }
      const wrapAll = (root: Node) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const texts: Text[] = []
        while (walker.nextNode()) texts.push(walker.currentNode as Text)
        for (const text of texts) wrap(text)
      }
      wrapAll(document.body)
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (node.nodeType === Node.TEXT_NODE) wrap(node as Text)
          else if (node.nodeName !== 'FONT') wrapAll(node)
        }
      }).observe(document.body, { childList: true, subtree: true })
    },
    [way, reach] as const,
  )
}

for (const way of ['replace', 'insert', 'join'] as const) {
  const tag = fullUnless(way === 'replace')
  test(`a translated page keeps its figures alive, and its pages (${way})`, { tag }, async ({ page }) => {
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    const offers = (netApy: number, netRoi: number) =>
      serve(page, { carry: [carryRow(1, { net_apy: netApy, basis: netApy })], tri: [triRow(1, { net_roi: netRoi })] })
    await offers(41.25, 0.34)
    await page.goto('/opportunities?mode=carry&minApy=0&minLiq=0')
    await expect(page.locator(row)).toContainText('%41,25')
    await translate(page, way, 'everything')
    await expect(page.locator(row).locator('font').first()).toBeVisible()
    // A running age makes a reader take its figure for the newest.
    for (const [netApy, shown, old] of [
      [58.5, '%58,50', '41,25'],
      [63.75, '%63,75', '58,50'],
    ] as const) {
      await offers(netApy, 0.34)
      await page.getByRole('button', { name: 'Yenile' }).click()
      await expect(page.locator(row)).toContainText(shown)
      await expect(page.locator(row)).not.toContainText(old)
      // The net figure is alone in its element; the basis is one text among others.
      expect((await page.locator(row).innerText()).split(shown).length).toBeGreaterThan(2)
    }
    await page.getByTestId('mode-tri').click()
    await expect(page.locator(row)).toContainText('C1')
    await page.getByTestId('mode-spot').click()
    await expect(page.getByRole('heading', { name: 'Fırsat bulunamadı' })).toBeVisible()
    for (const name of ['Yardım', 'Fırsatlar']) {
      await page.getByRole('navigation').getByRole('link', { name }).first().click()
      await expect(page.locator('h1')).toBeVisible()
    }
    await expect(page.getByText('Bu sayfa açılamadı')).toBeHidden()
    expect(errors).toEqual([])
  })
}

for (const width of [1440, 390]) {
  const tag = fullUnless(width === 1440)
  test(`the figures of a row are marked as not to be translated at ${width} px`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openWith(page, { carry: [carryRow(1)] }, '/opportunities?mode=carry&minApy=0&minLiq=0')
    await expect(page.locator(row)).toContainText('%4,54')
    await translate(page, 'replace', 'unmarked')
    await expect(page.locator('h1 font').first()).toBeVisible()
    const translated = await page.locator(`${row} font font`).allInnerTexts()
    expect(translated.filter((text) => /\d/.test(text))).toEqual([])
  })
}
