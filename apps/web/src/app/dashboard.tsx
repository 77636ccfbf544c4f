import { lazy, Suspense } from 'react'
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx'

const PressedTrade = lazy(async () => ({
  default: (await import('../features/opportunities/trade/trade-chunk.ts')).PressedTrade,
}))

/** `/dashboard` with the order dialog of its rows; the dialog's code is loaded with the first press. */
export function Dashboard() {
  return (
    <DashboardPage
      ordersOf={(row, close) => (
        <Suspense fallback={null}>
          <PressedTrade key={row.id} row={row} close={close} />
        </Suspense>
      )}
    />
  )
}
