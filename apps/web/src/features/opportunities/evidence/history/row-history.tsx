import { lazy, Suspense } from 'react'
import { Loading } from '../../../../shared/ui/state-view.tsx'
import { historyWords } from '../../../../text/market/history.ts'

const HistorySection = lazy(async () => ({ default: (await import('./history-section.tsx')).HistorySection }))

/** The history of a row at the foot of its evidence; its code is loaded with the first dialog. */
export function RowHistory({ id }: { readonly id: string }) {
  return (
    <Suspense fallback={<Loading rows={3} label={historyWords.loading} />}>
      <HistorySection id={id} />
    </Suspense>
  )
}
