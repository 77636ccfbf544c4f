import { useRef } from 'react'
import { useListView, useRow } from '../../../shared/opportunity/list/use-list.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Modal } from '../../../shared/ui/layers/dialog.tsx'
import { simulationWords } from '../../../text/market/simulation.ts'
import type { TrialResult } from './last-trial.tsx'
import type { RowDialogProps } from './row-dialog-props.ts'
import { SimulationDialog } from './simulation-dialog.tsx'
import { TrialDialog } from './trial-dialog.tsx'

/** The simulation or the trial trade of a row; a link may name a row that is not listed, or not yet. */
export function RowDialog(
  props: RowDialogProps & {
    readonly kind: 'simulation' | 'trial'
    readonly trial: { readonly typed: string; readonly type: (typed: string) => void }
    readonly finished: (result: TrialResult) => void
  },
) {
  const { kind, store, id, close } = props
  const view = useListView(store)
  const held = useRow(store, id)?.held
  const mode = held?.row.mode
  // Once the row was listed, the dialog stays open even when the row is gone.
  const seen = useRef<string | undefined>(undefined)
  if (mode !== undefined && held?.via !== 'sample') seen.current = mode
  if (seen.current !== undefined) {
    if (kind === 'simulation') return <SimulationDialog {...props} />
    if (seen.current === 'spot') return <TrialDialog {...props} />
  }
  const { missing } = simulationWords
  const isWaiting = view.count === null && view.transport !== 'failed'
  return (
    <Modal
      title={kind === 'simulation' ? simulationWords.title : simulationWords.trialTrade.title}
      onClose={close}
      footer={<Button onClick={close}>{simulationWords.close}</Button>}
    >
      <p role="status">{isWaiting ? missing.waiting : missing.text}</p>
    </Modal>
  )
}
