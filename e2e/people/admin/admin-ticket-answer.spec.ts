import { expect, type Page, test } from '@playwright/test'
import { failing } from '../../failing.ts'
import { putAway } from '../../keyboard.ts'
import { callsOf, logInAdmin, openAdmin, signUp } from '../../people.ts'
import {
  answerBox,
  changeTicket,
  drawer,
  noteBox,
  openDrawer,
  openTicket,
  ownWord,
  pressIn,
  statusBox,
} from '../../tickets.ts'

const resolveBox = (page: Page) => drawer(page).getByRole('checkbox', { name: 'Gönderince “Çözüldü” yap' })

test('the box that resolves a ticket can restore the earlier status', { tag: '@full' }, async ({ page }) => {
  const [title, done] = [ownWord(), ownWord()]
  const someone = await signUp()
  await openTicket(someone, title)
  const resolved = await openTicket(someone, done)
  await changeTicket(resolved, { status: 'resolved' })
  await openAdmin(page, '/admin/tickets')

  await openDrawer(page, title)
  await answerBox(page).fill('Bakıyoruz')
  await statusBox(page).selectOption('in_progress')
  await resolveBox(page).check()
  await expect(statusBox(page)).toHaveValue('resolved')
  await resolveBox(page).uncheck()
  await expect(statusBox(page)).toHaveValue('in_progress')
  // The box also undoes a status that was chosen in the list.
  await statusBox(page).selectOption('resolved')
  await expect(resolveBox(page)).toBeChecked()
  await resolveBox(page).uncheck()
  await expect(statusBox(page)).toHaveValue('in_progress')
  await pressIn(page, 'Yanıtı gönder')
  await expect(drawer(page)).toHaveCount(0)
  await openDrawer(page, title)
  await expect(statusBox(page)).toHaveValue('in_progress')
  await putAway(drawer(page))

  await openDrawer(page, done)
  await answerBox(page).fill('Bir ek daha')
  await expect(drawer(page).getByRole('button', { name: 'Yanıtı gönder' })).toBeEnabled()
  await expect(resolveBox(page)).toHaveCount(0)
})

test('a note that is typed is no reason to save a status that nobody changed', { tag: '@full' }, async ({ page }) => {
  const title = ownWord()
  const someone = await signUp()
  const id = await openTicket(someone, title)
  const call = await callsOf(await logInAdmin(page))
  const stored = async () => (await (await call.get(`/api/admin/tickets/${id}`)).json()) as { updated_at: string }
  const before = await stored()
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  await pressIn(page, 'İç not')
  await noteBox(page).fill('Yalnız bize')
  await pressIn(page, 'Yanıt')
  const save = drawer(page).getByRole('button', { name: 'Durumu kaydet' })
  await expect(save).toBeDisabled()
  await answerBox(page).press('Control+Enter')
  await expect(save).toBeVisible()
  expect((await stored()).updated_at).toBe(before.updated_at)
  await statusBox(page).selectOption('in_progress')
  await expect(save).toBeEnabled()
  await call.dispose()
})

test('what is typed while an answer or a note is being sent stays to be sent', { tag: '@full' }, async ({ page }) => {
  const title = ownWord()
  const id = await openTicket(await signUp(), title)
  await logInAdmin(page)
  const server = await failing(page)
  await page.goto('/admin/tickets')
  await openDrawer(page, title)
  /** Presses the button, types while the call is held, and lets it through. */
  const sendAnd = async (button: string, call: string, typeMeanwhile: () => Promise<void>) => {
    const release = server.hold(call)
    const asked = page.waitForRequest(`**${call.replace(/^\w+ /, '')}`)
    await pressIn(page, button)
    await asked
    await typeMeanwhile()
    release()
  }

  await pressIn(page, 'İç not')
  await noteBox(page).fill('İlk not')
  await sendAnd('Notu ekle', `POST /api/admin/tickets/${id}/notes`, async () => {
    await pressIn(page, 'Yanıt')
    await answerBox(page).fill('Bu sırada yazılan yanıt')
  })
  await expect(page.getByText('Not eklendi')).toBeVisible()
  await expect(answerBox(page)).toHaveValue('Bu sırada yazılan yanıt')
  await pressIn(page, 'İç not')
  await expect(noteBox(page)).toHaveValue('')

  await noteBox(page).fill('İkinci not')
  await sendAnd('Notu ekle', `POST /api/admin/tickets/${id}/notes`, () => noteBox(page).fill('İkinci nottan sonraki'))
  await expect(drawer(page).getByText('İkinci not', { exact: true })).toBeVisible()
  await expect(noteBox(page)).toHaveValue('İkinci nottan sonraki')
  await noteBox(page).fill('')

  await pressIn(page, 'Yanıt')
  await sendAnd('Yanıtı gönder', `PATCH /api/admin/tickets/${id}`, async () => {
    await pressIn(page, 'İç not')
    await noteBox(page).fill('Gönderirken yazılan not')
  })
  await expect(drawer(page).getByText('Bu sırada yazılan yanıt')).toBeVisible()
  await expect(noteBox(page)).toHaveValue('Gönderirken yazılan not')
  await pressIn(page, 'Yanıt')
  await expect(answerBox(page)).toHaveValue('')

  await answerBox(page).fill('İkinci yanıt')
  await sendAnd('Yanıtı gönder', `PATCH /api/admin/tickets/${id}`, () => answerBox(page).fill('İkinci yanıt ve devamı'))
  await expect(drawer(page).getByText('İkinci yanıt', { exact: true })).toBeVisible()
  await expect(answerBox(page)).toHaveValue('İkinci yanıt ve devamı')
})
