import { PATHS, Trade } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../../shared/api/ask.ts'

/** A running trade is asked for this often. */
const FOLLOWED_MS = 500

export type Followed = {
  /** As it was told last; null before one was begun. */
  readonly trade: Trade | null
  /** The newest answer did not come. */
  readonly isUnread: boolean
}

/** A trade that was begun, followed to its end. */
export function useTrade(begun: Trade | null): Followed {
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
    // What the accounts hold has changed with it.
    if (status !== 'running') void queries.invalidateQueries({ queryKey: ['user', 'portfolio'] })
  }, [queries, status])
  return { trade, isUnread: status === 'running' && error !== null }
}
