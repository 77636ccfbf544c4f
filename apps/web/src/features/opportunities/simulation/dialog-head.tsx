import type { OpportunityRow } from '@makas/contract'
import { percent } from '../../../shared/format/numbers.ts'
import { factsOf } from '../../../shared/opportunity/modes/modes.ts'
import { SourceMark } from '../../../shared/opportunity/row/figures.tsx'
import { GradeArrow } from '../../../shared/opportunity/row/grade-shape.tsx'
import { GRADE_TEXT } from '../../../shared/opportunity/row/grades.ts'
import { headline, placeOf, rowTitle } from '../../../shared/opportunity/row/headline.ts'
import { simulationWords } from '../../../text/market/simulation.ts'

/** The subject of a dialog, beside its title: the row, its place, its source and its listed figure. */
export function DialogHead({ row }: { readonly row: OpportunityRow }) {
  const { grade, value, name } = headline(row)
  return (
    <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-2">
      <span>
        {rowTitle(row)} · {placeOf(row)}
      </span>
      <SourceMark held={{ row, via: 'stream' }} />
      <span className={`inline-flex items-center gap-1.5 text-16 font-semibold ${GRADE_TEXT[grade]}`}>
        {/* An APY means nothing without its hold. */}
        <span className={factsOf(row.mode).holdDays !== null ? 'text-12 font-normal text-text-2' : 'sr-only'}>
          {name}{' '}
        </span>
        <GradeArrow grade={grade} size={12} />
        {percent(value)}
      </span>
    </span>
  )
}

/** Shown once the row of a dialog is no longer listed; the dialog goes on with its copy. */
export function GoneNote({ isGone, isCopied }: { readonly isGone: boolean; readonly isCopied: boolean }) {
  return (
    <div role="status">
      {isGone && (
        <p className="mb-4 rounded-control border border-warn/50 bg-warn-wash px-3.5 py-2 text-13">
          {isCopied ? simulationWords.goneCopied : simulationWords.gone}
        </p>
      )}
    </div>
  )
}
