import type { OpportunityRow } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { whileFailing } from '../../../shared/api/while-failing.ts'
import { ownKeysQuery } from '../../../shared/keys/own-queries.ts'
import { rowRoleOf } from '../../../shared/keys/row-role.ts'
import type { ListStore, ListView } from '../../../shared/opportunity/list/list-store.ts'
import { openAuth } from '../../../shared/session/auth-dialog-store.ts'
import { userSession, useUser } from '../../../shared/session/session.ts'
import { sayAlert } from '../../../shared/ui/layers/alert.ts'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { lacksFutures } from './lacks-futures.ts'
import type { RowActions } from './row-actions.ts'

/** Loaded for premium users only: nobody else gets this far. */
export const loadTrade = () => import('../trade/trade-chunk.ts')

const words = opportunityWords.action

/** What the viewer may do with the rows (ROLE-02, ROLE-04, ROLE-08 to ROLE-11). `begin` opens a trade. */
export function useRole(
  store: ListStore,
  source: ListView['source'],
  begin: (row: OpportunityRow) => void,
): Pick<RowActions, 'role' | 'trade' | 'mayTrade'> {
  const user = useUser()
  const queries = useQueryClient()
  const read = useQuery({ ...ownKeysQuery, enabled: user !== null, refetchInterval: whileFailing }).data
  const mayTrade = user?.is_premium === true
  const role = rowRoleOf(user, read, source === 'cache')
  const trade = useCallback(
    async (row: OpportunityRow) => {
      if (await isRefused(row)) return
      const loaded = await loadTrade().catch(() => null)
      if (loaded === null) return sayAlert(tr.states.notLoaded(tr.dialogs.name))
      const bar = await loaded.obstacleOf(row, () => queries.ensureQueryData(ownKeysQuery))
      if (bar !== null) await sayAlert(bar)
      // A simulation keeps a row that may have gone stale meanwhile.
      else if (source === 'cache' || store.isStale(row.id)) await sayAlert(words.tooOld)
      else begin(row)
    },
    [queries, store, source, begin],
  )
  return { role, trade: useCallback((row) => void trade(row), [trade]), mayTrade }
}

/** Whether the user or the row may not trade at all; shows the reason. */
async function isRefused(row: OpportunityRow): Promise<boolean> {
  const user = userSession.user()
  if (user === null) {
    await sayAlert(words.logInFirst)
    openAuth({ mode: 'login' })
    return true
  }
  if (user.is_premium && !lacksFutures(row)) return false
  await sayAlert(user.is_premium ? words.krakenCarry : words.premiumOnly)
  return true
}
