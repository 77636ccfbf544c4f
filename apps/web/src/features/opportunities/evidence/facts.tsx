import type { EvidenceLeg, SpotEvidence, SpotRow } from '@makas/contract'
import { type ReactNode, useCallback } from 'react'
import { exact, milliseconds, percent, price, whole } from '../../../shared/format/numbers.ts'
import { istanbulClockMs, istanbulTime, monthOf, span } from '../../../shared/format/times.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { Ticking } from '../../../shared/ui/ticking.tsx'
import { tr } from '../../../text/tr.ts'
import { Confidence, Latency } from '../table/figures.tsx'
import { drawn, sizeLimit } from './account.ts'
import { type FeeSource, feeSource } from './fee-source.ts'

const words = tr.evidence

/** What the figure rests on: size and its limit, fees, times, versions, confidence. */
export function Facts(props: { readonly row: SpotRow; readonly evidence: SpotEvidence; readonly arrivedAt: number }) {
  const { row, evidence } = props
  const [buy, sell] = evidence.legs
  const perLeg = (show: (leg: EvidenceLeg) => ReactNode) => (
    <>
      {tr.exchanges[buy.exchange]} {show(buy)} · {tr.exchanges[sell.exchange]} {show(sell)}
    </>
  )
  const basis = row.confidence_basis === 'measured' ? tr.opportunities.measured : tr.opportunities.prior
  return (
    <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13">
      <Fact name={words.fact.size}>
        {exact(evidence.size)} {row.size_currency}
      </Fact>
      <Fact name={words.fact.limit}>{words.limit[sizeLimit(evidence, row.depth_limited)]}</Fact>
      <Fact name={words.fact.prices}>
        {price(row.buy_price)} → {price(row.sell_price)} {row.quote}
      </Fact>
      <Fact name={words.fact.cost}>
        {exact(evidence.cost, 2)} {row.quote}
      </Fact>
      <Fact name={words.fact.fees}>
        {perLeg((leg) => percent(drawn(leg.fee) * 100))}
        <span className="block text-12 text-text-3">{feeSources(evidence, row)}</span>
      </Fact>
      <Fact name={words.fact.age}>
        <LegAge leg={buy} {...props} /> · <LegAge leg={sell} {...props} />
      </Fact>
      <Fact name={words.fact.latency}>
        {row.state === 'LIVE' ? <Latency row={row} /> : milliseconds(row.latency_ms)}
      </Fact>
      <Fact name={words.fact.eventTime}>{perLeg((leg) => istanbulClockMs(leg.book_time))}</Fact>
      <Fact name={words.fact.version}>{perLeg((leg) => leg.book_seq ?? words.noVersion)}</Fact>
      <Fact name={words.fact.confidence}>
        <span className="inline-flex items-center gap-2">
          <Confidence row={row} />
          <span className="text-text-2">{basis}</span>
        </span>
      </Fact>
      <Fact name={words.fact.updated}>{istanbulTime(Date.parse(row.updated_at))}</Fact>
      <Fact name={words.fact.detected}>{istanbulTime(Date.parse(row.detected_at))}</Fact>
    </dl>
  )
}

/** Once where both legs rest on the same schedule, else one an exchange. */
function feeSources({ legs }: SpotEvidence, row: SpotRow): string {
  const [buy, sell] = legs.map((leg) => ({
    name: tr.exchanges[leg.exchange],
    source: sourceWords(feeSource(leg, row)),
  }))
  if (!buy || !sell || buy.source === sell.source) return buy?.source ?? ''
  return `${buy.name}: ${buy.source} · ${sell.name}: ${sell.source}`
}

function sourceWords(source: FeeSource): string {
  return source.kind === 'published' ? words.feePublished(monthOf(source.month)) : words.feeOwn
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="m-0 text-right text-text-1">{children}</dd>
    </>
  )
}

/** Age of a leg's book: what it was when the account was made, and what has passed since the answer came. */
function LegAge(props: { readonly leg: EvidenceLeg; readonly row: SpotRow; readonly arrivedAt: number }) {
  const { leg, row, arrivedAt } = props
  const atAccount = Math.max(0, Date.parse(row.updated_at) - leg.received_at)
  const text = useCallback(
    () => `${tr.exchanges[leg.exchange]} ${span(atAccount + steadyNow() - arrivedAt)}`,
    [leg.exchange, atAccount, arrivedAt],
  )
  return row.state === 'LIVE' ? <Ticking text={text} /> : `${tr.exchanges[leg.exchange]} ${whole(atAccount)} ms`
}
