import type { EvidenceLeg, OpportunityRow } from '@makas/contract'
import { Fragment, type ReactNode, useCallback } from 'react'
import { feeRate, milliseconds, whole } from '../../../shared/format/numbers.ts'
import { istanbulClockMs, istanbulTime, monthOf, span } from '../../../shared/format/times.ts'
import { drawn } from '../../../shared/opportunity/exact.ts'
import { Confidence, Latency } from '../../../shared/opportunity/row/figures.tsx'
import { steadyNow } from '../../../shared/time/steady.ts'
import { Definition } from '../../../shared/ui/definition-list.tsx'
import { Ticking } from '../../../shared/ui/ticking.tsx'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { type FeeSource, feeSource } from './fee-source.ts'

const words = evidenceWords

/** A leg with its name in the facts, and the pair that its fee is for. */
export type LabelledLeg = {
  readonly name: string
  readonly leg: EvidenceLeg
  readonly base: string
  readonly quote: string
}

/** A fact with its name from the texts. */
export function Fact(props: { readonly name: keyof typeof words.fact; readonly children: ReactNode }) {
  return (
    <Definition layout="cells" name={words.fact[props.name]}>
      {props.children}
    </Definition>
  )
}

/** The facts behind a figure: first `children`, the facts of this mode alone, then the facts of every mode. */
export function EvidenceFacts(props: {
  readonly row: OpportunityRow
  readonly legs: readonly LabelledLeg[]
  readonly arrivedAt: number
  readonly children: ReactNode
}) {
  const { row, legs } = props
  const basis = row.confidence_basis === 'measured' ? opportunityWords.measured : opportunityWords.prior
  return (
    <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13">
      {props.children}
      <Fact name="fees">
        <PerLeg legs={legs}>{({ leg }) => feeRate(drawn(leg.fee))}</PerLeg>
        <span className="block text-12 text-text-3">{feeSources(legs)}</span>
      </Fact>
      <Fact name="age">
        {legs.map((labelled, at) => (
          <Fragment key={labelled.name}>
            {at > 0 && ' · '}
            <LegAge labelled={labelled} row={row} arrivedAt={props.arrivedAt} />
          </Fragment>
        ))}
      </Fact>
      <Fact name="latency">
        {row.state === 'LIVE' ? <Latency ms={row.latency_ms} /> : milliseconds(row.latency_ms)}
      </Fact>
      <Fact name="eventTime">
        <PerLeg legs={legs}>{({ leg }) => istanbulClockMs(leg.book_time)}</PerLeg>
      </Fact>
      <Fact name="version">
        <PerLeg legs={legs}>{({ leg }) => leg.book_seq ?? words.noVersion}</PerLeg>
      </Fact>
      <Fact name="confidence">
        <span className="inline-flex items-center gap-2">
          <Confidence row={row} />
          <span className="text-text-2">{basis}</span>
        </span>
      </Fact>
      <Fact name="updated">{istanbulTime(Date.parse(row.updated_at))}</Fact>
      <Fact name="detected">{istanbulTime(Date.parse(row.detected_at))}</Fact>
    </dl>
  )
}

/** One value per leg, with the leg's name; no line break falls within a leg. */
function PerLeg(props: {
  readonly legs: readonly LabelledLeg[]
  readonly children: (labelled: LabelledLeg) => ReactNode
}) {
  return props.legs.map((labelled, at) => (
    <Fragment key={labelled.name}>
      {at > 0 && ' · '}
      <span className="inline-block">
        {labelled.name} {props.children(labelled)}
      </span>
    </Fragment>
  ))
}

/** Fee schedule: named once if all legs have the same schedule, else for each leg. */
function feeSources(legs: readonly LabelledLeg[]): string {
  const sources = legs.map((labelled) => ({
    name: labelled.name,
    source: sourceWords(feeSource(labelled.leg, labelled)),
  }))
  const first = sources[0]?.source ?? ''
  if (sources.every(({ source }) => source === first)) return first
  return sources.map(({ name, source }) => `${name}: ${source}`).join(' · ')
}

function sourceWords(source: FeeSource): string {
  return source.kind === 'published' ? words.feePublished(monthOf(source.month)) : words.feeOwn
}

/** Age of a leg's book: its age when the row was computed, plus the time since the answer arrived. */
function LegAge(props: { readonly labelled: LabelledLeg; readonly row: OpportunityRow; readonly arrivedAt: number }) {
  const { row, arrivedAt } = props
  const { name, leg } = props.labelled
  const atAccount = Math.max(0, Date.parse(row.updated_at) - leg.received_at)
  const text = useCallback(() => `${name} ${span(atAccount + steadyNow() - arrivedAt)}`, [name, atAccount, arrivedAt])
  return row.state === 'LIVE' ? <Ticking text={text} /> : `${name} ${whole(atAccount)} ms`
}
