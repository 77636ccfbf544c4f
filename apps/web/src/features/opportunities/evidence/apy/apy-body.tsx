import type { CarryAnswer } from '@makas/contract'
import { Scale } from 'lucide-react'
import { useMemo, useState } from 'react'
import { exact, whole } from '../../../../shared/format/numbers.ts'
import { apyGrade } from '../../../../shared/opportunity/row/grades.ts'
import { Waterfall } from '../../../../shared/opportunity/waterfall.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import { apyWords, evidenceWords } from '../../../../text/market/evidence.ts'
import { heldFor, holdOf } from '../carry-account.ts'
import { carryPlace, carryWaterfall } from '../carry-words.ts'
import { type BodyProps, EvidenceFrame } from '../evidence-frame.tsx'
import { FundingBars } from '../funding-bars.tsx'
import { LiquidationLine } from '../liquidation-line.tsx'
import { HoldChart } from './hold-chart.tsx'
import { HoldFigures, HoldSlider } from './hold-panel.tsx'
import { HoldTable } from './hold-table.tsx'

const words = apyWords

/** The parts of the net APY, and the figures of other hold periods for the same offer (design.md § 3). */
export function ApyBody(props: BodyProps<CarryAnswer> & { readonly openEvidence: () => void }) {
  const { row, evidence } = props.answer
  const listed = holdOf(evidence)
  const [days, setDays] = useState(listed)
  const held = useMemo(() => heldFor(evidence, days), [evidence, days])
  return (
    <EvidenceFrame
      {...props}
      label={words.body}
      place={carryPlace(row)}
      buttons={
        <Button onClick={props.openEvidence}>
          <Scale size={14} aria-hidden />
          {words.openEvidence}
        </Button>
      }
    >
      <p className="border-b border-line bg-raised px-5 py-2 text-13 text-text-2 sm:px-6">
        {words.shown(whole(listed))}
      </p>
      <div className="grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5 px-5 py-4 sm:px-6 lg:border-r lg:border-line">
          <HoldSlider days={days} listed={listed} choose={setDays} />
          <HoldFigures held={held} quote={row.quote} />
          <HoldChart evidence={evidence} days={days} />
          <HoldTable evidence={evidence} days={days} choose={setDays} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 px-5 py-4 sm:px-6">
          <FundingBars row={row} evidence={evidence} />
          <Waterfall
            caption={evidenceWords.carryAccount(`${exact(evidence.size)} ${row.size_currency}`, whole(days))}
            currency={row.quote}
            grade={apyGrade(held.apy ?? Number.NEGATIVE_INFINITY)}
            note={evidenceWords.carryPercentNote}
            lines={carryWaterfall(held)}
          />
          <LiquidationLine row={row} evidence={evidence} />
        </div>
      </div>
    </EvidenceFrame>
  )
}
