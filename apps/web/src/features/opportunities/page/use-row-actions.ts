import type { Mode, OpportunityRow } from '@makas/contract'
import { useCallback, useMemo, useState } from 'react'
import type { ListStore, ListView } from '../../../shared/opportunity/list/list-store.ts'
import type { RowActions } from './row-actions.ts'
import { useRowDialogs } from './row-dialogs.ts'
import { useRole } from './use-role.ts'

/** What the viewer may do with the rows, and the dialogs that this opens. */
export function useRowActions(store: ListStore, source: ListView['source'], mode: Mode) {
  const dialogs = useRowDialogs(store, mode)
  const [traded, setTraded] = useState<OpportunityRow | null>(null)
  const { role, trade, mayTrade } = useRole(store, source, setTraded)
  const actions = useMemo(
    (): RowActions => ({ ...dialogs.actions, role, trade, mayTrade }),
    [dialogs.actions, role, trade, mayTrade],
  )
  return { actions, dialogs, traded, closeTrade: useCallback(() => setTraded(null), []) }
}
