import type { CarryRow, SpotRow, TriRow } from '@makas/contract'
import type { ReactNode } from 'react'
import { gain, milliseconds, quantity, whole } from '../../../shared/format/numbers.ts'
import type { RowView } from '../../../shared/opportunity/list/list-store.ts'
import { currencyOf } from '../../../shared/opportunity/modes/modes.ts'
import { Money, Pair, Route, SourceMark } from '../../../shared/opportunity/row/figures.tsx'
import { Graded, SignalBars } from '../../../shared/opportunity/row/grade-shape.tsx'
import { confidenceGrade, GRADE_TEXT, latencyGrade } from '../../../shared/opportunity/row/grades.ts'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { Funding, LiquidationDistance, ReverseMark } from './carry-figures.tsx'
import { Cycle, Ttl } from './tri-columns.tsx'

const words = opportunityWords

/** Contents of a card besides the net figure and the age: title, place, size and three small figures. */
export type CardLines = {
  readonly title: ReactNode
  readonly place: ReactNode
  readonly money: ReactNode
  readonly small: ReactNode
}

export function cardLines({ held }: RowView): CardLines {
  const mark = <SourceMark held={held} isShort />
  switch (held.row.mode) {
    case 'spot':
      return spotLines(held.row, mark)
    case 'carry':
      return carryLines(held.row, mark)
    case 'tri':
      return triLines(held.row, mark)
  }
}

const spotLines = (row: SpotRow, mark: ReactNode): CardLines => ({
  title: (
    <>
      <Pair row={row} />
      {mark}
    </>
  ),
  place: (
    <>
      <Route row={row} />
      <span className="shrink-0 whitespace-pre">{` · ${quantity(row.size)} ${row.size_currency}`}</span>
    </>
  ),
  money: <Money row={row} value={row.net_pnl} unit />,
  small: (
    <>
      <SmallLatency ms={row.latency_ms} />
      <SmallConfidence points={row.confidence} />
    </>
  ),
})

const carryLines = (row: CarryRow, mark: ReactNode): CardLines => ({
  title: (
    <>
      <Pair row={row} />
      {mark}
    </>
  ),
  place: (
    <span className="truncate">
      {tr.exchanges[row.exchange]} {words.leverageOf(whole(row.leverage))}
      <span className="text-text-3"> · {words.columns.netAPY}, </span>
      {words.hold(whole(row.hold_days))}
    </span>
  ),
  money: words.card.daily(`${gain(row.daily_pnl)} ${currencyOf(row)}`),
  small: (
    <>
      <span className="flex items-baseline gap-x-1">
        <ReverseMark row={row} />
        {words.card.funding} <Funding row={row} />
      </span>
      <span>
        {words.card.liquidation} <LiquidationDistance row={row} />
      </span>
    </>
  ),
})

const triLines = (row: TriRow, mark: ReactNode): CardLines => ({
  title: (
    <span className="flex min-w-0 text-14 font-semibold">
      <Cycle cycle={row.cycle} />
    </span>
  ),
  place: (
    <>
      <span className="truncate">{tr.exchanges[row.exchange]}</span>
      <span className="shrink-0 whitespace-pre">{` · ${quantity(row.size)} ${row.size_currency}`}</span>
      <span className="ml-2">{mark}</span>
    </>
  ),
  money: <Money row={row} value={row.net_pnl} unit />,
  small: (
    <>
      <span>
        {words.card.ttl} <Ttl ms={row.ttl_ms} />
      </span>
      <SmallLatency ms={row.latency_ms} />
      <SmallConfidence points={row.confidence} />
    </>
  ),
})

function SmallLatency({ ms }: { readonly ms: number }) {
  const grade = latencyGrade(ms)
  return (
    <span className={`inline-flex items-center gap-1 ${GRADE_TEXT[grade]}`}>
      <SignalBars grade={grade} />
      {milliseconds(ms)}
    </span>
  )
}

function SmallConfidence({ points }: { readonly points: number }) {
  return (
    <span>
      {words.card.confidence} <Graded grade={confidenceGrade(points)}>{whole(points)}</Graded>
    </span>
  )
}
