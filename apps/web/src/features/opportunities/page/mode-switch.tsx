import type { Mode } from '@makas/contract'
import { MODES } from '@makas/domain'
import { Link } from '@tanstack/react-router'
import { whole } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { type OpportunitySearch, searchOfMode } from '../filters/address.ts'

const words = opportunityWords

/** Switch of the three modes with their counts; the address keeps the choice (OPP-09 to OPP-11). */
export function ModeSwitch(props: { readonly mode: Mode; readonly counts: Readonly<Record<Mode, number | null>> }) {
  return (
    <nav
      aria-label={words.modeSwitch}
      className="figures flex gap-0.5 rounded-panel border border-line bg-panel p-0.5 max-sm:w-full"
    >
      {MODES.map((mode) => {
        const count = props.counts[mode]
        const here = mode === props.mode
        return (
          <Link
            key={mode}
            to="/opportunities"
            search={(now: OpportunitySearch) => (here ? now : searchOfMode(mode, now))}
            replace
            resetScroll={false}
            aria-current={here ? 'page' : undefined}
            data-testid={`mode-${mode}`}
            className={`inline-flex h-8 items-center justify-center gap-2 rounded-control px-3.5 text-14 font-medium max-sm:flex-1 pointer-coarse:h-10 ${
              here ? 'bg-raised text-text-1' : 'text-text-2 hover:bg-raised hover:text-text-1'
            }`}
          >
            {tr.modes[mode]}
            {count !== null && <span className="font-normal text-text-2">{whole(count)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
