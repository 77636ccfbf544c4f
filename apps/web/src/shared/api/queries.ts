import { LIMITS, MarketStats, PATHS, Status } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './get.ts'

export const marketStatsQuery = queryOptions({
  queryKey: ['market-stats'],
  queryFn: async ({ signal }) => (await getJson(PATHS.marketStats, MarketStats, signal)).value,
  refetchInterval: LIMITS.pollMs,
})

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => (await getJson(PATHS.status, Status, signal)).value,
  refetchInterval: LIMITS.pollMs,
})
