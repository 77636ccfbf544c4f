import type { OpportunityRow } from '@makas/contract'
import { Download, Keyboard } from 'lucide-react'
import { istanbulTime } from '../../../shared/format/times.ts'
import { isoNow, wallNow } from '../../../shared/time/steady.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { sayDone } from '../../../shared/ui/layers/toast.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'

const { csv, keysButton } = opportunityWords

/** Export of the rows, and the help on the list's keys. */
export function ExportAndKeys(props: {
  readonly rows: () => readonly OpportunityRow[]
  /** The source of the data, in words. */
  readonly source: string
  readonly showKeys: () => void
}) {
  const save = async () => {
    // Loaded with the press: few readers export the list.
    const { csvOf } = await import('./csv.ts')
    const blob = new Blob([csvOf(props.rows(), istanbulTime(wallNow()), props.source)], {
      type: 'text/csv;charset=utf-8',
    })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `${csv.file}-${isoNow().slice(0, 19).replaceAll(':', '-')}.csv`
    link.click()
    // After the download has begun.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    sayDone(csv.done)
  }
  return (
    <>
      <Button aria-label={csv.label} onClick={() => void save()}>
        <Download size={14} aria-hidden />
        {csv.button}
      </Button>
      <Button aria-label={keysButton} onClick={props.showKeys} className="px-2! max-sm:hidden pointer-coarse:hidden">
        <Keyboard size={14} aria-hidden />
      </Button>
    </>
  )
}
