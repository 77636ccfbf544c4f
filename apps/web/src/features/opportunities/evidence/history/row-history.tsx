import { lazyLayer } from '../../../../shared/ui/layers/lazy-layer.tsx'
import { Loading } from '../../../../shared/ui/state-view.tsx'
import { historyWords } from '../../../../text/market/history.ts'

const HistorySection = lazyLayer(
  historyWords.title,
  async () => (await import('./history-section.tsx')).HistorySection,
  <Loading rows={3} label={historyWords.loading} />,
)

/** The history of a row at the foot of its evidence; its code is loaded with the first dialog. */
export function RowHistory({ id }: { readonly id: string }) {
  return <HistorySection id={id} />
}
