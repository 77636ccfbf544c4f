import type { OpportunityRow } from '@makas/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ListStore } from '../../shared/opportunity/list/list-store.ts'
import { loadEmptyList } from './list-states.tsx'
import type { RowActions } from './row-actions.ts'
import type { RowDialogs } from './row-dialogs.ts'
import type { TrialResult } from './simulation/last-trial.tsx'
import { loadTrade } from './use-role.ts'

/** Initial text of the amount of a trial trade (STATE-25). */
const USUAL_TRIAL = '1.000'

const loadFigure = async () => ({ default: (await import('./evidence/figure-dialog.tsx')).FigureDialog })
const FigureDialog = lazy(loadFigure)

const loadRowDialog = async () => ({ default: (await import('./simulation/row-dialog.tsx')).RowDialog })
const RowDialog = lazy(loadRowDialog)

const TradeDialog = lazy(async () => ({ default: (await loadTrade()).TradeDialog }))

/** Loads the code of dialogs and of the empty list with the first move of the pointer or the focus, so that a press seldom waits for it. */
export function useDialogCode(hasRows: boolean, mayTrade: boolean): void {
  useEffect(() => {
    if (!hasRows) return
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      void loadFigure()
      void loadRowDialog()
      void loadEmptyList()
      if (mayTrade) void loadTrade()
    }
    for (const sign of ['pointermove', 'touchstart', 'focusin']) {
      addEventListener(sign, load, { signal: stop.signal, passive: true })
    }
    return () => stop.abort()
  }, [hasRows, mayTrade])
}

/** The dialog that the address names. */
export function OpenedDialog(props: {
  readonly dialogs: RowDialogs
  readonly store: ListStore
  readonly actions: RowActions
  readonly finished: (result: TrialResult) => void
}) {
  // Held outside the dialog: the typed amount is still there when it opens again, until a trial trade ran (STATE-25).
  const [typed, type] = useState(USUAL_TRIAL)
  const { dialogs, store } = props
  const { dialog, close, turnTo } = dialogs
  if (dialog === null) return null
  const { kind, id } = dialog
  return (
    <Suspense fallback={null}>
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
    </Suspense>
  )
}

/** The order dialog of a row. No address opens it, only the row's own button. */
export function OpenedTrade({ row, close }: { readonly row: OpportunityRow | null; readonly close: () => void }) {
  return <Suspense fallback={null}>{row !== null && <TradeDialog row={row} close={close} />}</Suspense>
}
