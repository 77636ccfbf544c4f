import { DashboardPage } from '../features/portfolio/dashboard-page.tsx'
import { lazyLayer } from '../shared/ui/layers/lazy-layer.tsx'
import { tr } from '../text/frame/tr.ts'

const PressedTrade = lazyLayer(
  tr.dialogs.name,
  async () => (await import('../features/opportunities/trade/trade-chunk.ts')).PressedTrade,
)

/** `/dashboard` with the order dialog of its rows; the dialog's code is loaded with the first press. */
export function Dashboard() {
  return <DashboardPage ordersOf={(row, close) => <PressedTrade key={row.id} row={row} close={close} />} />
}
