import { expect, type Locator, type Page } from '@playwright/test'
import { callsOf, callsOfAdmin, type Someone } from './people.ts'

let made = 0
/** A word that stands in no other ticket of the run, because the list has everybody's. */
export const ownWord = () => `sözcük${process.pid}x${++made}`

/** Opens a ticket by the API; returns its id. */
export async function openTicket(
  baseURL: string,
  someone: Someone,
  title: string,
  more: { readonly description?: string; readonly category?: string; readonly priority?: string } = {},
): Promise<string> {
  const call = await callsOf(baseURL, someone)
  const answer = await call.post('/api/tickets', { data: { title, description: 'Metin', ...more } })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await call.dispose()
  return id
}

/** Changes a ticket as an admin, by the API. */
export async function changeTicket(baseURL: string, id: string, data: object): Promise<void> {
  const call = await callsOfAdmin(baseURL)
  const answered = await call.patch(`/api/admin/tickets/${id}`, { data })
  expect(answered.status(), await answered.text()).toBe(200)
  await call.dispose()
}

/** The form of a new ticket, on the support page. */
export const ticketForm = (page: Page): Locator => page.getByRole('form', { name: 'Destek talebi formu' })
/** A user's ticket in their list. */
export const ticketCard = (page: Page, title: string): Locator => page.getByTestId('ticket').filter({ hasText: title })

/** The admins' table of tickets; `drawer` is the opened ticket beside it. */
export const ticketTable = (page: Page): Locator => page.getByTestId('admin-table')
export const drawer = (page: Page): Locator => page.getByTestId('ticket-drawer')
export const answerBox = (page: Page): Locator => drawer(page).getByRole('textbox', { name: 'Yönetici yanıtı' })

export async function findTicket(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(title)
  await expect(ticketTable(page).getByText(title)).toBeVisible()
}

/** Opens a ticket of the table, whatever its button says. */
export async function openDrawer(page: Page, title: string): Promise<void> {
  await findTicket(page, title)
  await ticketTable(page).getByRole('row').filter({ hasText: title }).getByRole('button').click()
  await expect(drawer(page).getByRole('combobox', { name: 'Durum' })).toBeVisible()
}

/** Saves a new status and waits until the drawer has closed. */
export async function saveStatus(page: Page, status: string): Promise<void> {
  await drawer(page).getByRole('combobox', { name: 'Durum' }).selectOption(status)
  await drawer(page).getByRole('button', { name: 'Durumu kaydet' }).click()
  await expect(drawer(page)).toHaveCount(0)
}
