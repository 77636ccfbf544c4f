import { lazy, Suspense } from 'react'
import { useOpenAlert } from '../../shared/ui/layers/alert.ts'

const AlertBox = lazy(async () => ({ default: (await import('../../shared/ui/layers/alert-box.tsx')).AlertBox }))

/** Draws the dialogs of `sayAlert` and `askConfirm`; its code is loaded with the first of them. */
export function AlertHost() {
  const alert = useOpenAlert()
  return alert === null ? null : (
    <Suspense fallback={null}>
      <AlertBox key={alert.text} alert={alert} />
    </Suspense>
  )
}
