import { expect, type Page, test } from '@playwright/test'
import { logInAdmin, signUp } from '../people.ts'
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
  // Chosen in the list, it is taken back by the box in the same way.
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
