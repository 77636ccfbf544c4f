// Lists of 50,000 tickets with 500,000 messages of 100,000 users on the built-in database: the panel's pages with and
// without threads, deep pages by key and by number, by status, searches with many hits, few and none, the list of
// changes, one ticket, and a user's own list.

import { runLength } from './figures/run-length.ts'
import { FULL, OF_ONE_USER, plantTickets, plantUsers, TINY } from './product/admin-rows.ts'
import { timeLists } from './product/list-times.ts'
import { withProduct } from './product/product.ts'

const SYMBOLS = 12
const { users, tickets } = runLength() === 'tiny' ? TINY : FULL

const list = (query: string) => `/api/admin/tickets?thread=0&sort=updated&limit=20&${query}`
/** Key of a page five sixths down the list: `plantTickets` updated ticket n n minutes ago. */
const deep = (now: number) => `${new Date(now - tickets * 50_000).toISOString()},t`
const lists = (now: number) => ({
  'first page': list(''),
  'a hundred with their threads': '/api/admin/tickets?limit=100',
  'page behind a key, deep': list(`after=${deep(now)}`),
  'page by number, deep': list(`skip=${tickets - 100}`),
  open: list('status=open'),
  closed: list('status=closed'),
  'search that finds many': list('q=komisyon'),
  'search of two words': list('q=komisyon%20tablo'),
  'search that finds one': list(`q=talep${tickets - 7}x`),
  'search of an address': list(`q=kisi${Math.floor(tickets / OF_ONE_USER) - 3}%40`),
  'search that finds none': list('q=zzzz'),
  'what moved': '/api/admin/tickets/changes',
  'one ticket': '/api/admin/tickets/t7',
  'canned replies': '/api/admin/canned-replies',
})
const OWN = { 'own list with threads': '/api/tickets-with-messages', 'own changes': '/api/tickets/changes' }

await withProduct(SYMBOLS, async ({ origin, logIn, register, plant }) => {
  const bearer = await logIn()
  const user = await register()
  const now = Date.now()
  await plant(async (client) => {
    await plantUsers(client, users)
    await plantTickets(client, tickets, user.id, now)
  })
  const of = (name: string) => `${name}, ${tickets} tickets`
  await timeLists('admin-tickets', origin, [
    ...Object.entries(lists(now)).map(([name, path]) => ({ name: of(name), path, bearer })),
    ...Object.entries(OWN).map(([name, path]) => ({ name: of(name), path, bearer: user.token })),
  ])
})
