import { LIMITS, MarketStats, PATHS, SpotAnswer, Status } from '@makas/contract'
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

/** Evidence of one evaluation; asked once, again only when the reader wants newer figures. */
export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['evidence', id],
    queryFn: async ({ signal }) => (await getJson(PATHS.evidence(id), SpotAnswer, signal)).value,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
