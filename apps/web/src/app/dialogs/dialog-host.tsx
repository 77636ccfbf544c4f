import { lazy, Suspense } from 'react'
import { useWizardDialog } from '../../shared/keys/wizard-dialog-store.ts'
import { usePaperDialog } from '../../shared/paper/paper-dialog-store.ts'

const OpenedDialogs = lazy(async () => ({ default: (await import('./opened-dialogs.tsx')).OpenedDialogs }))

/**
 * Draws the exchange wizard or the paper trade dialog while it is open; their code is loaded with the first opening.
 */
export function DialogHost() {
  const wizard = useWizardDialog()
  const paper = usePaperDialog()
  if (wizard === null && paper === null) return null
  return (
    <Suspense fallback={null}>
      <OpenedDialogs wizard={wizard} paper={paper} />
    </Suspense>
  )
}
