import { tourAmount, tourProfit } from '@makas/domain'
import { ChevronRight, Info } from 'lucide-react'
import { milliseconds, percent, price, quantity, signedGain, whole } from '../../shared/format/numbers.ts'
import { GradeArrow } from '../../shared/opportunity/row/grade-shape.tsx'
import { GRADE_TEXT, roiGrade } from '../../shared/opportunity/row/grades.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Loading } from '../../shared/ui/state-view.tsx'
import { StepHeading } from '../../shared/ui/step-trail.tsx'
import { tr } from '../../text/frame/tr.ts'
import { tourText } from '../../text/site/tour.ts'
import { DEMO_BALANCE, type DemoOpportunity } from './demo-trade.ts'
import { StepFoot } from './step-foot.tsx'

const words = tourText.choose

/** Step 1 (STATE-08): each opportunity is a button that moves on; null before they are loaded. */
export function ChooseStep(props: {
  readonly offered: readonly DemoOpportunity[] | null
  readonly choose: (opportunity: DemoOpportunity) => void
}) {
  const { offered, choose } = props
  const areSamples = offered?.some(({ mark }) => mark === 'sample') === true
  return (
    <>
      <div className="flex flex-1 flex-col gap-3 px-5 py-4">
        <div className="flex flex-col gap-1">
          <StepHeading>{words.title}</StepHeading>
          <p className="text-13 text-text-2">{areSamples ? words.samples : words.received}</p>
        </div>
        {offered === null ? (
          <Loading rows={4} label={words.loading} />
        ) : (
          <ul className="flex flex-col gap-2">
            {offered.map((one) => (
              <li key={one.id}>
                <Offer opportunity={one} choose={() => choose(one)} />
              </li>
            ))}
          </ul>
        )}
        <p className="mt-auto flex items-start gap-2 text-12 text-text-2">
          <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
          {words.note}
        </p>
      </div>
      <StepFoot>
        <p className="text-12 text-text-2">{words.foot}</p>
      </StepFoot>
    </>
  )
}

function Offer({ opportunity, choose }: { readonly opportunity: DemoOpportunity; readonly choose: () => void }) {
  const { pair, symbol, buyEx, sellEx, buyPrice, sellPrice, netROI, size, confidence, latencyMs, mark } = opportunity
  const grade = roiGrade(netROI)
  const amount = tourAmount(DEMO_BALANCE)
  return (
    <button
      type="button"
      data-testid="tour-opportunity"
      onClick={choose}
      className="figures flex w-full items-center gap-3 rounded-control border border-line bg-panel px-3.5 py-2 text-left hover:border-accent hover:bg-raised"
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-center gap-2 text-14 font-semibold text-text-1">
          {pair}
          <Badge>{tourText.marks[mark]}</Badge>
        </span>
        <span className="text-12 text-text-2">{tourText.route(tr.exchanges[buyEx], tr.exchanges[sellEx])}</span>
        <span className="text-12 text-text-2">{words.prices(price(buyPrice), price(sellPrice))}</span>
        <span className="text-12 text-text-2">
          {words.size(`${quantity(size)} ${symbol}`, whole(confidence), milliseconds(latencyMs))}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <span className={`inline-flex items-center gap-1.5 text-16 font-semibold ${GRADE_TEXT[grade]}`}>
          <GradeArrow grade={grade} />
          {percent(netROI)}
        </span>
        <span className="text-13 font-medium text-text-1">{tourText.usd(signedGain(tourProfit(amount, netROI)))}</span>
        <span className="text-12 text-text-2">{words.for(whole(amount))}</span>
      </span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-accent" />
    </button>
  )
}
