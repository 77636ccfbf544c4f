import { HEADERS, ManagedUsers, PATHS, UserDetail, type UserKind, type UserSort, UserTrail } from '@makas/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'

/** Page size, in rows (CONST-30). */
export const PAGE_SIZE = 20
const TRAIL_SIZE = 8

/** Sorting, filters and page of the list. */
export type UserListView = {
  /** Page number, from 1. */
  readonly page: number
  readonly sort: UserSort
  readonly kind: UserKind
  /** Search text among all users; empty: no search. */
  readonly text: string
}

/** One page of users (CALL-22), and the number of all users. */
export const usersQuery = (asked: UserListView) =>
  queryOptions({
    queryKey: ['admin', 'users', asked],
    queryFn: async ({ signal }) => {
      const { page, sort, kind, text } = asked
      const query = new URLSearchParams({ skip: String((page - 1) * PAGE_SIZE), limit: String(PAGE_SIZE) })
      if (sort !== '-created_at') query.set('sort', sort)
      if (kind !== 'all') query.set('kind', kind)
      if (text !== '') query.set('q', text)
      const path = `${PATHS.adminUsers}?${query}`
      const { value, headers } = await ask({ path, answer: ManagedUsers, as: 'admin', signal })
      const serverTotal = Number(headers.get(HEADERS.totalCount) ?? Number.NaN)
      // A page that is not full is the last page, whatever total the server gives (AUSER-04).
      const seen = (page - 1) * PAGE_SIZE + value.length
      const total = value.length < PAGE_SIZE || Number.isNaN(serverTotal) ? seen : Math.max(serverTotal, seen)
      return { rows: value, total }
    },
    staleTime: 5_000,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'user', id],
    queryFn: async ({ signal }) =>
      (await ask({ path: PATHS.adminUser(id), answer: UserDetail, as: 'admin', signal })).value,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** The newest audit log lines about a user, `TRAIL_SIZE` more with each piece, 100 at most. */
export const trailQuery = (id: string, pieces: number, hasLooks: boolean) =>
  queryOptions({
    queryKey: ['admin', 'trail', id, pieces, hasLooks],
    queryFn: async ({ signal }) => {
      const path = `${PATHS.adminUserAudit(id)}?limit=${Math.min(100, pieces * TRAIL_SIZE)}&looks=${hasLooks ? 1 : 0}`
      const { value, headers } = await ask({ path, answer: UserTrail, as: 'admin', signal })
      return { lines: value, total: Number(headers.get(HEADERS.totalCount) ?? value.length) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
