import { lazy, Suspense } from 'react'
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx'

const PressedTrade = lazy(async () => ({
  default: (await import('../features/opportunities/trade/trade-door.ts')).PressedTrade,
}))

/** `/dashboard`, with the orders of the rows that it shows; their code comes with the first press. */
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
