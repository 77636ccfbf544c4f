import type { AnswerSource, OpportunityRow } from '@makas/contract'
import { Download, Keyboard } from 'lucide-react'
import { Button } from '../../../shared/ui/button.tsx'
import { sayAlert } from '../../../shared/ui/layers/alert.ts'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'

const { csv, keysButton } = opportunityWords

/** Export of the rows, and the help on the list's keys. */
export function ExportAndKeys(props: {
  readonly rows: () => readonly OpportunityRow[]
  readonly source: AnswerSource | null
  /** Samples are no data that could be taken along. */
  readonly sample: boolean
  readonly showKeys: () => void
}) {
  // Loaded with the press: few readers export the list.
  const save = async () => {
    const loaded = await import('./save-csv.ts').catch(() => null)
    if (loaded === null) await sayAlert(tr.states.notLoaded(csv.button))
    else loaded.saveCsv(props.rows(), props.source)
  }
  return (
    <>
      <Button aria-label={csv.label} disabled={props.sample} onClick={() => void save()}>
        <Download size={14} aria-hidden />
        {csv.button}
      </Button>
      <Button aria-label={keysButton} onClick={props.showKeys} className="px-2! max-sm:hidden pointer-coarse:hidden">
        <Keyboard size={14} aria-hidden />
      </Button>
    </>
  )
}
