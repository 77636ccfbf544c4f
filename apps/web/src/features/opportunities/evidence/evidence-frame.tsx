import type { EvidenceAnswer, OpportunityRow } from '@makas/contract'
import { Play, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { percent, signedGain } from '../../../shared/format/numbers.ts'
import { istanbulClock, span } from '../../../shared/format/times.ts'
import type { ReceivedRow } from '../../../shared/opportunity/list/list-state.ts'
import { currencyOf, factsOf } from '../../../shared/opportunity/modes/modes.ts'
import { SourceMark } from '../../../shared/opportunity/row/figures.tsx'
import { GradeArrow } from '../../../shared/opportunity/row/grade-shape.tsx'
import { GRADE_TEXT } from '../../../shared/opportunity/row/grades.ts'
import { headline, rowTitle } from '../../../shared/opportunity/row/headline.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Ticking } from '../../../shared/ui/ticking.tsx'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { CopyButtons } from './copy-buttons.tsx'

const words = evidenceWords

/** Props of every figure dialog. */
export type BodyProps<A extends EvidenceAnswer = EvidenceAnswer> = {
  readonly answer: A
  readonly arrivedAt: number
  readonly clickedAt: string | null
  readonly latest: ReceivedRow | null
  readonly renew: () => void
  readonly renewing: boolean
  /** What is said where newer figures could not be had. */
  readonly failure: ReactNode
  /** The row has closed, and its evidence is no longer kept: `failure` says so. */
  readonly isExpired: boolean
  /** Opens the simulation of this row. */
  readonly simulate: () => void
}

/** Frame of a figure dialog: heading, notes on the time of the figures, scrolling middle, buttons beneath. */
export function EvidenceFrame(
  props: BodyProps & {
    /** Beside the title: where the trade is made. */
    readonly place: ReactNode
    readonly label: string
    readonly buttons?: ReactNode
    readonly children: ReactNode
  },
) {
  const { answer } = props
  return (
    <>
      <Header row={answer.row} arrivedAt={props.arrivedAt} place={props.place} />
      <section
        tabIndex={0}
        aria-label={props.label}
        className="min-h-0 flex-1 overflow-y-auto relative -outline-offset-2"
      >
        {props.failure}
        <Notes {...props} />
        {props.children}
      </section>
      <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3 sm:px-6">
        <CopyButtons answer={answer} />
        <span className="ml-auto flex flex-wrap gap-2">
          {props.buttons}
          {props.answer.row.state === 'LIVE' && (
            <Button onClick={props.simulate}>
              <Play size={14} aria-hidden />
              {opportunityWords.action.simulate}
            </Button>
          )}
          <Button onClick={() => props.renewing || props.renew()} aria-disabled={props.renewing}>
            <RefreshCw size={14} aria-hidden />
            <span className="max-sm:sr-only">{words.renew}</span>
          </Button>
        </span>
      </div>
    </>
  )
}

function Header(props: { readonly row: OpportunityRow; readonly arrivedAt: number; readonly place: ReactNode }) {
  const { row, arrivedAt } = props
  const { grade, value, name } = headline(row)
  const age = useCallback(() => words.age(span(row.age_ms + steadyNow() - arrivedAt)), [row.age_ms, arrivedAt])
  return (
    <div className="figures flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-4 pr-14 pl-5 sm:pl-6">
      <p className="text-20 font-semibold">{rowTitle(row)}</p>
      <p className="text-text-2">{props.place}</p>
      <SourceMark held={{ row, via: 'stream' }} />
      <p className="flex items-center gap-3 whitespace-nowrap text-text-2 md:ml-auto">
        {row.state === 'LIVE' && <Ticking className="text-13 text-text-3" text={age} />}
        <span className={`inline-flex items-center gap-2 text-28 font-semibold max-sm:text-20 ${GRADE_TEXT[grade]}`}>
          <GradeArrow grade={grade} size={18} />
          <span className="sr-only">{name} </span>
          {percent(value)}
        </span>
        {factsOf(row.mode).holdDays === null ? (
          <span>
            {signedGain(row.net_pnl)} {currencyOf(row)}
          </span>
        ) : (
          <span>{name}</span>
        )}
      </p>
    </div>
  )
}

/** Notes on the time of the figures: the row had closed, has closed since, or is newer than when it was clicked. */
function Notes(props: Pick<BodyProps, 'answer' | 'clickedAt' | 'latest' | 'isExpired'>) {
  const { row } = props.answer
  const time = istanbulClock(Date.parse(row.updated_at))
  const notes: string[] = []
  if (row.state === 'CLOSED') {
    if (!props.isExpired) notes.push(words.closedRow)
  } else {
    if (props.clickedAt !== null && row.updated_at > props.clickedAt) notes.push(words.newer(time))
    if (props.latest?.gone) notes.push(words.closedSince)
  }
  return (
    <div role="status" className="figures text-13 text-text-2">
      {notes.length > 0 && <p className="border-b border-line bg-raised px-5 py-2 sm:px-6">{notes.join(' ')}</p>}
    </div>
  )
}
