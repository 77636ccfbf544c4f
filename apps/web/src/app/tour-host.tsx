import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTourFlag } from '../shared/tour/tour-door.ts'

// It stands outside the pages, which bring the cache of calls.
const Queries = lazy(async () => ({ default: (await import('./queries.tsx')).Queries }))
const TourModal = lazy(async () => ({ default: (await import('../features/tour/tour-modal.tsx')).TourModal }))

/** Draws the paper-trade tour over the landing page while its flag is set; its code comes with it. */
export function TourHost() {
  const isOn = useTourFlag()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (!isOn || pathname !== '/') return null
  return (
    <Suspense fallback={null}>
      <Queries>
        <TourModal goToOpportunities={() => void navigate({ to: '/opportunities' })} />
      </Queries>
    </Suspense>
  )
}
