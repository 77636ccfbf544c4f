import type { Locator, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** Reads the QR code of an element as a phone's camera would; throws if there is none. */
export async function readQr(page: Page, element: Locator): Promise<string> {
  const png = (await element.screenshot()).toString('base64')
  // Another page turns the picture into pixels: the site's policy would not load the picture.
  const blank = await page.context().newPage()
  const { width, height, points } = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('the browser draws nothing')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, picture.width, picture.height)
    return { width: picture.width, height: picture.height, points: Array.from(data) }
  }, png)
  await blank.close()
  return decodeQR({ width, height, data: Uint8Array.from(points) })
}
