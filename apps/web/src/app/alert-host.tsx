import { lazy, Suspense } from 'react'
import { useSaid } from '../shared/ui/alert.ts'

const AlertBox = lazy(async () => ({ default: (await import('../shared/ui/alert-box.tsx')).AlertBox }))

/** Draws the dialogs of `sayAlert` and `askConfirm`; its code is loaded with the first of them. */
export function AlertHost() {
  const said = useSaid()
  return said === null ? null : (
    <Suspense fallback={null}>
      <AlertBox key={said.text} said={said} />
    </Suspense>
  )
}
