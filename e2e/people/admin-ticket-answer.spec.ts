import { expect, type Page, test } from '@playwright/test'
import { failing } from '../failing.ts'
import { putAway } from '../keyboard.ts'
import { callsOf, logInAdmin, signUp } from '../people.ts'
import { answerBox, changeTicket, drawer, openDrawer, openTicket, ownWord } from '../tickets.ts'

const statusOf = (page: Page) => drawer(page).getByRole('combobox', { name: 'Durum' })
const resolveBox = (page: Page) => drawer(page).getByRole('checkbox', { name: 'Gönderince “Çözüldü” yap' })

test('the box that resolves a ticket gives back what was chosen before, and is not drawn where it could change nothing', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  const [title, done] = [ownWord(), ownWord()]
  const someone = await signUp(baseURL ?? '')
  await openTicket(baseURL ?? '', someone, title)
  const resolved = await openTicket(baseURL ?? '', someone, done)
  await changeTicket(baseURL ?? '', resolved, { status: 'resolved' })
  await logInAdmin(page, baseURL ?? '')
  await page.goto('/admin/tickets')

  await openDrawer(page, title)
  await answerBox(page).fill('Bakıyoruz')
  await statusOf(page).selectOption('in_progress')
  await resolveBox(page).check()
  await expect(statusOf(page)).toHaveValue('resolved')
  await resolveBox(page).uncheck()
  await expect(statusOf(page)).toHaveValue('in_progress')
  // Chosen in the list, it is undone by the box too.
  await statusOf(page).selectOption('resolved')
  await expect(resolveBox(page)).toBeChecked()
  await resolveBox(page).uncheck()
  await expect(statusOf(page)).toHaveValue('in_progress')
  await drawer(page).getByRole('button', { name: 'Yanıtı gönder' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await openDrawer(page, title)
  await expect(statusOf(page)).toHaveValue('in_progress')
  await putAway(drawer(page))

  await openDrawer(page, done)
  await answerBox(page).fill('Bir ek daha')
  await expect(drawer(page).getByRole('button', { name: 'Yanıtı gönder' })).toBeEnabled()
  await expect(resolveBox(page)).toHaveCount(0)
})

test('a note that is typed is no reason to save a status that nobody changed', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const title = ownWord()
  const someone = await signUp(baseURL ?? '')
  const id = await openTicket(baseURL ?? '', someone, title)
  const call = await callsOf(baseURL ?? '', await logInAdmin(page, baseURL ?? ''))
  const stored = async () => (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { updated_at: string }
  const before = await stored()
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  await drawer(page).getByRole('button', { name: 'İç not', exact: true }).click()
  await drawer(page).getByRole('textbox', { name: 'İç not metni' }).fill('Yalnız bize')
  await drawer(page).getByRole('button', { name: 'Yanıt', exact: true }).click()
  const save = drawer(page).getByRole('button', { name: 'Durumu kaydet' })
  await expect(save).toBeDisabled()
  await answerBox(page).press('Control+Enter')
  await expect(save).toBeVisible()
  expect((await stored()).updated_at).toBe(before.updated_at)
  await statusOf(page).selectOption('in_progress')
  await expect(save).toBeEnabled()
  await call.dispose()
})

test('what is typed while an answer or a note is being sent stays to be sent', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const title = ownWord()
  const id = await openTicket(baseURL ?? '', await signUp(baseURL ?? ''), title)
  await logInAdmin(page, baseURL ?? '')
  const server = await failing(page)
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  const kind = (name: string) => drawer(page).getByRole('button', { name, exact: true })
  const noteBox = drawer(page).getByRole('textbox', { name: 'İç not metni' })
  /** Presses the button, types while the call is held, and lets it through. */
  const sendAnd = async (button: string, call: string, typeMeanwhile: () => Promise<void>) => {
    const release = server.hold(call)
    const asked = page.waitForRequest(`**${call.replace(/^\w+ /, '')}`)
    await kind(button).click()
    await asked
    await typeMeanwhile()
    release()
  }

  await kind('İç not').click()
  await noteBox.fill('İlk not')
  await sendAnd('Notu ekle', `POST /api/admin/tickets/${id}/notes`, async () => {
    await kind('Yanıt').click()
    await answerBox(page).fill('Bu sırada yazılan yanıt')
  })
  await expect(page.getByText('Not eklendi')).toBeVisible()
  await expect(answerBox(page)).toHaveValue('Bu sırada yazılan yanıt')
  await kind('İç not').click()
  await expect(noteBox).toHaveValue('')

  await noteBox.fill('İkinci not')
  await sendAnd('Notu ekle', `POST /api/admin/tickets/${id}/notes`, () => noteBox.fill('İkinci nottan sonraki'))
  await expect(drawer(page).getByText('İkinci not', { exact: true })).toBeVisible()
  await expect(noteBox).toHaveValue('İkinci nottan sonraki')
  await noteBox.fill('')

  await kind('Yanıt').click()
  await sendAnd('Yanıtı gönder', `PATCH /api/admin/tickets/${id}`, async () => {
    await kind('İç not').click()
    await noteBox.fill('Gönderirken yazılan not')
  })
  await expect(drawer(page).getByText('Bu sırada yazılan yanıt')).toBeVisible()
  await expect(noteBox).toHaveValue('Gönderirken yazılan not')
  await kind('Yanıt').click()
  await expect(answerBox(page)).toHaveValue('')

  await answerBox(page).fill('İkinci yanıt')
  await sendAnd('Yanıtı gönder', `PATCH /api/admin/tickets/${id}`, () => answerBox(page).fill('İkinci yanıt ve devamı'))
  await expect(drawer(page).getByText('İkinci yanıt', { exact: true })).toBeVisible()
  await expect(answerBox(page)).toHaveValue('İkinci yanıt ve devamı')
})
