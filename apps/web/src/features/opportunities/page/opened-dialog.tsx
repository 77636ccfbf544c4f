import type { OpportunityRow } from '@makas/contract'
import { useEffect, useState } from 'react'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import { atFirstUse } from '../../../shared/ui/first-use.ts'
import { lazyLayer } from '../../../shared/ui/layers/lazy-layer.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import type { TrialResult } from '../simulation/last-trial.tsx'
import { loadEmptyList } from './list-states.tsx'
import type { RowActions } from './row-actions.ts'
import type { RowDialogs } from './row-dialogs.ts'
import { loadTrade } from './use-role.ts'

const words = opportunityWords.dialogs
/** Initial text of the amount of a trial trade (STATE-25). */
const USUAL_TRIAL = '1.000'

const loadFigure = async () => (await import('../evidence/figure-dialog.tsx')).FigureDialog
const FigureDialog = lazyLayer(words.figure, loadFigure)

const loadRowDialog = async () => (await import('../simulation/row-dialog.tsx')).RowDialog
const RowDialog = lazyLayer(words.row, loadRowDialog)

const TradeDialog = lazyLayer(words.trade, async () => (await loadTrade()).TradeDialog)

/** Loads the code of dialogs and of the empty list at the first sign of use, so that a press seldom waits for it. */
export function useDialogCode(hasRows: boolean, mayTrade: boolean): void {
  useEffect(() => {
    if (!hasRows) return
    return atFirstUse(() => {
      const ahead = [loadFigure, loadRowDialog, loadEmptyList, ...(mayTrade ? [loadTrade] : [])]
      for (const load of ahead) load().catch(() => undefined)
    })
  }, [hasRows, mayTrade])
}

/** The dialog that the address names. */
export function OpenedDialog(props: {
  readonly dialogs: RowDialogs
  readonly store: ListStore
  readonly actions: RowActions
  readonly finished: (result: TrialResult) => void
}) {
  // Held outside the dialog: a dialog that opens again shows the typed amount, until a trial trade ran (STATE-25).
  const [typed, type] = useState(USUAL_TRIAL)
  const { dialogs, store } = props
  const { dialog, close, turnTo } = dialogs
  if (dialog === null) return null
  const { kind, id } = dialog
  return (
    <>
      {(kind === 'evidence' || kind === 'apy') && (
        <FigureDialog key={id} kind={kind} id={id} store={store} close={close} turnTo={turnTo} />
      )}
      {(kind === 'simulation' || kind === 'trial') && (
        <RowDialog
          key={`${kind} ${id}`}
          kind={kind}
          id={id}
          store={store}
          close={close}
          turnTo={turnTo}
          trade={props.actions.trade}
          trial={{ typed, type }}
          finished={props.finished}
        />
      )}
    </>
  )
}

/** The order dialog of a row. Only the row's own button opens it, no address. */
export function OpenedTrade({ row, close }: { readonly row: OpportunityRow | null; readonly close: () => void }) {
  return row !== null && <TradeDialog row={row} close={close} />
}
