import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTourFlag } from '../../shared/tour/tour-flag.ts'

// The tour stands outside the pages, so it brings the query cache itself.
const Queries = lazy(async () => ({ default: (await import('../queries.tsx')).Queries }))
const TourModal = lazy(async () => ({ default: (await import('../../features/tour/tour-modal.tsx')).TourModal }))

/** Draws the paper-trade tour over the landing page while its flag is set; its code is loaded then. */
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
