import { expect, type Page, test } from '@playwright/test'
import { axe, axeEverywhere, expectWithin, looksRight, testEveryLook } from '../../axe.ts'
import { answerCall, BROKEN } from '../../failing.ts'
import { enter } from '../../keyboard.ts'
import {
  ADMIN,
  callsOf,
  connectDemo,
  findUser,
  makePremium,
  openAdmin,
  openAs,
  type Someone,
  sendLogin,
  signUp,
} from '../../people.ts'

const rowOf = (page: Page, { email }: Someone) => page.getByRole('row').filter({ hasText: email })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Bu sayfada ara: e-posta, ad, soyad' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
const planOf = (page: Page) => dialog(page).getByLabel('Plan', { exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Güncelle' }).click()

async function openUsers(page: Page): Promise<{ token: string }> {
  const admin = await openAdmin(page, '/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Kullanıcı yönetimi' })).toBeVisible()
  return admin
}

/** Lists only users whose name or address has this word, because other journeys sign users up. */
async function narrow(page: Page, word: string): Promise<void> {
  await page.route(/\/api\/admin\/users\?/, async (route) => {
    await route.fulfill({
      response: await route.fetch({ url: `${route.request().url()}&q=${encodeURIComponent(word)}` }),
    })
  })
}

const pressEdit = (page: Page, someone: Someone) =>
  rowOf(page, someone)
    .getByRole('button', { name: /^Düzenle/ })
    .click()

async function edit(page: Page, someone: Someone): Promise<void> {
  await findUser(page, someone.email)
  await pressEdit(page, someone)
  await expect(dialog(page)).toBeVisible()
}

test('[AUSER-01] [AUSER-02] [AUSER-05] the page filters whatever case and dots, and refreshes', async ({ page }) => {
  const name = `Ilgaz${Date.now().toString(36)}`
  const first = await signUp({ firstName: 'Işıl', lastName: name })
  await narrow(page, name)
  await openUsers(page)
  await expect(rowOf(page, first)).toBeVisible()
  const second = await signUp({ firstName: 'İlke', lastName: name })
  await expect(rowOf(page, second)).toHaveCount(0)
  const again = page.waitForRequest(/\/api\/admin\/users\?/)
  await page.getByRole('button', { name: 'Yenile' }).click()
  await again
  await expect(rowOf(page, second)).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/users')) asked += 1
  })
  for (const [typed, isFirst, isSecond] of [
    [`işıl ${name}`.toLocaleUpperCase('tr'), true, false],
    [name.toUpperCase(), true, true],
    [name.toLowerCase(), true, true],
    [second.email.toUpperCase(), false, true],
  ] as const) {
    await search(page).fill(typed)
    await expect(rowOf(page, first)).toHaveCount(isFirst ? 1 : 0)
    await expect(rowOf(page, second)).toHaveCount(isSecond ? 1 : 0)
  }
  await search(page).fill('böyle-biri-yok-ki')
  await expect(page.getByText('Kullanıcı bulunamadı')).toBeVisible()
  await expect(page.getByText(/ kullanıcı · bu sayfada eşleşen: 0$/)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  expect(asked).toBe(0)
})

test('[AUSER-03] [ENT-21] [CALL-22] a row has the user, plan, connected exchanges and date', async ({ page }) => {
  const plain = await signUp({ firstName: 'Çağrı', lastName: 'Özgür' })
  const premium = await makePremium(await signUp({ firstName: 'Ömer', lastName: 'Ünal' }))
  // Both addresses begin with the worker's own mark.
  await narrow(page, plain.email.split('-').slice(0, 2).join('-'))
  for (const exchange of ['okx', 'kraken']) await connectDemo(premium, exchange)
  const first = page.waitForResponse(/\/api\/admin\/users\?skip=0&limit=20$/)
  await openUsers(page)
  const users = (await (await first).json()) as Record<string, unknown>[]
  const fields = 'id email firstName lastName phoneNumber is_premium selectedPlan connected_exchanges created_at'
  expect(Object.keys(users[0] ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
  const row = rowOf(page, plain)
  for (const text of ['ÇÖ', 'Çağrı Özgür', plain.email, '+905551112233', 'Free', 'ücretsiz', 'yok', 'etkin'])
    await expect(row).toContainText(text)
  const today = new Intl.DateTimeFormat('tr-TR', {
    timeZone: 'Europe/Istanbul',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(Date.now())
  await expect(row).toContainText(today)
  await expect(row.getByRole('button', { name: 'Düzenle: Çağrı Özgür' })).toBeVisible()
  for (const text of ['ÖÜ', 'Premium', 'aylık']) await expect(rowOf(page, premium)).toContainText(text)
  const count = page.getByRole('columnheader').allTextContents()
  const at = (await count).findIndex((name) => name.startsWith('Bağlı borsa'))
  await expect(row.getByRole('cell').nth(at)).toHaveText('yok')
  await expect(rowOf(page, premium).getByRole('cell').nth(at)).toHaveText('2')
  await rowOf(page, premium).getByRole('button', { name: 'Düzenle: Ömer Ünal' }).click()
  for (const name of ['OKX', 'Kraken'])
    await expect(
      dialog(page)
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`^${name}bağlı · demo$`) }),
    ).toBeVisible()
})

test('the server orders and narrows down all users, and a long trail is read piece by piece', async ({ page }) => {
  const name = `Sıra${Date.now().toString(36)}`
  const names = ['Çiğdem', 'Zeki', 'Ismail', 'İnci']
  await signUp({ firstName: 'Çiğdem', lastName: name })
  const zeki = await signUp({ firstName: 'Zeki', lastName: name })
  await signUp({ firstName: 'Ismail', lastName: name })
  const inci = await signUp({ firstName: 'İnci', lastName: name })
  await makePremium(inci)
  const { token } = await openUsers(page)
  const admin = await callsOf({ token })
  const off = { is_premium: false, selectedPlan: 'free', is_active: false }
  expect((await admin.patch(`/api/admin/users/${zeki.id}`, { data: off })).status()).toBe(200)
  for (let at = 0; at < 10; at += 1) {
    const data = { is_premium: true, selectedPlan: at % 2 === 0 ? 'yearly' : 'monthly', is_active: true }
    expect((await admin.patch(`/api/admin/users/${inci.id}`, { data })).status()).toBe(200)
  }
  await admin.dispose()
  await findUser(page, name)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(4)
  const shown = async () => {
    const texts = await rows.allTextContents()
    return texts.map((text) => names.find((firstName) => text.includes(`${firstName} ${name}`)))
  }
  const order = page.getByRole('combobox', { name: 'Sırala' })
  for (const [label, sort, inOrder] of [
    ['Ad: A–Z', 'name', ['Çiğdem', 'Ismail', 'İnci', 'Zeki']],
    ['Ad: Z–A', '-name', ['Zeki', 'İnci', 'Ismail', 'Çiğdem']],
    ['Kayıt: en eski', 'created_at', ['Çiğdem', 'Zeki', 'Ismail', 'İnci']],
  ] as const) {
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('sort') === sort)
    await order.selectOption({ label })
    await asked
    await expect.poll(shown).toEqual(inOrder)
  }
  const kinds = page.getByRole('group', { name: 'Gösterilen kullanıcılar' })
  for (const [label, left] of [
    ['Premium', ['İnci']],
    ['Ücretsiz', ['Çiğdem', 'Zeki', 'Ismail']],
    ['Kapatılan', ['Zeki']],
    ['Tümü', ['Çiğdem', 'Zeki', 'Ismail', 'İnci']],
  ] as const) {
    await kinds.getByRole('button', { name: label, exact: true }).click()
    await expect.poll(shown).toEqual(left)
  }
  await expect(
    page.getByText(
      'Yönetici hesapları, sizinki de, sunucuda “npm run admin” ile yönetilir; kimse kendini dışarıda bırakmasın diye buradan kapatılamaz.',
    ),
  ).toBeVisible()

  await pressEdit(page, inci)
  const lines = dialog(page).getByRole('list').getByRole('listitem')
  await expect(lines).toHaveCount(8)
  await expect(dialog(page).getByText('Kayıt oldu')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Daha eskisini göster' }).click()
  await expect(dialog(page).getByText('Kayıt oldu')).toBeVisible()
  expect(await lines.count()).toBeGreaterThan(10)
  await expect(dialog(page).getByRole('button', { name: 'Daha eskisini göster' })).toHaveCount(0)
})

test('[AUSER-04] twenty a page: the indicator, and a next that ends with the last row', async ({ page }) => {
  await signUp()
  const asked: string[] = []
  // Forty-five copies of one real user save registrations.
  await page.route(/\/api\/admin\/users\?/, async (route) => {
    const url = new URL(route.request().url())
    const skip = Number(url.searchParams.get('skip'))
    asked.push(url.search)
    const real = await route.fetch({ url: `${url.origin}${url.pathname}?skip=0&limit=1` })
    const [user] = (await real.json()) as Record<string, unknown>[]
    const count = Math.min(20, 45 - skip)
    const copy = (number: number) => ({ ...user, id: `u${number}`, lastName: `No${number}` })
    const rows = Array.from({ length: count }, (_, at) => copy(skip + at))
    await route.fulfill({ json: rows, headers: { 'x-total-count': '45' } })
  })
  await openUsers(page)
  const next = page.getByRole('button', { name: 'Sonraki' })
  const previous = page.getByRole('button', { name: 'Önceki' })
  await expect(page.getByText('Sayfa 1 / 3')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(21)
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(page.getByText('Sayfa 2 / 3')).toBeVisible()
  await expect(page.getByText(/No20$/).first()).toBeVisible()
  await next.click()
  await expect(page.getByText('Sayfa 3 / 3')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(6)
  await expect(next).toBeDisabled()
  await previous.click()
  await expect(page.getByText('Sayfa 2 / 3')).toBeVisible()
  expect(asked.slice(0, 3)).toEqual(['?skip=0&limit=20', '?skip=20&limit=20', '?skip=40&limit=20'])
})

test('[AUSER-06] [ENT-22] [CALL-23] the dialog changes plan and premium alone, or nothing', async ({ page }) => {
  const someone = await signUp({ firstName: 'Nil', lastName: 'Bulut' })
  await openUsers(page)
  await edit(page, someone)
  for (const [label, value] of [
    ['E-posta', someone.email],
    ['Ad soyad', 'Nil Bulut'],
  ] as const) {
    await expect(dialog(page).getByLabel(label)).toHaveValue(value)
    await expect(dialog(page).getByLabel(label)).toHaveAttribute('readonly', '')
  }
  const plan = planOf(page)
  await expect(dialog(page).getByText('Kayıt oldu')).toBeVisible()
  await expect(dialog(page).getByText('Bağlı borsası yok.')).toBeVisible()
  await axe(page)
  await plan.selectOption('yearly')
  await dialog(page).getByRole('button', { name: 'Vazgeç' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, someone)).toContainText('Free')
  await pressEdit(page, someone)
  await expect(plan).toHaveValue('free')
  await plan.selectOption('yearly')
  await dialog(page).getByLabel('Premium üye').check()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page)
  const request = await sent
  expect(new URL(request.url()).pathname).toBe(`/api/admin/users/${someone.id}`)
  expect(request.postDataJSON()).toMatchObject({ is_premium: true, selectedPlan: 'yearly', is_active: true })
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, someone)).toContainText('Premium')
  await expect(rowOf(page, someone)).toContainText('yıllık')
  // The change stands in the audit log, with the name of its admin.
  await pressEdit(page, someone)
  await expect(dialog(page).getByText(/Plan: Ücretsiz → Yıllık/)).toContainText('Defne Aydın')
})

test('[ERR-19] [CONST-35] a save that fails says so and keeps what was chosen', async ({ page }) => {
  const someone = await signUp({ firstName: 'Tuna', lastName: 'Irmak' })
  await openUsers(page)
  await edit(page, someone)
  const plan = planOf(page)
  const values = plan.getByRole('option').evaluateAll((all) => all.map((option) => option.getAttribute('value')))
  expect(await values).toEqual(['free', 'monthly', 'yearly'])
  await answerCall(page, 'PATCH', '**/api/admin/users/*', BROKEN)
  await plan.selectOption('monthly')
  await save(page)
  const alert = page.getByRole('alertdialog', { name: 'Kullanıcı güncellenirken hata oluştu', exact: true })
  await alert.getByRole('button', { name: 'Tamam' }).click()
  await expect(plan).toHaveValue('monthly')
  await page.unroute('**/api/admin/users/*')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, someone)).toContainText('aylık')
})

test('two admins at once: the second sees both versions and decides', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp({ firstName: 'Asya', lastName: 'Vural' })
  const { token } = await openUsers(page)
  await edit(page, someone)
  const plan = planOf(page)
  await plan.selectOption('monthly')
  const other = await callsOf({ token })
  await other.patch(`/api/admin/users/${someone.id}`, { data: { is_premium: true, selectedPlan: 'yearly' } })
  await save(page)
  const both = dialog(page).getByRole('alert')
  await expect(both).toContainText('Bu kullanıcıyı siz düzenlerken başka bir yönetici değiştirdi.')
  await expect(both.getByRole('row', { name: /Plan/ })).toContainText('Yıllık')
  await expect(both.getByRole('row', { name: /Plan/ })).toContainText('Aylık')
  await expect(plan).toHaveValue('monthly')
  await axeEverywhere(page, dialog(page))
  await enter(both.getByRole('button', { name: 'Benimkini kaydet' }), '[role=dialog]')
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, someone)).toContainText('Free')
  await expect(rowOf(page, someone)).toContainText('aylık')
})

test('whoever is switched off is out at once, and comes back when switched on', async ({ page, browser }) => {
  const someone = await signUp({ firstName: 'Umut', lastName: 'Izgi' })
  const theirs = await callsOf(someone)
  expect((await theirs.get('/api/auth/me')).status()).toBe(200)
  await openUsers(page)
  await edit(page, someone)
  const active = dialog(page).getByLabel('Hesap etkin')
  await active.uncheck()
  await save(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Umut Izgi hesabı kapatılsın mı?')
  await question.getByRole('button', { name: 'Hesabı kapat' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, someone)).toContainText('kapatıldı')
  await expect.poll(async () => (await theirs.get('/api/auth/me')).status()).toBe(401)
  const context = await browser.newContext()
  const theirPage = await context.newPage()
  await openAs(theirPage, someone, '/status')
  const login = { data: { email: someone.email, password: someone.password } }
  expect((await theirPage.request.post('/api/auth/login', login)).status()).toBe(401)
  await pressEdit(page, someone)
  await active.check()
  await save(page)
  await expect(rowOf(page, someone)).toContainText('etkin')
  await expect.poll(async () => (await theirPage.request.post('/api/auth/login', login)).status()).toBe(200)
  await context.close()
})

test('a login above the dialog renews an ended session and keeps the choice', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp({ firstName: 'Pınar', lastName: 'Hızır' })
  const { token } = await openUsers(page)
  await edit(page, someone)
  const plan = planOf(page)
  await plan.selectOption('yearly')
  const bearer = { authorization: `Bearer ${token}`, 'x-makas-renewal': '1' }
  expect((await page.request.post('/api/admin/auth/logout', { headers: bearer })).status()).toBe(204)
  await save(page)
  const again = page.getByRole('dialog', { name: 'Oturumunuz sona erdi' })
  await expect(again).toBeVisible()
  await axe(page)
  await sendLogin(again, ADMIN)
  await expect(again).toHaveCount(0)
  await expect(plan).toHaveValue('yearly')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
})

testEveryLook('the admin users', async (page) => {
  await signUp()
  await openUsers(page)
  const edits = page.getByRole('button', { name: /^Düzenle/ })
  await expect(edits.first()).toBeVisible()
  await looksRight(page)
  await edits.first().click()
  await expect(dialog(page).getByText('Kayıt oldu')).toBeVisible()
  await axe(page)
  await expectWithin(dialog(page))
})
