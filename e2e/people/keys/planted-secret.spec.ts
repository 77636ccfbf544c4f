import { readFileSync } from 'node:fs'
import { expect, type Page, type Route, test } from '@playwright/test'
import { INVALID, KEY, PASSPHRASE, record, SECRET, typeOkx } from '../../keys.ts'
import { startServer } from '../../own-server.ts'
import { logIn, signUp } from '../../people.ts'

const PLANTED = [KEY, SECRET, PASSPHRASE]

const RECORD = record('okx')
const ADD = 'POST /api/api-keys'
const TRY = 'POST /api/validate-exchange-credentials'

/** Records what the browser logs, sends and gets from here on; `carried` are the calls with a planted text in them. */
function listen(page: Page) {
  const seen: string[] = []
  const carried: string[] = []
  const context = page.context()
  context.on('console', (message) => seen.push(message.text()))
  page.on('pageerror', (error) => seen.push(String(error)))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => seen.push(String(payload))))
  context.on('request', (sent) => {
    const head = `${sent.url()} ${JSON.stringify(sent.headers())}`
    seen.push(head)
    if (PLANTED.some((one) => (sent.postData() ?? '').includes(one)))
      carried.push(`${sent.method()} ${new URL(sent.url()).pathname}`)
  })
  context.on('response', async (answer) => {
    if (!answer.url().includes('/api/')) return
    const body = await answer.text().catch((error: unknown) => String(error))
    seen.push(`${JSON.stringify(answer.headers())} ${body}`)
  })
  return { seen, carried }
}

/** The text in the fields of the page. */
const inFields = (page: Page): Promise<string[]> =>
  page.locator('input, textarea').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

/** Everything else that the page and its browser keep: drawn text, history, cookies and every kind of storage. */
async function kept(page: Page): Promise<string[]> {
  const inPage = await page.evaluate(async () => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    const { navigation } = window as unknown as {
      navigation: { entries: () => { url: string; getState: () => unknown }[] }
    }
    const history = navigation.entries().map((entry) => `${entry.url} ${JSON.stringify(entry.getState())}`)
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const answers = (await Promise.all(caches.map((cache) => cache.matchAll()))).flat()
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }))
    return [
      document.documentElement.outerHTML,
      ...fields.map(({ defaultValue }) => defaultValue),
      ...history,
      JSON.stringify(window.history.state),
      document.title,
      window.name,
      ...stores,
      ...(await Promise.all(answers.map(async (answer) => `${answer.url} ${await answer.text()}`))),
    ]
  })
  const stored = await page.context().storageState({ indexedDB: true })
  return [...inPage, JSON.stringify(stored)]
}

const found = (texts: readonly string[]) => PLANTED.filter((one) => texts.some((text) => text.includes(one)))

test('a planted secret is only in its calls and, after a refusal, its fields', { tag: '@full' }, async ({ page }) => {
  const server = await startServer('planted', { LOG_LEVEL: 'trace' })
  try {
    const { seen, carried } = listen(page)
    await logIn(page, await signUp({}, server.origin))
    let list: readonly object[] = []
    /** Answers that replace the server's; the server still gets every key. */
    let instead: Readonly<Record<string, { readonly status: number; readonly json: object }>> = {}
    const answer = async (route: Route) => {
      const request = route.request()
      const call = `${request.method()} ${new URL(request.url()).pathname}`
      if (call === 'GET /api/api-keys') return route.fulfill({ json: list })
      const own = await route.fetch()
      const reply = instead[call]
      return reply === undefined ? route.fulfill({ response: own }) : route.fulfill(reply)
    }
    await page.route('**/api/api-keys', answer)
    await page.route('**/api/validate-exchange-credentials', answer)
    await page.goto(`${server.origin}/settings/api`)
    const wizard = page.getByTestId('api-wizard')
    const dialog = page.getByTestId('credential-dialog')

    const expectNowhere = async () => expect(found([...(await kept(page)), ...seen])).toEqual([])

    await wizard.getByRole('button', { name: 'OKX bağla' }).click()
    for (const { reply, says } of [
      { reply: null, says: 'Anahtarınız hiçbir yere gönderilmedi ve kaydedilmedi' },
      { reply: { status: 200, json: INVALID }, says: 'API anahtarları doğrulanamadı.' },
      { reply: { status: 201, json: RECORD }, says: null },
    ]) {
      instead = reply === null ? {} : { [ADD]: reply }
      await typeOkx(wizard)
      // The search does find a planted text.
      expect(found(await inFields(page))).toEqual(PLANTED)
      await wizard.getByRole('button', { name: 'Anahtarı doğrula' }).click()
      if (says !== null) await expect(wizard.getByRole('alert')).toContainText(says)
      else await expect(wizard.getByRole('heading', { name: 'OKX bağlandı' })).toBeVisible()
      await expectNowhere()
      expect(found(await inFields(page))).toEqual(says === null ? [] : PLANTED)
    }
    expect(carried).toEqual([ADD, ADD, ADD])
    list = [RECORD]
    await wizard.getByRole('button', { name: 'Bitir' }).click()
    await expect(wizard).toHaveCount(0)
    await expectNowhere()

    // The page's own dialog: a new connection, then another key for an existing one.
    carried.length = 0
    list = []
    await page.goto(`${server.origin}/api-management`)
    const done = page.getByRole('alertdialog')
    for (const way of ['add', 'update'] as const) {
      if (way === 'add') {
        await page.getByRole('button', { name: 'Borsa ekle' }).click()
        await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: 'OKX' })
      } else await page.getByRole('button', { name: 'OKX: güncelle' }).click()
      for (const { reply, says } of [
        { reply: {}, says: 'Anahtarınız hiçbir yere gönderilmedi' },
        {
          reply: { [TRY]: { status: 200, json: { success: false, error: 'Secret Key yanlış.' } } },
          says: 'Secret Key',
        },
        {
          reply: {
            [TRY]: { status: 200, json: { success: true, message: 'tamam' } },
            [ADD]: { status: 201, json: RECORD },
          },
          says: null,
        },
      ]) {
        instead = reply
        if (says === null) list = [RECORD]
        await typeOkx(dialog)
        expect(found(await inFields(page))).toEqual(PLANTED)
        await dialog.getByRole('button', { name: 'Doğrula ve kaydet' }).click()
        if (says !== null) await expect(dialog.getByRole('alert')).toContainText(says)
        else await expect(done).toContainText('API anahtarları başarıyla doğrulandı ve kaydedildi')
        await expectNowhere()
        expect(found(await inFields(page))).toEqual(says === null ? [] : PLANTED)
      }
      await done.getByRole('button', { name: 'Tamam' }).click()
      await expect(dialog).toHaveCount(0)
      await expectNowhere()
    }
    expect(carried).toEqual([TRY, TRY, TRY, ADD, TRY, TRY, TRY, ADD])
  } finally {
    await server.stop()
  }
  const log = readFileSync(server.log, 'utf8')
  expect(log).not.toBe('')
  expect(found([log])).toEqual([])
})
