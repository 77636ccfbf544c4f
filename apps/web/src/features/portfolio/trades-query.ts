import { PATHS, Trades } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'

/** Poll interval while a trade runs, ms. */
const RUNNING_MS = 2_000
/** Poll interval otherwise, ms, as in the rest of the dashboard. */
const POLL_MS = 15_000

/** The trades on test networks and on the demo market, newest first. */
export const tradesQuery = queryOptions({
  queryKey: ['user', 'trades'],
  queryFn: async ({ signal }) => (await ask({ path: PATHS.trades, answer: Trades, as: 'user', signal })).value.trades,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? RUNNING_MS : POLL_MS),
})
