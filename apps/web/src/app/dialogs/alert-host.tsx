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
  // Loaded with the first sign of use: what most needs saying is that the network is lost, when nothing can be loaded.
  useEffect(() => atFirstUse(() => void loadBox().catch(() => undefined)), [])
  if (alert?.draw !== undefined) return alert.draw(alert.answer)
  return alert === null ? null : (
    <Suspense fallback={null}>
      <AlertBox key={alert.text} alert={alert} />
    </Suspense>
  )
}

/** Says or asks by the browser's own dialog where the code of ours could not be loaded. */
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
