import type { CarryAnswer, EvidenceLeg } from '@makas/contract'
import { exact, gain, percent, price, whole } from '../../../shared/format/numbers.ts'
import { istanbulTime } from '../../../shared/format/times.ts'
import { drawn, takenLevels } from '../../../shared/opportunity/exact.ts'
import { apyGrade } from '../../../shared/opportunity/row/grades.ts'
import { Waterfall } from '../../../shared/opportunity/waterfall.tsx'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { fundingPercent, LiquidationDistance } from '../table/carry-figures.tsx'
import { sizeLimit } from './account.ts'
import { averagePrice, heldFor, holdOf } from './carry-account.ts'
import { carryLegs, carryPlace, carryWaterfall } from './carry-words.ts'
import { EvidenceFacts, Fact } from './evidence-facts.tsx'
import { type BodyProps, EvidenceFrame } from './evidence-frame.tsx'
import { FundingBars } from './funding-bars.tsx'
import { RowHistory } from './history/row-history.tsx'
import { Ladder } from './ladders.tsx'
import { LiquidationLine } from './liquidation-line.tsx'

const words = evidenceWords

/** The funding payments, both ladders, the sum of the whole hold, and the facts behind it. */
export function CarryBody(props: BodyProps<CarryAnswer>) {
  const { row, evidence } = props.answer
  const held = heldFor(evidence, holdOf(evidence))
  return (
    <EvidenceFrame {...props} label={words.body} place={carryPlace(row)}>
      <div className="grid lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        <div className="flex flex-col gap-5 px-5 py-4 sm:px-6 lg:border-r lg:border-line">
          <FundingBars row={row} evidence={evidence} />
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            {evidence.legs.map((leg) => (
              <Ladder key={leg.market} name={ladderName(leg)} levels={takenLevels(leg, evidence.size)} />
            ))}
          </div>
          <LiquidationLine row={row} evidence={evidence} />
        </div>
        <div className="flex flex-col gap-5 px-5 py-4 sm:px-6">
          <Waterfall
            caption={words.carryAccount(`${exact(evidence.size)} ${row.size_currency}`, whole(held.days))}
            currency={row.quote}
            grade={apyGrade(row.net_apy)}
            note={words.carryPercentNote}
            lines={carryWaterfall(held)}
          />
          <section aria-label={words.facts}>
            <CarryFacts {...props} />
          </section>
        </div>
      </div>
      <RowHistory id={row.id} />
    </EvidenceFrame>
  )
}

/** Name of the book side that a leg walks. */
function ladderName(leg: EvidenceLeg): string {
  const market = words.market[leg.market]
  return leg.side === 'buy' ? words.asksOf(market) : words.bidsOf(market)
}

function CarryFacts({ answer, arrivedAt }: BodyProps<CarryAnswer>) {
  const { row, evidence } = answer
  const { quote } = row
  return (
    <EvidenceFacts row={row} legs={carryLegs(row, evidence)} arrivedAt={arrivedAt}>
      <Fact name="size">
        {exact(evidence.size)} {row.size_currency}
      </Fact>
      <Fact name="limit">{words.limit[sizeLimit(evidence, row.depth_limited)]}</Fact>
      <Fact name="prices">
        {words.market.spot} {price(averagePrice(evidence, 0))} · {words.market.perp} {price(averagePrice(evidence, 1))}
      </Fact>
      <Fact name="capital">
        {gain(drawn(evidence.capital))} {quote}
        <span className="block text-12 text-text-3">
          {words.capitalParts(gain(drawn(evidence.capital) - row.margin_required), gain(row.margin_required))}
        </span>
      </Fact>
      <Fact name="yearly">{words.aprAndApy(percent(row.net_apr), percent(row.net_apy))}</Fact>
      <Fact name="basis">
        {percent(row.basis)} <span className="text-text-3">{words.basisNote}</span>
      </Fact>
      <Fact name="funding">
        {words.fundingFact(fundingPercent(row.last_funding_rate), whole(row.funding_interval_h))}
        <span className="block text-12 text-text-3">
          {words.nextFunding(
            row.next_funding_at === null ? opportunityWords.nextUnknown : istanbulTime(Date.parse(row.next_funding_at)),
          )}
        </span>
      </Fact>
      {row.side === 'reverse' && <Fact name="borrow">{words.yearly(percent(drawn(evidence.borrow_rate) * 100))}</Fact>}
      <Fact name="mark">
        {price(drawn(evidence.mark))} {quote}
      </Fact>
      <Fact name="liquidation">
        {row.liquidation_price !== null && `${price(row.liquidation_price)} ${quote} · `}
        <LiquidationDistance row={row} />
      </Fact>
    </EvidenceFacts>
  )
}
