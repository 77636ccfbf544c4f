import type { Page } from '@playwright/test'

const REFUSED = {
  status: 403,
  json: { detail: 'Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.', code: 'proof-required' },
}

/**
 * Refuses calls of the address and methods until the server has accepted a password or a code, as the server does once
 * a login is ten minutes old.
 */
export async function wantProof(page: Page, address: string | RegExp, methods: readonly string[]): Promise<void> {
  let isProven = false
  page.on('response', (response) => {
    if (/\/api\/(admin\/)?auth\/proof$/.test(response.url()) && response.status() === 204) isProven = true
  })
  await page.route(address, (route) =>
    isProven || !methods.includes(route.request().method()) ? route.fallback() : route.fulfill(REFUSED),
  )
}
