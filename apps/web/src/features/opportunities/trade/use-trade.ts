import { PATHS, Trade } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../../shared/api/ask.ts'

/** Poll interval of a running trade, ms. */
const FOLLOWED_MS = 500

export type TradeProgress = {
  /** The newest state; null before a trade was begun. */
  readonly trade: Trade | null
  /** The newest poll failed. */
  readonly isUnread: boolean
}

/** Follows a trade to its end. */
export function useTrade(begun: Trade | null): TradeProgress {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['user', 'trade', begun?.id],
    queryFn: async ({ signal }) => {
      const path = PATHS.trade(begun?.id ?? '')
      return (await ask({ path, answer: Trade, as: 'user', signal })).value
    },
    enabled: begun !== null,
    ...(begun === null ? {} : { initialData: begun }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? FOLLOWED_MS : false),
    retry: false,
  })
  const trade = begun === null ? null : (data ?? begun)
  const status = trade?.status
  useEffect(() => {
    if (status === undefined) return
    void queries.invalidateQueries({ queryKey: ['user', 'trades'] })
    // The trade has changed the balances.
    if (status !== 'running') void queries.invalidateQueries({ queryKey: ['user', 'portfolio'] })
  }, [queries, status])
  return { trade, isUnread: status === 'running' && error !== null }
}
