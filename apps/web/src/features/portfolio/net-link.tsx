import type { SpotRow } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { percent } from '../../shared/format/numbers.ts'
import { GradeArrow } from '../../shared/opportunity/row/grade-shape.tsx'
import { GRADE_TEXT, roiGrade } from '../../shared/opportunity/row/grades.ts'
import { opportunityWords } from '../../text/market/opportunities.ts'

/** The net return of a row, as the link to its opportunity. `look`: classes; they may stretch the link over the row. */
export function NetLink({ row, look }: { readonly row: SpotRow; readonly look: string }) {
  const grade = roiGrade(row.net_roi)
  return (
    <Link
      to="/opportunities"
      search={{ mode: 'spot', evidence: row.id }}
      aria-label={opportunityWords.openEvidence(row.symbol, percent(row.net_roi))}
      className={`inline-flex items-center gap-1.5 font-semibold decoration-1 underline-offset-4 hover:underline pointer-coarse:py-2 ${GRADE_TEXT[grade]} ${look}`}
    >
      <GradeArrow grade={grade} />
      {percent(row.net_roi)}
    </Link>
  )
}
