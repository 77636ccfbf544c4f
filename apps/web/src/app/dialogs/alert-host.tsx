import { lazy, Suspense, useEffect } from 'react'
import { atFirstUse } from '../../shared/ui/first-use.ts'
import { type OpenAlert, useOpenAlert } from '../../shared/ui/layers/alert.ts'

const loadBox = () => import('../../shared/ui/layers/alert-box.tsx')
const AlertBox = lazy(async () => {
  const box = await loadBox().catch(() => null)
  return { default: box?.AlertBox ?? BrowserBox }
})

/** Draws the dialogs of `sayAlert` and `askConfirm`. */
export function AlertHost() {
  const alert = useOpenAlert()
  // Loaded at the first sign of use, because the alert that matters most (no network) comes when nothing can be loaded.
  useEffect(() => atFirstUse(() => void loadBox().catch(() => undefined)), [])
  if (alert?.draw !== undefined) return alert.draw(alert.answer)
  return alert === null ? null : (
    <Suspense fallback={null}>
      <AlertBox key={alert.text} alert={alert} />
    </Suspense>
  )
}

/** Shows the alert in the browser's own dialog, where the code of our dialog could not be loaded. */
function BrowserBox({ alert }: { readonly alert: OpenAlert }) {
  useEffect(() => {
    if (alert.kind === 'confirm') alert.answer(confirm(alert.text))
    else {
      window.alert(alert.text)
      alert.answer(true)
    }
  }, [alert])
  return null
}
