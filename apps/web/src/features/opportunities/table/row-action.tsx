import { Link } from '@tanstack/react-router'
import { ArrowRight, type LucideIcon, Play, PlugZap } from 'lucide-react'
import type { ReceivedRow } from '../../../shared/opportunity/list/list-state.ts'
import { rowName } from '../../../shared/opportunity/row/headline.ts'
import { BUTTON, Button } from '../../../shared/ui/button.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { lacksFutures } from '../lacks-futures.ts'
import type { RowActions } from '../row-actions.ts'

const words = opportunityWords.action

const SMALL = 'h-7! px-2.5! pointer-coarse:h-11! pointer-coarse:min-w-11'

/**
 * Words of the action, or on a narrow table (`NARROW_BELOW`) its icon alone; the cards of a phone have room for words.
 */
function Words({ sign: Sign, children }: { readonly sign: LucideIcon; readonly children: string }) {
  return (
    <>
      <Sign size={14} className="hidden md:max-[1100px]:block" aria-hidden />
      <span className="md:max-[1100px]:sr-only">{children}</span>
    </>
  )
}

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
          <Words sign={Play}>{words.simulate}</Words>
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
          <Words sign={PlugZap}>{words.connect}</Words>
        </Link>
      )
    case 'trade':
      return (
        <Button
          data-testid="row-action"
          tabIndex={tabIndex}
          aria-disabled={!open.mayTrade || lacksFutures(row)}
          title={lacksFutures(row) ? words.krakenCarry : undefined}
          aria-label={`${words.trade[row.mode]}: ${name}`}
          onClick={() => open.trade(row)}
          className={`${SMALL} aria-disabled:text-text-3`}
        >
          <Words sign={ArrowRight}>{words.trade[row.mode]}</Words>
        </Button>
      )
  }
}
