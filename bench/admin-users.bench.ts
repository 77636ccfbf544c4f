// The admin's list of 100,000 users on the built-in database: a page, deep pages, each order, each kind, searches with
// many hits, few and none; one user, that user's lines of the audit log, and the dashboard's counts.

import { runLength } from './figures/run-length.ts'
import { FULL, plantEpisodes, plantTickets, plantTrail, plantUsers, TINY } from './product/admin-rows.ts'
import { timeLists } from './product/list-times.ts'
import { withProduct } from './product/product.ts'

const SYMBOLS = 12
const { users, tickets } = runLength() === 'tiny' ? TINY : FULL

const LISTS = {
  'first page': 'skip=0',
  'last page': `skip=${users - 20}`,
  'by name, deep': `skip=${users / 2}&sort=name`,
  'by email, deep from the end': `skip=${users / 2}&sort=-email`,
  premium: 'skip=0&kind=premium',
  'switched off, by name': 'skip=0&kind=off&sort=name',
  'search that finds many': 'skip=0&q=kaya',
  'search that finds many, by name, deep': `skip=${users / 10}&q=kaya&sort=name`,
  'search that finds one': `skip=0&q=kisi${users - 7}%40`,
  'search that finds none': 'skip=0&q=zzzz',
  'search that finds none, by name': 'skip=0&q=zzzz&sort=name',
} as const

await withProduct(SYMBOLS, async ({ origin, logIn, register, plant }) => {
  const bearer = await logIn()
  const { id } = await register()
  await plant(async (client) => {
    await plantUsers(client, users)
    await plantTickets(client, tickets, id, Date.now())
    await plantTrail(client, 2 * users, id)
    await plantEpisodes(client, 2 * users)
  })
  await timeLists('admin-users', origin, [
    ...Object.entries(LISTS).map(([name, query]) => ({
      name: `${name} of ${users} users`,
      path: `/api/admin/users?limit=20&${query}`,
      bearer,
    })),
    { name: 'one user', path: `/api/admin/users/${id}`, bearer },
    { name: `trail of one of ${users} users`, path: `/api/admin/users/${id}/audit?skip=0&limit=20`, bearer },
    { name: 'trail, deep', path: `/api/admin/users/${id}/audit?skip=${users / 20}&limit=20&looks=0`, bearer },
    { name: 'figures of the dashboard', path: '/api/admin/dashboard/stats', bearer },
    { name: 'trends of 90 days', path: '/api/admin/dashboard/trends?days=90', bearer },
  ])
})
