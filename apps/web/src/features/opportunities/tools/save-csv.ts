import type { AnswerSource, OpportunityRow } from '@makas/contract'
import { istanbulTime } from '../../../shared/format/times.ts'
import { isoNow, wallNow } from '../../../shared/time/steady.ts'
import { sayDone } from '../../../shared/ui/layers/toast.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { csvWords } from '../../../text/market/csv.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { csvOf } from './csv.ts'

/** Downloads the rows as a file that holds the time and the source. */
export function saveCsv(rows: readonly OpportunityRow[], source: AnswerSource | null): void {
  const whence = source === null || source === 'cache' ? opportunityWords.state.cache : tr.sources[source]
  const blob = new Blob([csvOf(rows, istanbulTime(wallNow()), whence)], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${csvWords.file}-${isoNow().slice(0, 19).replaceAll(':', '-')}.csv`
  link.click()
  // After the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  sayDone(csvWords.done)
}
