import { AdminUser, DashboardStats, PATHS, SystemFacts } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** The logged-in admin as the server has it now. */
export const adminMeQuery = queryOptions({
  queryKey: ['admin', 'me'],
  queryFn: async ({ signal }) =>
    (await ask({ path: `${PATHS.adminAuth}/me`, answer: AdminUser, as: 'admin', signal })).value,
})

/** The six figures of the dashboard; the frame of the panel shows the open tickets (CALL-21). */
export const adminStatsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: async ({ signal }) =>
    (await ask({ path: PATHS.adminStats, answer: DashboardStats, as: 'admin', signal })).value,
  refetchInterval: 30_000,
})

/** Facts of the data's upkeep, and of the keys that it is encrypted with. */
export const adminSystemQuery = queryOptions({
  queryKey: ['admin', 'system'],
  queryFn: async ({ signal }) =>
    (await ask({ path: PATHS.adminSystem, answer: SystemFacts, as: 'admin', signal })).value,
  refetchInterval: 60_000,
})
