import { Link } from '@tanstack/react-router'
import type { ReceivedRow } from '../../../shared/opportunity/list/list-state.ts'
import { rowName } from '../../../shared/opportunity/row/headline.ts'
import { BUTTON, Button } from '../../../shared/ui/button.tsx'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import { lacksFutures } from '../page/lacks-futures.ts'
import type { RowActions } from '../page/row-actions.ts'

const words = opportunityWords.action

const SMALL = 'h-7! px-2.5! md:max-[1100px]:px-1! pointer-coarse:h-11! pointer-coarse:min-w-11'

/** The action of a row (OPP-37 to OPP-40); a sample or a closed row has none. */
export function RowAction(props: {
  readonly held: ReceivedRow
  readonly open: RowActions
  readonly tabIndex?: number
}) {
  const { open, tabIndex = 0 } = props
  const { row, via, gone } = props.held
  if (via === 'sample' || gone) return null
  const name = rowName(row)
  switch (open.role) {
    case 'simulate':
      return (
        <Button
          data-testid="row-action"
          tabIndex={tabIndex}
          aria-label={`${words.simulate}: ${name}`}
          onClick={() => open.simulation(row.id)}
          className={SMALL}
        >
          {words.simulate}
        </Button>
      )
    case 'connect':
      return (
        <Link
          to="/settings/api"
          data-testid="row-action"
          tabIndex={tabIndex}
          aria-label={`${words.connect}: ${name}`}
          className={`${BUTTON} ${SMALL}`}
        >
          {words.connect}
        </Link>
      )
    case 'trade':
      return (
        <Button
          data-testid="row-action"
          tabIndex={tabIndex}
          aria-disabled={!open.mayTrade || lacksFutures(row)}
          title={lacksFutures(row) ? words.krakenCarry : undefined}
          aria-label={`${modeWords[row.mode].trade}: ${name}`}
          onClick={() => open.trade(row)}
          className={`${SMALL} aria-disabled:text-text-3`}
        >
          {modeWords[row.mode].trade}
        </Button>
      )
  }
}
