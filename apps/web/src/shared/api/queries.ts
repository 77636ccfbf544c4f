import { EvidenceAnswer, LIMITS, MarketStats, PATHS, Status } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { failureStatus, isUnreachable } from './failure.ts'
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
    queryFn: async ({ signal }) => (await getJson(PATHS.evidence(id), EvidenceAnswer, signal)).value,
    // A server that is not ready says so with 503 and is often ready a moment later.
    retry: (count, error) => count < 2 && (failureStatus(error) === 503 || isUnreachable(error)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
