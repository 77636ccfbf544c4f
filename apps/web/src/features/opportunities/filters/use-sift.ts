import type { OpportunityRow } from '@makas/contract'
import { useCallback, useEffect, useRef } from 'react'
import type { Filters } from './filters.ts'
import { type FilteredList, matching } from './matching.ts'
import { type OwnWallet, useWallet } from './use-wallet.ts'

export type Sift = (rows: readonly OpportunityRow[]) => FilteredList

/** The filters as a function, and the balances of the viewer, read where `ownedOnly` or the open panel needs them. */
export function useSift(
  filters: Filters,
  isPanelOpen: boolean,
): { readonly sift: Sift; readonly own: OwnWallet | null } {
  const own = useWallet(isPanelOpen || filters.ownedOnly)
  const wallet = filters.ownedOnly && own?.state === 'read' ? own.wallet : null
  const latest = useRef(wallet)
  useEffect(() => {
    latest.current = wallet
  }, [wallet])
  const hasWallet = wallet !== null
  // Only the first wallet renews the order at once: a later answer must not move the rows under the pointer.
  const sift = useCallback<Sift>(
    (rows) => matching(rows, filters, hasWallet ? latest.current : null),
    [filters, hasWallet],
  )
  return { sift, own }
}
