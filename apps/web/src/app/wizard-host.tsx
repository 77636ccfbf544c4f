import { lazy, Suspense } from 'react'
import { closeWizard, useWizardDoor } from '../shared/keys/wizard-door.ts'

// It stands outside the pages, which bring the cache of calls.
const Queries = lazy(async () => ({ default: (await import('./queries.tsx')).Queries }))
const WizardModal = lazy(async () => ({ default: (await import('../features/keys/wizard-modal.tsx')).WizardModal }))

/** Draws the exchange wizard where somebody has opened it; its code comes with the first opening. */
export function WizardHost() {
  const opened = useWizardDoor()
  if (opened === null) return null
  return (
    <Suspense fallback={null}>
      <Queries>
        <WizardModal
          close={closeWizard}
          finish={() => {
            closeWizard()
            opened.onFinish?.()
          }}
        />
      </Queries>
    </Suspense>
  )
}
