import type { OpportunityRow, SpotRow } from '@makas/contract'
import { type RefObject, useEffect, useRef } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { gain, inFull, milliseconds, percent, quantity, whole } from '../../format/numbers.ts'
import type { ReceivedRow } from '../list/list-state.ts'
import type { RowView } from '../list/list-store.ts'
import { currencyOf } from '../modes/modes.ts'
import { GradeArrow, SignalBars } from './grade-shape.tsx'
import { confidenceGrade, GRADE_FILL, GRADE_TEXT, latencyGrade } from './grades.ts'
import { headline } from './headline.ts'

const words = opportunityWords

/** A percentage with its displacement, which is marked `~` and named (product-decisions.md 3). */
export function Percent({ value, jitter }: { readonly value: number; readonly jitter: number | null }) {
  if (jitter === null) return percent(value)
  return (
    <span title={words.estimated}>
      <span className="sr-only">{words.estimated} </span>
      <span aria-hidden="true">~</span>
      {percent(value + jitter)}
    </span>
  )
}

/** The main figure of a row, as the button that opens its breakdown; a sample has no button. */
export function NetFigure(props: {
  readonly view: RowView
  readonly large?: boolean
  readonly tabIndex?: number
  readonly open: (id: string) => void
}) {
  const { row, gone, via } = props.view.held
  const { value, grade, name, action } = headline(row)
  const place = useRef<HTMLButtonElement & HTMLSpanElement>(null)
  useTint(place, value, percent(value))
  const look = `inline-flex items-center gap-1.5 rounded-control px-1.5 align-middle font-semibold ${
    props.large ? 'text-20 pointer-coarse:py-1.5' : 'text-14'
  } ${GRADE_TEXT[grade]}`
  const title = `${name}: ${words.grade[grade]}`
  const figure = (
    <>
      <GradeArrow grade={grade} />
      <Percent value={value} jitter={props.view.jitter} />
    </>
  )
  if (via === 'sample') {
    return (
      <span ref={place} title={title} className={look}>
        {figure}
      </span>
    )
  }
  return (
    <button
      ref={place}
      type="button"
      tabIndex={props.tabIndex ?? 0}
      onClick={() => props.open(row.id)}
      aria-label={`${action}${gone ? ` (${words.gone})` : ''}`}
      title={title}
      className={`${look} decoration-1 underline-offset-4 hover:underline`}
    >
      {figure}
    </button>
  )
}

/** Tints a figure whose shown digits changed in `good` or `bad` at 14 %, fading in 600 ms. */
function useTint(place: RefObject<HTMLElement | null>, value: number, shown: string): void {
  const before = useRef({ value, shown })
  useEffect(() => {
    const rose = value - before.current.value
    if (before.current.shown === shown) return
    before.current = { value, shown }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const tint = `color-mix(in srgb, var(${rose > 0 ? '--good' : '--bad'}) 14%, transparent)`
    place.current?.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], {
      duration: 600,
      easing: 'ease-out',
    })
  }, [place, value, shown])
}

export function Pair({
  row,
}: {
  readonly row: { readonly symbol: string; readonly base: string; readonly quote: string }
}) {
  return (
    <span className="truncate" title={row.symbol}>
      <span className="font-semibold">{row.base}</span>
      <span className="text-text-3">/{row.quote}</span>
    </span>
  )
}

/** Marks the source of every row that is not the live market's. */
export function SourceMark(props: {
  readonly held: Pick<ReceivedRow, 'row' | 'via'>
  /** Only screen readers read the second word of the mark. */
  readonly isShort?: boolean
}) {
  const { row, via } = props.held
  if (via !== 'sample' && row.source === 'live') return null
  if (via !== 'sample' && row.source !== 'demo') return <Chip>{tr.sources[row.source]}</Chip>
  const { name, rest } = via === 'sample' ? words.sampleMark : words.demoMark
  return (
    <Chip>
      {name}
      <span className={props.isShort ? 'sr-only' : ''}> {rest}</span>
    </Chip>
  )
}

export function Chip({ children, title }: { readonly children: React.ReactNode; readonly title?: string }) {
  return (
    <span
      title={title}
      className="shrink-0 rounded-control border border-line px-1 text-12 leading-4.5 font-normal text-text-3"
    >
      {children}
    </span>
  )
}

export function Route({ row }: { readonly row: SpotRow }) {
  const buy = tr.exchanges[row.buy_exchange]
  const sell = tr.exchanges[row.sell_exchange]
  return (
    <span className="truncate" title={words.alternatives.route(buy, sell)}>
      <span className="sr-only">{words.alternatives.route(buy, sell)}</span>
      <span aria-hidden="true">
        {buy} <span className="text-text-3">→</span> {sell}
      </span>
    </span>
  )
}

export function Size({ row }: { readonly row: OpportunityRow }) {
  return (
    <span
      className="truncate"
      title={`${inFull(row.size)} ${row.size_currency}${row.depth_limited ? ` · ${words.depthLimited}` : ''}`}
    >
      {row.depth_limited && (
        <>
          <span className="sr-only">{words.depthLimited}: </span>
          <span aria-hidden="true">≥ </span>
        </>
      )}
      {quantity(row.size)} {row.size_currency}
    </span>
  )
}

/** Money of a row, with its currency where the heading does not name it. */
export function Money(props: { readonly row: OpportunityRow; readonly value: number; readonly unit: boolean }) {
  return (
    <>
      {gain(props.value)}
      {props.unit && <span className="text-text-3"> {currencyOf(props.row)}</span>}
    </>
  )
}

export function Latency({ ms, name = words.columns.latency }: { readonly ms: number; readonly name?: string }) {
  const grade = latencyGrade(ms)
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle ${GRADE_TEXT[grade]}`}
      title={`${name}: ${words.latencyGrade[grade]}`}
    >
      <SignalBars grade={grade} />
      {milliseconds(ms)}
    </span>
  )
}

export function Confidence({ row }: { readonly row: OpportunityRow }) {
  const grade = confidenceGrade(row.confidence)
  const basis = row.confidence_basis === 'measured' ? words.measured : words.prior
  return (
    <span
      className={`inline-flex items-center gap-2 align-middle ${GRADE_TEXT[grade]}`}
      title={`${words.columns.confidence}: ${words.grade[grade]} (${basis})`}
    >
      <span className="h-1 w-9 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span className={`block h-full ${GRADE_FILL[grade]}`} style={{ width: `${row.confidence}%` }} />
      </span>
      {whole(row.confidence)}
    </span>
  )
}
