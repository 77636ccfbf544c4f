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

/** The dashboard asks again this often (CONST-03); neither the scroll nor the focus moves with it. */
const POLL_MS = 15_000
/** Active is a row whose net return is above this, in percent; so many rows are shown (CONST-05). */
const ACTIVE_ABOVE = 0.3
export const TOP = 10

/** The spot rows as they were told at one moment, the best first. */
export type TopRows = {
  readonly rows: readonly SpotRow[]
  readonly active: number
  readonly source: AnswerSource | null
  /** Steady milliseconds. */
  readonly receivedAt: number
}

/** Live for whoever is logged in, and the cached list of the last 90 seconds for a visitor. */
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

const reach = ({ net_pnl_affordable: net }: PersonalRow): number => (net === null ? 2 : net > 0 ? 0 : 1)

/** First what the own balances can do, then what they cannot, then rows of which nobody can say it; each as it came: the best net return first. */
const reachableFirst = (rows: readonly PersonalRow[]): readonly PersonalRow[] =>
  [...rows].sort((a, b) => reach(a) - reach(b))

export const personalQuery = queryOptions({
  queryKey: ['user', 'personal'],
  queryFn: async ({ signal }) =>
    reachableFirst(
      (await ask({ path: PATHS.personalSpot, answer: PersonalRows, as: 'user', signal })).value.opportunities,
    ),
  refetchInterval: POLL_MS,
})

export const feedsQuery = { ...statusQuery, refetchInterval: POLL_MS }
