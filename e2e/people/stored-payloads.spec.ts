import { type APIResponse, type Browser, expect, type Page, request, test } from '@playwright/test'
import {
  callsOf,
  callsOfAdmin,
  findUser,
  logIn,
  logInAdmin,
  openAdmin,
  own,
  type Someone,
  serverAddress,
  signUp,
} from '../people.ts'

/** A payload short enough for every text field. */
const HIT = '<img src=x onerror=planted()>'
const SCRIPT = '"><script>planted()</script>'

/** Records everything that a planted text makes a page do; call it before the first `goto`. */
async function watch(page: Page): Promise<() => Promise<void>> {
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('planted', () => void ran.push(page.url()))
  return async () => {
    // Markup would be an element, even if the content security policy stops its script.
    await expect(page.locator('img[src="x"], [onerror]')).toHaveCount(0)
    await expect(page.locator('script').filter({ hasText: 'planted' })).toHaveCount(0)
    expect(ran).toEqual([])
  }
}

async function made(answer: Promise<APIResponse>): Promise<{ readonly id: string }> {
  const given = await answer
  expect(given.ok(), await given.text()).toBe(true)
  return given.json()
}

type Evidence = { readonly row: Record<string, unknown>; readonly evidence: { readonly legs: { symbol: string }[] } }

/** The evidence of a current row, with the payload in its names. */
async function plantedEvidence(someone: Someone) {
  const call = await callsOf(someone)
  const found: Evidence[] = []
  await expect(async () => {
    const [row] = (await (await call.get('/api/arbitrage-opportunities')).json()) as { id: string }[]
    const answer = await call.get(`/api/opportunities/${encodeURIComponent(row?.id ?? '')}/evidence`)
    expect(answer.status()).toBe(200)
    found.push((await answer.json()) as Evidence)
  }).toPass()
  await call.dispose()
  const [snapshot] = found
  if (snapshot === undefined) throw new Error('no evidence was read')
  Object.assign(snapshot.row, { symbol: HIT, size_currency: HIT })
  for (const leg of snapshot.evidence.legs) leg.symbol = HIT
  return { opportunity_id: String(snapshot.row.id), snapshot }
}

/** Every screen that visitors can open, beginning with those that show an article. */
async function visitorsScreens(browser: Browser, id: string, title: string): Promise<void> {
  const page = await browser.newPage()
  const inert = await watch(page)
  await page.goto(`/help/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(`metin ${HIT}${SCRIPT}`)).toBeVisible()
  await inert()
  await page.goto(`/help?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('list', { name: 'Makaleler' }).getByText(title)).toBeVisible()
  await inert()
  for (const address of ['/', '/opportunities', '/status', '/support', '/dashboard', '/legal/kunye', '/admin/login']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    await inert()
  }
  await page.close()
}

test('a phone number holds no markup: the payload is refused where somebody signs up', { tag: '@full' }, async () => {
  const call = await request.newContext({ baseURL: serverAddress() })
  const data = { email: 'telefon@ornek.com', password: 'kumsal-7-martı-lodos', firstName: 'Ad', lastName: 'Soyad' }
  for (const phoneNumber of [HIT.slice(0, 20), '<b>+905551112233</b>', "+90555'onerror=x"]) {
    const answer = await call.post('/api/auth/register', { data: { ...data, phoneNumber } })
    expect([phoneNumber, answer.status()]).toEqual([phoneNumber, 400])
  }
  await call.dispose()
})

test('[SEC-57] stored payloads stay text on every screen', { tag: '@full' }, async ({ page, browser }) => {
  const title = `${own('Talep ')} ${HIT}`
  const someone = await signUp({ firstName: `Ad ${HIT}`, lastName: `Soy ${SCRIPT}` })
  const [user, admin] = [await callsOf(someone), await callsOfAdmin()]
  const evidence = await plantedEvidence(someone)
  const { id } = await made(
    user.post('/api/tickets', { data: { title, description: `açıklama ${HIT}${SCRIPT}`, evidence } }),
  )
  await made(user.post(`/api/tickets/${id}/messages`, { data: { message: `kullanıcı ${HIT}${SCRIPT}` } }))
  await made(admin.post(`/api/admin/tickets/${id}/notes`, { data: { note: `not ${HIT}${SCRIPT}` } }))
  await made(admin.patch(`/api/admin/tickets/${id}`, { data: { admin_response: `yanıt ${HIT}${SCRIPT}` } }))
  await made(user.put('/api/views', { data: { views: [{ name: HIT, query: 'mode=spot' }] } }))
  const article = await made(
    admin.post('/api/admin/help-articles', {
      data: { title, content: `metin ${HIT}${SCRIPT}\n\n[bağ](javascript:planted())`, is_published: true },
    }),
  )
  const canned = own('H ')
  const reply = await made(
    admin.post('/api/admin/canned-replies', { data: { title: `${canned} ${HIT}`, text: `hazır ${HIT}${SCRIPT}` } }),
  )

  await visitorsScreens(browser, article.id, title)
  const theirs = await browser.newPage()
  const inertForUser = await watch(theirs)
  await logIn(theirs, someone)
  // No call names a connection, so the test serves a stored name.
  await theirs.route('**/api/api-keys', async (route) => {
    const record = { id: 'k', exchange_name: 'okx', name: `bağlantı ${HIT}`, api_key_masked: HIT, is_valid: true }
    const rights = { read: true, spot_trade: true, futures_trade: false, withdraw: false, transfer: false }
    const more = { testnet: false, is_demo: false, status: 'connected', last_checked: null, balance: { [HIT]: '1.5' } }
    await route.fulfill({ json: [{ ...record, ...more, permissions: rights }] })
  })
  await theirs.goto('/support')
  const card = theirs.getByTestId('ticket').filter({ hasText: title })
  for (const text of [`açıklama ${HIT}${SCRIPT}`, `kullanıcı ${HIT}${SCRIPT}`, `yanıt ${HIT}${SCRIPT}`])
    await expect(card.getByText(text)).toBeVisible()
  await card.getByRole('button', { name: /kanıtını aç$/ }).click()
  await expect(theirs.getByTestId('evidence-dialog').getByText(HIT).first()).toBeVisible()
  await inertForUser()
  for (const [address, shown] of [
    ['/api-management', theirs.getByRole('region', { name: `bağlantı ${HIT}` }).first()],
    ['/account', theirs.getByRole('main').getByText(`Ad ${HIT} Soy ${SCRIPT}`).first()],
    ['/dashboard', theirs.getByText('Real-Time Arbitrage Opportunities')],
  ] as const) {
    await theirs.goto(address)
    await expect(shown).toBeVisible()
    await inertForUser()
  }
  await theirs.goto('/opportunities')
  await theirs.getByRole('button', { name: 'Görünümler' }).click()
  await expect(theirs.getByText(HIT, { exact: true }).first()).toBeVisible()
  await inertForUser()
  await theirs.close()

  const inert = await watch(page)
  await logInAdmin(page)
  // Other admins are made at the terminal, so the test serves their names.
  const name = `Yönetici ${HIT}`
  await page.route('**/api/admin/tickets/assignees', async (route) => {
    const known = (await (await route.fetch()).json()) as object[]
    await route.fulfill({ json: [...known, { id: 'other', name, is_me: false }] })
  })
  await page.route('**/api/admin/tickets/*/presence', (route) =>
    route.fulfill({ json: { others: [{ name, is_writing: true, since: new Date().toISOString() }] } }),
  )
  await page.goto('/admin/tickets')
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(title)
  const row = page.getByTestId('admin-table').getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: `Yanıtla: ${title}` }).click()
  const drawer = page.getByTestId('ticket-drawer')
  for (const text of ['açıklama', 'kullanıcı', 'yanıt', 'not'])
    await expect(drawer.getByText(`${text} ${HIT}${SCRIPT}`)).toBeVisible()
  await expect(drawer.getByText(`Bu talebe bakan başka yönetici: ${name} · yanıt yazıyor`)).toBeVisible()
  await expect(drawer.getByRole('option', { name })).toBeAttached()
  await drawer.getByRole('button', { name: `Ekle: ${canned} ${HIT}` }).click()
  const response = drawer.getByRole('textbox', { name: 'Yönetici yanıtı' })
  await expect(response).toHaveValue(`hazır ${HIT}${SCRIPT}`)
  await drawer.getByRole('button', { name: /kanıtını aç$/ }).click()
  const shown = page.getByTestId('evidence-dialog')
  await expect(shown.getByText(HIT).first()).toBeVisible()
  await inert()
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  // New calls, because other journeys log the same admin in, who has ten sessions at most.
  const later = await callsOfAdmin()
  await made(
    later.patch(`/api/admin/tickets/${id}`, {
      data: { status: 'in_progress', admin_response: `önce ${HIT}${SCRIPT}` },
    }),
  )
  await drawer.getByRole('button', { name: 'Yanıtı gönder' }).click()
  const both = page.getByTestId('conflict-dialog')
  await expect(both.getByText(`önce ${HIT}${SCRIPT}`)).toBeVisible()
  await expect(both.getByText(`hazır ${HIT}${SCRIPT}`)).toBeVisible()
  await inert()
  await later.delete(`/api/admin/canned-replies/${reply.id}`)

  await page.route('**/api/admin/users/*/audit*', async (route) => {
    const answer = await route.fetch()
    const lines = ((await answer.json()) as object[]).map((line) => ({ ...line, actor_name: name }))
    await route.fulfill({ response: answer, json: lines })
  })
  await page.goto('/admin/users')
  await findUser(page, someone.email)
  const person = page.getByRole('row').filter({ hasText: someone.email })
  await expect(person).toContainText(`Ad ${HIT} Soy ${SCRIPT}`)
  await person.getByRole('button', { name: /^Düzenle/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
  await expect(dialog.getByLabel('Ad soyad', { exact: true })).toHaveValue(`Ad ${HIT} Soy ${SCRIPT}`)
  await expect(dialog.getByText(name).first()).toBeVisible()
  await dialog.getByLabel('Plan', { exact: true }).selectOption('monthly')
  await made(admin.patch(`/api/admin/users/${someone.id}`, { data: { is_premium: true, selectedPlan: 'yearly' } }))
  await dialog.getByRole('button', { name: 'Güncelle' }).click()
  await expect(dialog.getByRole('alert')).toContainText('başka bir yönetici değiştirdi')
  await inert()
  for (const [address, heading] of [
    ['/admin/dashboard', 'Gösterge paneli'],
    ['/admin/settings', 'Sistem ayarları'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await inert()
  }
  await later.delete(`/api/admin/help-articles/${article.id}`)
  await Promise.all([user.dispose(), admin.dispose(), later.dispose()])
})

test('an article with payloads is text in what two admins see at once', { tag: '@full' }, async ({ page }) => {
  const inert = await watch(page)
  const admin = await callsOfAdmin()
  const title = `${own('Makale ')} ${HIT}`
  const { id } = await made(admin.post('/api/admin/help-articles', { data: { title, content: `metin ${SCRIPT}` } }))
  await openAdmin(page, '/admin/help')
  await page.getByRole('searchbox', { name: 'Başlık ya da içerikte ara' }).fill(title)
  await page.getByRole('button', { name: `Düzenle: ${title}` }).click()
  const editor = page.getByTestId('article-editor')
  await editor.getByRole('textbox', { name: 'İçerik (Markdown)' }).fill(`benim ${HIT}${SCRIPT}`)
  await made(
    admin.patch(`/api/admin/help-articles/${id}`, { data: { content: `başkası ${HIT}`, title: `${title} ${SCRIPT}` } }),
  )
  await editor.getByRole('button', { name: 'Güncelle' }).click()
  await expect(editor.getByRole('alert')).toContainText(`başkası ${HIT}`)
  await inert()
  await admin.delete(`/api/admin/help-articles/${id}`)
  await admin.dispose()
})
