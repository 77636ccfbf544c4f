import { closeWizard, useWizardDialog } from '../../shared/keys/wizard-dialog-store.ts'
import { closePaper, usePaperDialog } from '../../shared/paper/paper-dialog-store.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { tr } from '../../text/frame/tr.ts'

const OpenedDialogs = lazyLayer(tr.dialogs.name, async () => (await import('./opened-dialogs.tsx')).OpenedDialogs)
const close = () => {
  closeWizard()
  closePaper()
}

/**
 * Draws the exchange wizard or the paper trade dialog while it is open; their code is loaded with the first opening.
 */
export function DialogHost() {
  const wizard = useWizardDialog()
  const paper = usePaperDialog()
  if (wizard === null && paper === null) return null
  return <OpenedDialogs wizard={wizard} paper={paper} close={close} />
}
