import type { OpportunityRow } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ownKeysQuery } from '../../shared/keys/own-queries.ts'
import type { ListView } from '../../shared/opportunity/list/list-store.ts'
import { openAuth } from '../../shared/session/auth-door.ts'
import { userSession, useUser } from '../../shared/session/session.ts'
import { sayAlert } from '../../shared/ui/alert.ts'
import { opportunityWords } from '../../text/market/opportunities.ts'
import type { Openers } from './openers.ts'

const words = opportunityWords.action

/** What whoever reads the list may do with its rows (ROLE-02, ROLE-04, ROLE-08 to ROLE-11). */
export function useRole(source: ListView['source']): Pick<Openers, 'role' | 'trade' | 'mayTrade'> {
  const user = useUser()
  const keys = useQuery({ ...ownKeysQuery, enabled: user !== null }).data
  const mayTrade = user?.is_premium === true
  // A cached row offers only the simulation, and so does a list whose reader's keys are not known yet.
  const role =
    user === null || source === 'cache' || keys === undefined ? 'simulate' : keys.length === 0 ? 'connect' : 'trade'
  const trade = useCallback((row: OpportunityRow) => void refuseTrade(row), [])
  return { role, trade, mayTrade }
}

/** Keys of Kraken are spot keys: the perpetual of a carry row cannot be traded with one (product-decisions.md 24). */
export const lacksFutures = (row: OpportunityRow): boolean => row.mode === 'carry' && row.exchange === 'kraken'

/** Nothing trades yet: whoever presses is told what is missing, or that it is coming (product-decisions.md 9). */
async function refuseTrade(row: OpportunityRow): Promise<void> {
  const user = userSession.person()
  if (user === null) {
    await sayAlert(words.logInFirst)
    openAuth({ mode: 'login' })
    return
  }
  await sayAlert(!user.is_premium ? words.premiumOnly : lacksFutures(row) ? words.krakenCarry : words.comingSoon)
}
