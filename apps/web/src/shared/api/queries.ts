import { LIMITS, MarketStats, PATHS, Status, TradingState } from '@makas/contract'
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

/** Whether an admin has stopped new trades. */
export const tradingQuery = queryOptions({
  queryKey: ['trading'],
  queryFn: async ({ signal }) => (await getJson(PATHS.trading, TradingState, signal)).value,
  refetchInterval: LIMITS.pollMs,
})
