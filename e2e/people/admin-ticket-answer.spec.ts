import { expect, type Page, test } from '@playwright/test'
import { callsOf, logInAdmin, signUp } from '../people.ts'
import { answerBox, changeTicket, drawer, openDrawer, openTicket, ownWord } from '../tickets.ts'

const statusOf = (page: Page) => drawer(page).getByRole('combobox', { name: 'Durum' })
const resolveBox = (page: Page) => drawer(page).getByRole('checkbox', { name: 'Gönderince “Çözüldü” yap' })

test('the box that resolves a ticket gives back what was chosen before, and is not drawn where it could change nothing', async ({
  page,
  baseURL,
}) => {
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
  await page.keyboard.press('Escape')

  await openDrawer(page, done)
  await answerBox(page).fill('Bir ek daha')
  await expect(drawer(page).getByRole('button', { name: 'Yanıtı gönder' })).toBeEnabled()
  await expect(resolveBox(page)).toHaveCount(0)
})

test('a note that is typed is no reason to save a status that nobody changed', async ({ page, baseURL }) => {
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
