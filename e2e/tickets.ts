import { expect, type Locator, type Page } from '@playwright/test'
import { callsOf, callsOfAdmin, openAdmin, own, type Someone, signUp } from './people.ts'

/** A word that stands in no other ticket: the admins' list has everybody's tickets. */
export const ownWord = () => own('sözcük')

type More = { readonly description?: string; readonly category?: string; readonly priority?: string }

/** Opens a ticket by the API; returns its id. */
export async function openTicket(someone: Someone, title: string, more: More = {}): Promise<string> {
  const call = await callsOf(someone)
  const answer = await call.post('/api/tickets', { data: { title, description: 'Metin', ...more } })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await call.dispose()
  return id
}

/** Changes a ticket as the admin, by the API. */
export async function changeTicket(id: string, data: object): Promise<void> {
  const call = await callsOfAdmin()
  const answered = await call.patch(`/api/admin/tickets/${id}`, { data })
  expect(answered.status(), await answered.text()).toBe(200)
  await call.dispose()
}

/** The form of a new ticket, on the support page. */
export const ticketForm = (page: Page): Locator => page.getByRole('form', { name: 'Destek talebi formu' })
/** A user's ticket in their list. */
export const ticketCard = (page: Page, title: string): Locator => page.getByTestId('ticket').filter({ hasText: title })

/** Sends the form of a new ticket. */
export async function sendTicket(page: Page, title: string, description: string): Promise<void> {
  await ticketForm(page).getByLabel('Konu başlığı').fill(title)
  await ticketForm(page).getByLabel('Açıklama').fill(description)
  await ticketForm(page).getByRole('button', { name: 'Talebi gönder' }).click()
}

/** Sends a reply in a user's ticket. */
export async function sendReply(card: Locator, text: string): Promise<void> {
  await card.getByTestId('ticket-reply').getByRole('textbox').fill(text)
  await card.getByTestId('ticket-reply').getByRole('button', { name: 'Yanıtla' }).click()
}

/** The admins' table of tickets; `drawer` is the opened ticket beside the table. */
export const ticketTable = (page: Page): Locator => page.getByTestId('admin-table')
export const ticketRow = (page: Page, title: string): Locator =>
  ticketTable(page).getByRole('row').filter({ hasText: title })
export const drawer = (page: Page): Locator => page.getByTestId('ticket-drawer')
export const answerBox = (page: Page): Locator => drawer(page).getByRole('textbox', { name: 'Yönetici yanıtı' })
export const noteBox = (page: Page): Locator => drawer(page).getByRole('textbox', { name: 'İç not metni' })
export const statusBox = (page: Page): Locator => drawer(page).getByRole('combobox', { name: 'Durum' })
/** Presses a button of the drawer. */
export const pressIn = (page: Page, name: string): Promise<void> =>
  drawer(page).getByRole('button', { name, exact: true }).click()

export async function findTicket(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).fill(title)
  await expect(ticketTable(page).getByText(title)).toBeVisible()
}

/** Opens a ticket of the table, whatever its button says. */
export async function openDrawer(page: Page, title: string): Promise<void> {
  await findTicket(page, title)
  await ticketRow(page, title).getByRole('button').click()
  await expect(statusBox(page)).toBeVisible()
}

type NewTicket = { readonly id: string; readonly title: string; readonly someone: Someone }

/** Opens a new user's ticket, and the admins' table of tickets. */
export async function newTicket(page: Page, more: More = {}): Promise<NewTicket> {
  const [title, someone] = [ownWord(), await signUp()]
  const id = await openTicket(someone, title, more)
  await openAdmin(page, '/admin/tickets')
  return { id, title, someone }
}

/** Opens a new user's ticket in the drawer of the admins' table. */
export async function newTicketInDrawer(page: Page, more: More = {}): Promise<NewTicket> {
  const ticket = await newTicket(page, more)
  await openDrawer(page, ticket.title)
  return ticket
}

/** Saves a new status and waits until the drawer has closed. */
export async function saveStatus(page: Page, status: string): Promise<void> {
  await statusBox(page).selectOption(status)
  await pressIn(page, 'Durumu kaydet')
  await expect(drawer(page)).toHaveCount(0)
}
