import type { OpportunityRow } from '@makas/contract'
import { SIMULATED_COSTS } from '@makas/domain'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { amount as money, percent, signedGain } from '../../../shared/format/numbers.ts'
import { factsOf } from '../../../shared/opportunity/modes/modes.ts'
import { GradeArrow } from '../../../shared/opportunity/row/grade-shape.tsx'
import { GRADE_TEXT } from '../../../shared/opportunity/row/grades.ts'
import { Waterfall } from '../../../shared/opportunity/waterfall.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { simulationWords } from '../../../text/market/simulation.ts'
import { amountCurrency, isLowYield, simulate } from './simulate.ts'

const words = simulationWords

/** Result of the simulation, line by line, beside the listed figures of the row. */
export function Result(props: {
  readonly row: OpportunityRow
  readonly amount: number
  readonly stepCount: number
  readonly children: ReactNode
}) {
  const { row, amount } = props
  const facts = factsOf(row.mode)
  const lines = simulate(row, amount)
  const net = lines.at(-1)
  if (net === undefined) return null
  const currency = amountCurrency(row)
  const grade = facts.grade(net.percent)
  const isYearly = facts.holdDays !== null
  const listed = facts.net(row)
  const what = `${money(amount)} ${currency}`
  return (
    <div className="flex flex-col gap-5">
      <div className="figures flex flex-wrap items-end justify-between gap-x-4 gap-y-2" role="status">
        <div>
          <p className="text-13 text-text-2">{isYearly ? words.earnedYear(what) : words.earned(what)}</p>
          <p className="flex items-center gap-2">
            <span className={`inline-flex items-center gap-2 text-28 font-semibold ${GRADE_TEXT[grade]}`}>
              <GradeArrow grade={grade} size={18} />
              {percent(net.percent)}
            </span>
            <span className="text-16">
              {signedGain(Number(net.amount))} {currency}
            </span>
          </p>
        </div>
        <p className="flex items-center gap-1.5 text-13 text-good">
          <Check size={14} aria-hidden />
          {words.step.allDone(String(props.stepCount))}
        </p>
      </div>
      <Waterfall
        caption={isYearly ? words.accountYear : words.account}
        currency={currency}
        grade={grade}
        note={words.note}
        lines={lines.map((line) => ({
          key: line.kind,
          kind: line.kind === 'net' ? 'net' : line.percent >= 0 ? 'gain' : 'cost',
          name: words.lines[line.kind],
          percent: percent(line.percent),
          amount: line.amount,
        }))}
      />
      <LowYield row={row} />
      <div className="figures border-t border-line pt-4">
        <p className="flex justify-between gap-4 text-14">
          <span className="text-text-2">
            {facts.holdDays === null
              ? words.fromBooks
              : words.fromBooksApy(opportunityWords.hold(String(facts.holdDays(row))))}
          </span>
          <span>
            {percent(listed)} · {signedGain((amount * listed) / 100)} {currency}
          </span>
        </p>
        <p className="mt-1 text-12 text-text-2">{isYearly ? words.differsYear : words.differs}</p>
      </div>
      <div className="border-t border-line pt-4">{props.children}</div>
    </div>
  )
}

/** Warns of a low yield (CONST-27); for carry also of the kill-switch of CONST-26 where it would stop the position. */
export function LowYield({ row }: { readonly row: OpportunityRow }) {
  if (!isLowYield(row)) return null
  const { low } = words
  return (
    <div className="flex gap-2.5 rounded-control border border-warn/50 bg-warn-wash px-3.5 py-2.5 text-13">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <p>
        <b className="font-semibold">{low.title}</b> {factsOf(row.mode).holdDays === null ? low.roi : low.apy}
        {row.mode === 'carry' && row.net_apy < SIMULATED_COSTS.carry.stopBelow && ` ${words.stop}`}
      </p>
    </div>
  )
}
