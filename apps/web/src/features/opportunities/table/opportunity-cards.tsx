import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { milliseconds, quantity, whole } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/tr.ts'
import type { ListStore } from '../list/list-store.ts'
import { useRow } from '../list/use-list.ts'
import type { HeldOrder } from '../list/use-order.ts'
import { AgeCell } from './age-cell.tsx'
import { Money, NetButton, Pair, Route, SourceMark } from './figures.tsx'
import { SignalBars } from './level-shape.tsx'
import { confidenceLevel, LEVEL_TEXT, latencyLevel } from './levels.ts'

const CARD_HEIGHT = 112
const words = tr.opportunities

/** The list of a phone: a card per row, below 640 px. */
export function OpportunityCards(props: {
  readonly store: ListStore
  readonly order: HeldOrder
  readonly open: (id: string) => void
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
      aria-label={words.table}
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

const Card = memo(function Card({ store, id, open }: { store: ListStore; id: string; open: (id: string) => void }) {
  const view = useRow(store, id)
  const line = useRef<HTMLElement>(null)
  if (!view) return null
  const { row } = view.held
  return (
    <article
      ref={line}
      data-testid="opportunity-row"
      data-opportunity-id={id}
      tabIndex={0}
      aria-label={`${row.symbol}, ${words.alternatives.route(tr.exchanges[row.buy_exchange], tr.exchanges[row.sell_exchange])}`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open(id)
      }}
      className="line flex h-full flex-col justify-between rounded-panel border border-line bg-panel px-3.5 py-2.5"
    >
      <p className="flex items-center gap-2 text-16">
        <Pair row={row} />
        <SourceMark row={row} />
        <span className="ml-auto">
          <NetButton view={view} open={open} large />
        </span>
      </p>
      <p className="flex justify-between gap-3 text-13 text-text-2">
        <span className="flex min-w-0">
          <Route row={row} />
          <span className="shrink-0 whitespace-pre">{` · ${quantity(row.size)} ${row.size_currency}`}</span>
        </span>
        <span className="shrink-0 text-text-1">
          <Money row={row} unit />
        </span>
      </p>
      <p className="flex h-5 items-baseline gap-4 text-12 text-text-3">
        <span className={`inline-flex items-center gap-1 ${LEVEL_TEXT[latencyLevel(row.latency_ms)]}`}>
          <SignalBars level={latencyLevel(row.latency_ms)} />
          {milliseconds(row.latency_ms)}
        </span>
        <span>
          {words.card.confidence}{' '}
          <span className={LEVEL_TEXT[confidenceLevel(row.confidence)]}>{whole(row.confidence)}</span>
        </span>
        <span className="relative -mr-3 ml-auto pr-3 pb-2 leading-4">
          <AgeCell store={store} held={view.held} line={line} />
        </span>
      </p>
    </article>
  )
})
