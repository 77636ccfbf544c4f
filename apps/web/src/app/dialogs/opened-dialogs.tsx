import type { OpenedWizard } from '../../shared/keys/wizard-dialog-store.ts'
import type { PaperSubject } from '../../shared/paper/paper-dialog-store.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { tr } from '../../text/frame/tr.ts'
import { Queries } from '../queries.tsx'

const WizardModal = lazyLayer(
  tr.nav.keys,
  async () => (await import('../../features/keys/wizard-modal.tsx')).WizardModal,
)
const PaperDialog = lazyLayer(
  tr.dialogs.name,
  async () => (await import('../../features/portfolio/paper-dialog.tsx')).PaperDialog,
)

/** The opened wizard or paper trade dialog, with the query cache: the dialog stands outside the pages. */
export function OpenedDialogs(props: {
  readonly wizard: OpenedWizard | null
  readonly paper: PaperSubject | null
  readonly close: () => void
}) {
  const { wizard, paper, close } = props
  return (
    <Queries>
      {wizard !== null && (
        <WizardModal
          close={close}
          finish={() => {
            close()
            wizard.onFinish?.()
          }}
        />
      )}
      {paper !== null && <PaperDialog row={paper} close={close} />}
    </Queries>
  )
}
