import type { TriAnswer, TriRow } from '@makas/contract'
import { exact, percent } from '../../../shared/format/numbers.ts'
import { ending } from '../../../shared/opportunity/exact.ts'
import { Graded } from '../../../shared/opportunity/row/grade-shape.tsx'
import { cycleGrade } from '../../../shared/opportunity/row/grades.ts'
import { Waterfall } from '../../../shared/opportunity/waterfall.tsx'
import { Definition } from '../../../shared/ui/definition-list.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { Ttl } from '../table/tri-columns.tsx'
import { EvidenceFacts, Fact } from './evidence-facts.tsx'
import { type BodyProps, EvidenceFrame } from './evidence-frame.tsx'
import { RowHistory } from './history/row-history.tsx'
import { LegStep } from './leg-step.tsx'
import { cycleSum, type PathLeg, pathLegs } from './tri-path.ts'

const words = evidenceWords
const KINDS = ['gain', 'cost', 'net'] as const

/** The three legs as a path, what went in and came out, and the facts behind it. */
export function TriBody(props: BodyProps<TriAnswer>) {
  const { row, evidence } = props.answer
  const path = pathLegs(row, evidence)
  const percents = [100 + row.net_roi, -100, row.net_roi]
  const names = [words.cameBack, words.spent, words.net]
  return (
    <EvidenceFrame {...props} label={words.body} place={tr.exchanges[row.exchange]}>
      <ol aria-label={words.path} className="grid border-b border-line lg:grid-cols-3">
        {path.map((leg) => (
          <LegStep key={leg.step} path={leg} />
        ))}
      </ol>
      <div className="grid lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)]">
        <div className="flex flex-col gap-4 px-5 py-4 sm:px-6 lg:border-r lg:border-line">
          <Waterfall
            caption={words.cycleAccount(row.base_asset)}
            currency={row.base_asset}
            grade={cycleGrade(row.net_roi)}
            note={words.dustNote}
            lines={cycleSum(evidence).map((amount, at) => ({
              key: KINDS[at] ?? 'net',
              kind: KINDS[at] ?? 'net',
              name: names[at] ?? '',
              percent: percent(percents[at] ?? 0),
              amount,
            }))}
          />
          <FromGross row={row} />
        </div>
        <section aria-label={words.facts} className="px-5 py-4 sm:px-6">
          <TriFacts {...props} path={path} />
        </section>
      </div>
      <RowHistory id={row.id} />
    </EvidenceFrame>
  )
}

/** Deductions between the best prices and the net. They do not add up: each is a share of what the last left over. */
function FromGross({ row }: { readonly row: TriRow }) {
  return (
    <section aria-labelledby="from-gross">
      <h3 id="from-gross" className="pb-1.5 text-12 text-text-3">
        {words.fromGross}
      </h3>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13">
        <Fact name="grossTop">{percent(row.gross_roi)}</Fact>
        <Fact name="slippage">{percent(-row.total_slippage_bp / 100)}</Fact>
        <Fact name="feesTogether">{percent(-row.total_fees_bp / 100)}</Fact>
        <Definition layout="cells" name={words.net}>
          <Graded grade={cycleGrade(row.net_roi)} look="font-semibold">
            {percent(row.net_roi)}
          </Graded>
        </Definition>
      </dl>
      <p className="pt-1 text-12 text-text-3">{words.fromGrossNote}</p>
    </section>
  )
}

function TriFacts(props: BodyProps<TriAnswer> & { readonly path: readonly PathLeg[] }) {
  const { row, evidence } = props.answer
  const legs = props.path.map(({ pair, leg, base, quote }) => ({ name: pair, leg, base, quote }))
  const basis = row.confidence_basis === 'measured' ? opportunityWords.measured : opportunityWords.prior
  return (
    <EvidenceFacts row={row} legs={legs} arrivedAt={props.arrivedAt}>
      <Fact name="offered">
        {exact(ending(evidence.start_amount))} {row.base_asset}
      </Fact>
      <Fact name="limit">
        {evidence.order_limited
          ? words.limit.order
          : row.depth_limited
            ? words.limit['depth-unknown']
            : words.bestAmount}
      </Fact>
      <Fact name="ttl">
        <Ttl ms={row.ttl_ms} /> <span className="text-text-2">{basis}</span>
      </Fact>
    </EvidenceFacts>
  )
}
