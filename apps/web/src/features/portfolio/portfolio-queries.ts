import {
  AnswerSource,
  HEADERS,
  LISTS,
  MarketStats,
  PATHS,
  type PersonalRow,
  PersonalRows,
  type SpotRow,
} from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { statusQuery } from '../../shared/api/queries.ts'
import { ownKeysQuery, ownPortfolioQuery } from '../../shared/keys/own-queries.ts'
import { steadyNow } from '../../shared/time/steady.ts'

/** Poll interval of the dashboard, ms (CONST-03). A poll moves neither scroll nor focus. */
const POLL_MS = 15_000
/** Net return above which a row is active, percent (CONST-05). */
const ACTIVE_ABOVE = 0.3
/** Number of rows shown (CONST-05). */
export const TOP = 10

/** The spot rows of an answer, best first. */
export type TopRows = {
  readonly rows: readonly SpotRow[]
  readonly active: number
  readonly source: AnswerSource | null
  /** Steady time of the answer, ms. */
  readonly receivedAt: number
}

/** The live list for a logged-in user; for a visitor the cached list of the last 90 seconds. */
export const topRowsQuery = (as: 'user' | 'visitor') =>
  queryOptions({
    queryKey: [as, 'top-rows'],
    queryFn: async ({ signal }): Promise<TopRows> => {
      const { value, headers } = await ask({ path: PATHS.lists.spot, answer: LISTS.spot, as, signal })
      return {
        rows: [...value].sort((a, b) => b.net_profit - a.net_profit),
        active: value.filter(({ net_profit: net }) => net > ACTIVE_ABOVE).length,
        source: AnswerSource.safeParse(headers.get(HEADERS.source)).data ?? null,
        receivedAt: steadyNow(),
      }
    },
    refetchInterval: POLL_MS,
  })

export const ownStatsQuery = queryOptions({
  queryKey: ['user', 'market-stats'],
  queryFn: async ({ signal }) =>
    (await ask({ path: PATHS.marketStats, answer: MarketStats, as: 'user', signal })).value,
  refetchInterval: POLL_MS,
})

export const balancesQuery = { ...ownPortfolioQuery, refetchInterval: POLL_MS }
export const keysQuery = { ...ownKeysQuery, refetchInterval: POLL_MS }

const reachRank = ({ net_pnl_affordable: net }: PersonalRow): number => (net === null ? 2 : net > 0 ? 0 : 1)

/**
 * Rows within the user's balances first, then rows beyond the balances, then unknown rows. Each group keeps its order,
 * best net return first.
 */
const reachableFirst = (rows: readonly PersonalRow[]): readonly PersonalRow[] =>
  [...rows].sort((a, b) => reachRank(a) - reachRank(b))

export const personalQuery = queryOptions({
  queryKey: ['user', 'personal'],
  queryFn: async ({ signal }) =>
    reachableFirst(
      (await ask({ path: PATHS.personalSpot, answer: PersonalRows, as: 'user', signal })).value.opportunities,
    ),
  refetchInterval: POLL_MS,
})

export const feedsQuery = { ...statusQuery, refetchInterval: POLL_MS }
