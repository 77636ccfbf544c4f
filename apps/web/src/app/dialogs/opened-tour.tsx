import { TourModal } from '../../features/tour/tour-modal.tsx'
import { Queries } from '../queries.tsx'

/** The tour, with the query cache: the tour stands outside the pages. */
export function OpenedTour(props: { readonly goToOpportunities: () => void; readonly close: () => void }) {
  return (
    <Queries>
      <TourModal goToOpportunities={props.goToOpportunities} />
    </Queries>
  )
}
