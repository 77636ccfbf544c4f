import './table.css'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { Sort, SortColumn } from '../../../shared/opportunity/list/order.ts'
import type { LiveList } from '../../../shared/opportunity/list/use-list.ts'
import { modeWords } from '../../../text/market/opportunities.ts'
import type { RowActions } from '../page/row-actions.ts'
import type { HeldOrder } from '../page/use-order.ts'
import type { Columns, SharedValues } from './column.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useMeasures } from './use-columns.ts'

/** The table of a wide screen. Only rows in view are in the document, and the row with the focus. */
export function OpportunityTable(props: {
  readonly store: LiveList['store']
  readonly columns: Columns
  readonly order: HeldOrder
  readonly sort: Sort
  readonly chooseSort: (column: SortColumn) => void
  readonly shared: SharedValues
  readonly rowHeight: number
  readonly open: RowActions
}) {
  const { store, columns, order, rowHeight, open } = props
  const { ids } = order
  const measures = useMeasures(columns)
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const activeIndex = Math.max(0, active === null ? 0 : ids.indexOf(active))

  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
    // Before the first measurement the rows that fit a usual window are drawn.
    initialRect: { width: 1280, height: 720 },
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return shown.includes(activeIndex) || activeIndex >= range.count
          ? shown
          : [...shown, activeIndex].sort((a, b) => a - b)
      },
      [activeIndex],
    ),
  })

  const move = useCallback(
    (event: KeyboardEvent, index: number) => {
      const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: ids.length - 1 }
      const target = steps[event.key]
      const id = target === undefined ? undefined : ids[target]
      if (target === undefined || id === undefined) return
      event.preventDefault()
      setActive(id)
      virtual.scrollToIndex(target)
      const line = () => body.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)
      // A neighbour is drawn already and takes the focus at once; a far row only after it is drawn.
      const near = line()
      if (near) near.focus()
      else requestAnimationFrame(() => line()?.focus())
    },
    [ids, virtual],
  )

  const items = virtual.getVirtualItems()
  const lines: { id: string; index: number; gapBefore: number }[] = []
  let reached = 0
  for (const item of items) {
    const id = ids[item.index]
    if (id !== undefined) lines.push({ id, index: item.index, gapBefore: item.start - reached })
    reached = item.end
  }
  const gapAfter = virtual.getTotalSize() - reached

  return (
    <section
      ref={scroller}
      tabIndex={0}
      aria-label={modeWords[columns.mode].table}
      onPointerEnter={() => order.hold('pointer', true)}
      onPointerLeave={() => order.hold('pointer', false)}
      onFocus={(event) => {
        const line = event.target.closest<HTMLElement>('[data-opportunity-id]')
        order.hold('focus', line !== null)
        if (line?.dataset.opportunityId) setActive(line.dataset.opportunityId)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) order.hold('focus', false)
      }}
      className="relative max-h-[max(420px,calc(100dvh-306px))] overflow-auto overscroll-x-contain rounded-panel border border-line bg-panel print:max-h-none print:overflow-visible"
    >
      <table
        data-testid="opportunity-table"
        aria-label={modeWords[columns.mode].table}
        aria-rowcount={ids.length + 1}
        data-sticky={columns.sticky}
        className={`opportunities ${columns.mode === 'spot' ? '' : 'dense'}`}
        style={measures.style}
      >
        <colgroup>
          {columns.all.map((column, at) => (
            <col key={column.id} style={{ width: measures.widths[at] }} />
          ))}
        </colgroup>
        <TableHead columns={columns} sort={props.sort} shared={props.shared} choose={props.chooseSort} />
        <tbody ref={body}>
          {lines.flatMap((line) => [
            ...(line.gapBefore > 0
              ? [<Gap key={`gap-${line.id}`} height={line.gapBefore} columns={columns.all.length} />]
              : []),
            <TableRow
              key={line.id}
              store={store}
              columns={columns}
              id={line.id}
              index={line.index}
              height={rowHeight}
              active={line.index === activeIndex}
              shared={props.shared}
              open={open}
              move={move}
            />,
          ])}
          {gapAfter > 0 && <Gap height={gapAfter} columns={columns.all.length} />}
        </tbody>
      </table>
    </section>
  )
}

/** Space of the rows that are out of view. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr style={{ height }} className="print:hidden">
      <td colSpan={columns} className="border-0 p-0" />
    </tr>
  )
}
