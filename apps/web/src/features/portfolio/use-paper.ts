import { type CreatePaperTradeBody, PAPER, PATHS, PaperPortfolio, PaperTrade } from '@makas/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { useUser } from '../../shared/session/session.ts'
import { orderAsVisitor, type PaperOrderResult, resetVisitorTrades, visitorTrades } from './visitor-paper.ts'

const paperQuery = (as: 'user' | 'visitor') =>
  queryOptions({
    queryKey: [as, 'paper'],
    queryFn: async ({ signal }): Promise<readonly PaperTrade[]> =>
      as === 'visitor'
        ? visitorTrades()
        : (await ask({ path: PATHS.paperTrades, answer: PaperPortfolio, as, signal })).value.trades,
  })

/** The viewer's paper trades, newest first: a user's are on the server, a visitor's in this browser. */
export function usePaper() {
  const isUser = useUser() !== null
  const queries = useQueryClient()
  const query = paperQuery(isUser ? 'user' : 'visitor')
  const trades = useQuery(query)
  const read = () => queries.invalidateQueries({ queryKey: query.queryKey })
  return {
    isUser,
    trades,
    /** Orders a row on paper. Throws `ApiFailure` or `PaperRefusal`. */
    order: async (opportunityId: string, amount: number): Promise<PaperOrderResult> => {
      const body: CreatePaperTradeBody = { opportunity_id: opportunityId, amount }
      const post = () => ask({ method: 'POST', path: PATHS.paperTrades, body, answer: PaperTrade, as: 'user' })
      const ordered = isUser
        ? { trade: (await post()).value, isKept: true }
        : await orderAsVisitor(opportunityId, amount)
      void read()
      return ordered
    },
    reset: async (): Promise<void> => {
      if (isUser) await ask({ method: 'DELETE', path: PATHS.paperTrades, answer: NO_CONTENT, as: 'user' })
      else resetVisitorTrades()
      await read()
    },
  }
}

/** Value of the portfolio after each trade, with the start first; doubles, for the screen only. */
export function valueAfterEach(trades: readonly PaperTrade[]): readonly number[] {
  const values: number[] = [PAPER.start]
  for (const { got } of [...trades].reverse()) values.push((values.at(-1) ?? PAPER.start) + Number(got.net))
  return values
}
