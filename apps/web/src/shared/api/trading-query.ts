import { LIMITS, TRADING_PATHS, TradingState } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './get.ts'

/** Whether an admin has stopped new trades. */
export const tradingQuery = queryOptions({
  queryKey: ['trading'],
  queryFn: async ({ signal }) => (await getJson(TRADING_PATHS.state, TradingState, signal)).value,
  refetchInterval: LIMITS.pollMs,
})
