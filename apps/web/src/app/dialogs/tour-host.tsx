import { useLocation, useNavigate } from '@tanstack/react-router'
import { endTour, useTourFlag } from '../../shared/tour/tour-flag.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { tr } from '../../text/frame/tr.ts'

const OpenedTour = lazyLayer(tr.dialogs.name, async () => (await import('./opened-tour.tsx')).OpenedTour)

/** Draws the paper-trade tour over the landing page while its flag is set; its code is loaded then. */
export function TourHost() {
  const isOn = useTourFlag()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (!isOn || pathname !== '/') return null
  return <OpenedTour goToOpportunities={() => void navigate({ to: '/opportunities' })} close={endTour} />
}
