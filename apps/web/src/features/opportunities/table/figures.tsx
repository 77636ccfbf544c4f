import type { SpotRow } from '@makas/contract'
import { type RefObject, useEffect, useRef } from 'react'
import { amount, exact, milliseconds, percent, quantity, whole } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/tr.ts'
import type { RowView } from '../list/list-store.ts'
import { LevelArrow, SignalBars } from './level-shape.tsx'
import { confidenceLevel, LEVEL_FILL, LEVEL_TEXT, latencyLevel, roiLevel } from './levels.ts'

const words = tr.opportunities

/** A percentage with its displacement, which is marked `~` and named (decisions.md 3). */
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

/** The loudest figure of a row, and the button that opens its evidence. */
export function NetButton(props: {
  readonly view: RowView
  readonly large?: boolean
  readonly tabIndex?: number
  readonly open: (id: string) => void
}) {
  const { row, gone } = props.view.held
  const level = roiLevel(row.net_roi)
  const button = useRef<HTMLButtonElement>(null)
  useTint(button, row.net_roi, percent(row.net_roi))
  return (
    <button
      ref={button}
      type="button"
      tabIndex={props.tabIndex ?? 0}
      onClick={() => props.open(row.id)}
      aria-label={`${words.openEvidence(row.symbol, percent(row.net_roi))}${gone ? ` (${words.gone})` : ''}`}
      title={`${words.columns.netROI}: ${words.level[level]}`}
      className={`inline-flex items-center gap-1.5 rounded-control px-1.5 align-middle font-semibold decoration-1 underline-offset-4 hover:underline ${
        props.large ? 'text-20 pointer-coarse:py-1.5' : 'text-14'
      } ${LEVEL_TEXT[level]}`}
    >
      <LevelArrow level={level} />
      <Percent value={row.net_roi} jitter={props.view.jitter} />
    </button>
  )
}

/** A figure whose digits on screen changed gets a tint of `good` or `bad` at 14 % that fades in 600 ms. */
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

export function Pair({ row }: { readonly row: SpotRow }) {
  return (
    <span className="truncate" title={row.symbol}>
      <span className="font-semibold">{row.base}</span>
      <span className="text-text-3">/{row.quote}</span>
    </span>
  )
}

/** Says of every row that is not the live market's where it comes from. */
export function SourceMark({ row, short }: { readonly row: SpotRow; readonly short?: boolean }) {
  if (row.source === 'live') return null
  return (
    <span className="shrink-0 rounded-control border border-line px-1 text-12 leading-4.5 text-text-3">
      {row.source === 'demo' ? (
        <>
          {words.demoMark.name}
          <span className={short ? 'max-[1100px]:sr-only' : ''}> {words.demoMark.rest}</span>
        </>
      ) : (
        tr.sources[row.source]
      )}
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

export function Size({ row }: { readonly row: SpotRow }) {
  return (
    <span
      className="truncate"
      title={`${exact(String(row.size))} ${row.size_currency}${row.depth_limited ? ` · ${words.depthLimited}` : ''}`}
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

export function Money({ row, unit }: { readonly row: SpotRow; readonly unit: boolean }) {
  return (
    <>
      {amount(row.net_pnl)}
      {unit && <span className="text-text-3"> {row.quote}</span>}
    </>
  )
}

export function Latency({ row }: { readonly row: SpotRow }) {
  const level = latencyLevel(row.latency_ms)
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle ${LEVEL_TEXT[level]}`}
      title={`${words.columns.latency}: ${words.latencyLevel[level]}`}
    >
      <SignalBars level={level} />
      {milliseconds(row.latency_ms)}
    </span>
  )
}

export function Confidence({ row }: { readonly row: SpotRow }) {
  const level = confidenceLevel(row.confidence)
  const basis = row.confidence_basis === 'measured' ? words.measured : words.prior
  return (
    <span
      className={`inline-flex items-center gap-2 align-middle ${LEVEL_TEXT[level]}`}
      title={`${words.columns.confidence}: ${words.level[level]} (${basis})`}
    >
      <span className="h-1 w-9 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span className={`block h-full ${LEVEL_FILL[level]}`} style={{ width: `${row.confidence}%` }} />
      </span>
      {whole(row.confidence)}
    </span>
  )
}
