import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeWizard, useWizardDialog } from '../../shared/keys/wizard-dialog-store.ts'
import { closePaper, usePaperDialog } from '../../shared/paper/paper-dialog-store.ts'
import { closeAuth } from '../../shared/session/auth-dialog-store.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { tr } from '../../text/frame/tr.ts'

const OpenedDialogs = lazyLayer(tr.dialogs.name, async () => (await import('./opened-dialogs.tsx')).OpenedDialogs)

/** Closes the wizard and the paper trade once their page is left; the paper trade also with the evidence below it. */
function useClosing(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: run by the address alone
  useEffect(() => closePaper, [pathname, search.evidence])
  // biome-ignore lint/correctness/useExhaustiveDependencies: run by the address alone
  useEffect(
    () => () => {
      closeAuth()
      closeWizard()
    },
    [pathname],
  )
}

/**
 * Draws the exchange wizard or the paper trade dialog while it is open; their code is loaded with the first opening.
 */
export function DialogHost() {
  useClosing()
  const wizard = useWizardDialog()
  const paper = usePaperDialog()
  if (wizard === null && paper === null) return null
  const close = () => {
    closeWizard()
    closePaper()
    wizard?.onClose?.()
  }
  return <OpenedDialogs wizard={wizard} paper={paper} close={close} />
}
