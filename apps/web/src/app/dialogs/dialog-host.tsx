import { lazy, Suspense } from 'react'
import { useWizardDoor } from '../../shared/keys/wizard-door.ts'
import { usePaperDoor } from '../../shared/paper/paper-door.ts'

const OpenedDialogs = lazy(async () => ({ default: (await import('./opened-dialogs.tsx')).OpenedDialogs }))

/**
 * Draws the exchange wizard or the paper trade dialog while it is open; their code is loaded with the first opening.
 */
export function DialogHost() {
  const wizard = useWizardDoor()
  const paper = usePaperDoor()
  if (wizard === null && paper === null) return null
  return (
    <Suspense fallback={null}>
      <OpenedDialogs wizard={wizard} paper={paper} />
    </Suspense>
  )
}
