import { PAPER_SENTENCES, type SpotAnswer, type SpotEvidence, type SpotRow } from '@makas/contract'
import { FlaskConical } from 'lucide-react'
import { exact, percent } from '../../../shared/format/numbers.ts'
import { drawn, takenLevels } from '../../../shared/opportunity/exact.ts'
import { roiGrade } from '../../../shared/opportunity/row/grades.ts'
import { Waterfall } from '../../../shared/opportunity/waterfall.tsx'
import { canBeTried } from '../../../shared/paper/can-be-tried.ts'
import { openPaper } from '../../../shared/paper/paper-dialog-store.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { type AccountLine, account } from './account.ts'
import { DepthChart } from './depth-chart.tsx'
import { type BodyProps, EvidenceFrame } from './evidence-frame.tsx'
import { RowHistory } from './history/row-history.tsx'
import { Ladder } from './ladders.tsx'
import { SpotFacts } from './spot-facts.tsx'

const words = evidenceWords

/** Two ladders with the area between them, the sum, and the facts behind it. */
export function SpotBody(props: BodyProps<SpotAnswer>) {
  const { row, evidence } = props.answer
  const [buy, sell] = evidence.legs
  const buyLevels = takenLevels(buy, evidence.size)
  const sellLevels = takenLevels(sell, evidence.size)
  const buyName = tr.exchanges[buy.exchange]
  const sellName = tr.exchanges[sell.exchange]
  return (
    <EvidenceFrame
      {...props}
      label={words.body}
      place={opportunityWords.alternatives.route(buyName, sellName)}
      buttons={
        row.state === 'LIVE' &&
        (canBeTried(row) ? (
          <Button onClick={() => openPaper(row)}>
            <FlaskConical size={14} aria-hidden />
            {words.paper}
          </Button>
        ) : (
          <p className="text-12 text-text-2">{PAPER_SENTENCES.otherCurrency}</p>
        ))
      }
    >
      <div className="grid md:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        <div className="flex flex-col gap-4 px-5 py-4 sm:px-6 md:border-r md:border-line">
          <h3 className="text-12 text-text-3">{words.depth}</h3>
          <DepthChart
            buy={buyLevels}
            sell={sellLevels}
            size={evidence.size}
            currency={row.size_currency}
            buyName={buyName}
            sellName={sellName}
          />
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            <Ladder name={words.asksOf(buyName)} levels={buyLevels} />
            <Ladder name={words.bidsOf(sellName)} levels={sellLevels} />
          </div>
        </div>
        <div className="flex flex-col gap-5 px-5 py-4 sm:px-6">
          <Waterfall
            caption={words.account(`${exact(evidence.size)} ${row.size_currency}`)}
            currency={row.quote}
            grade={roiGrade(row.net_roi)}
            note={words.percentNote}
            lines={account(evidence).map((line) => ({
              key: line.kind === 'fee' ? `fee-${line.exchange}` : line.kind,
              kind: line.kind === 'gross' ? 'gain' : line.kind === 'net' ? 'net' : 'cost',
              name: line.kind === 'fee' ? words.fee(tr.exchanges[line.exchange]) : words[line.kind],
              percent: percentOf(line, row, evidence),
              amount: line.amount,
            }))}
          />
          <section aria-label={words.facts}>
            <SpotFacts row={row} evidence={evidence} arrivedAt={props.arrivedAt} />
          </section>
        </div>
      </div>
      <RowHistory id={row.id} />
    </EvidenceFrame>
  )
}

/** Percent of a line as the row gives it; an exchange's fee is its share of the row's fees. */
function percentOf(line: AccountLine, row: SpotRow, evidence: SpotEvidence): string {
  if (line.kind === 'gross') return percent(row.spread)
  if (line.kind === 'slippage') return percent(-row.slippage)
  if (line.kind === 'net') return percent(row.net_roi)
  if (line.kind === 'fees') return percent(-row.fees)
  const fees = drawn(evidence.fees)
  return fees === 0 ? percent(0) : percent((row.fees * drawn(line.amount)) / fees)
}
