import { lazy, Suspense } from 'react'
import { closeWizard, type OpenedWizard } from '../../shared/keys/wizard-dialog-store.ts'
import { closePaper, type PaperSubject } from '../../shared/paper/paper-dialog-store.ts'
import { Queries } from '../queries.tsx'

const WizardModal = lazy(async () => ({ default: (await import('../../features/keys/wizard-modal.tsx')).WizardModal }))
const PaperDialog = lazy(async () => ({
  default: (await import('../../features/portfolio/paper-dialog.tsx')).PaperDialog,
}))

/** The opened wizard or paper trade dialog. It stands outside the pages, so it brings the query cache itself. */
export function OpenedDialogs(props: { readonly wizard: OpenedWizard | null; readonly paper: PaperSubject | null }) {
  const { wizard, paper } = props
  return (
    <Queries>
      <Suspense fallback={null}>
        {wizard !== null && (
          <WizardModal
            close={closeWizard}
            finish={() => {
              closeWizard()
              wizard.onFinish?.()
            }}
          />
        )}
        {paper !== null && <PaperDialog row={paper} close={closePaper} />}
      </Suspense>
    </Queries>
  )
}
