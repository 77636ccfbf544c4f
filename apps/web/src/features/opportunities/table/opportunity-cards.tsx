import type { Mode } from '@makas/contract'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import { useRow } from '../../../shared/opportunity/list/use-list.ts'
import { AgeCell } from '../../../shared/opportunity/row/age-cell.tsx'
import { NetFigure } from '../../../shared/opportunity/row/figures.tsx'
import { rowName } from '../../../shared/opportunity/row/headline.ts'
import { modeWords } from '../../../text/market/opportunities.ts'
import type { RowActions } from '../page/row-actions.ts'
import type { HeldOrder } from '../page/use-order.ts'
import { cardLines } from './card-lines.tsx'
import { RowAction } from './row-action.tsx'

const CARD_HEIGHT = 138

/** The list of a narrow window, below 768 px: a card per row. */
export function OpportunityCards(props: {
  readonly store: ListStore
  readonly order: HeldOrder
  readonly mode: Mode
  readonly open: RowActions
}) {
  const { ids, hold } = props.order
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 4,
    scrollMargin: top,
    initialRect: { width: 390, height: 844 },
  })
  return (
    <ul
      ref={list}
      data-testid="opportunity-table"
      aria-label={modeWords[props.mode].table}
      className="figures relative"
      style={{ height: virtual.getTotalSize() }}
      onPointerDown={() => hold('pointer', true)}
      onPointerUp={() => hold('pointer', false)}
      onPointerCancel={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      {virtual.getVirtualItems().map((item) => {
        const id = ids[item.index]
        return id === undefined ? null : (
          <li
            key={id}
            className="absolute inset-x-0 pb-2"
            style={{ height: CARD_HEIGHT, transform: `translateY(${item.start - top}px)` }}
          >
            <Card store={props.store} id={id} open={props.open} />
          </li>
        )
      })}
    </ul>
  )
}

const Card = memo(function Card({ store, id, open }: { store: ListStore; id: string; open: RowActions }) {
  const view = useRow(store, id)
  const line = useRef<HTMLElement>(null)
  if (!view) return null
  const { title, place, money, small } = cardLines(view)
  return (
    <article
      ref={line}
      data-testid="opportunity-row"
      data-opportunity-id={id}
      tabIndex={0}
      aria-label={rowName(view.held.row)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open.evidence(id)
      }}
      className="line flex h-full flex-col justify-between rounded-panel border border-line bg-panel px-3.5 py-2.5"
    >
      <p translate="no" className="flex items-center gap-2 text-16">
        {title}
        <span className="ml-auto shrink-0">
          <NetFigure view={view} open={open.net} large />
        </span>
      </p>
      <p translate="no" className="flex justify-between gap-3 text-13 text-text-2">
        <span className="flex min-w-0 flex-wrap">{place}</span>
        <span className="shrink-0 text-text-1">{money}</span>
      </p>
      <div className="flex items-center gap-3 text-12 whitespace-nowrap text-text-3">
        <p translate="no" className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          {small}
          {/* As wide as the bar beneath it, which would leave the card where the age has a line of its own. */}
          <span className="relative -mr-3 min-w-17 shrink-0 pr-3 pb-2 leading-4">
            <AgeCell store={store} held={view.held} line={line} />
          </span>
        </p>
        <RowAction held={view.held} open={open} />
      </div>
    </article>
  )
})
