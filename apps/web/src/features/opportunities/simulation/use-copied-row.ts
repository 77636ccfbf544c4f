import type { OpportunityRow } from '@makas/contract'
import { useCallback, useRef, useState } from 'react'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import { useRow } from '../../../shared/opportunity/list/use-list.ts'

export type CopiedRow = {
  /** The copy where `copy` has taken it, else the row as last listed; null where the row was never listed. */
  readonly row: OpportunityRow | null
  /** The row is no longer listed. */
  readonly isGone: boolean
  /** Freezes the row as it is now. */
  readonly copy: () => void
  /** Follows the list again. */
  readonly release: () => void
}

/** The row of a dialog that works with a copy and outlives the listed row. */
export function useCopiedRow(store: ListStore, id: string): CopiedRow {
  const held = useRow(store, id)?.held
  const last = useRef<OpportunityRow | null>(null)
  if (held !== undefined && held.via !== 'sample') last.current = held.row
  const [copied, setCopied] = useState<OpportunityRow | null>(null)
  const copy = useCallback(() => setCopied(last.current), [])
  const release = useCallback(() => setCopied(null), [])
  return { row: copied ?? last.current, isGone: held === undefined || held.gone, copy, release }
}
