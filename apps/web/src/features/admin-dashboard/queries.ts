import { DashboardTrends, PATHS, type TREND_DAYS } from '@makas/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'

export type Days = (typeof TREND_DAYS)[number]

/** Counts of each of the last days. */
export const trendsQuery = (days: Days) =>
  queryOptions({
    queryKey: ['admin', 'trends', days],
    queryFn: async ({ signal }) =>
      (await ask({ path: `${PATHS.adminTrends}?days=${days}`, answer: DashboardTrends, as: 'admin', signal })).value,
    placeholderData: keepPreviousData,
    refetchInterval: 120_000,
    staleTime: 30_000,
  })
