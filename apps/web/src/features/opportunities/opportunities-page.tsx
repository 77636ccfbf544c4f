import type { Mode } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { marketStatsQuery, statusQuery } from '../../shared/api/queries.ts'
import { whole } from '../../shared/format/numbers.ts'
import { keep, kept } from '../../shared/storage/preferences.ts'
import { useMedia } from '../../shared/ui/use-media.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import { tr } from '../../text/tr.ts'
import { CardSort } from './card-sort.tsx'
import { JitterSwitch } from './jitter-switch.tsx'
import { DEFAULT_SORT, type Sort, type SortColumn, sortAfterClick } from './list/order.ts'
import { useListView, useLiveList } from './list/use-list.ts'
import { useOrder } from './list/use-order.ts'
import { ListBar } from './list-bar.tsx'
import { ListState, ProblemBanner, SampleBanner } from './list-states.tsx'
import { OpenedFigure, useOpened } from './opened-figure.tsx'
import { PageHeader } from './page-header.tsx'
import { ColumnChooser } from './table/column-chooser.tsx'
import { OpportunityCards } from './table/opportunity-cards.tsx'
import { OpportunityTable } from './table/opportunity-table.tsx'
import { SkeletonCards, SkeletonTable } from './table/skeleton.tsx'
import { useTriChoice } from './table/tri-choice.ts'
import { useColumns } from './table/use-columns.ts'

const HEIGHT_KEY = 'makas.rowHeight'
const CLOSE_ROWS = 36
const WIDE_ROWS = 44
const route = getRouteApi('/opportunities')

/** `/opportunities` in one of its three modes (OPP). */
export function OpportunitiesPage() {
  useTitle(tr.opportunities.title)
  const { mode = 'spot' } = route.useSearch()
  const list = useLiveList(mode)
  const view = useListView(list.store)
  const stats = useQuery(marketStatsQuery).data
  const status = useQuery(statusQuery).data
  const [sort, chooseSort, pressHeading] = useSort(mode)
  const [rowHeight, setRowHeight] = useState(() => (kept(HEIGHT_KEY) === String(WIDE_ROWS) ? WIDE_ROWS : CLOSE_ROWS))
  const order = useOrder(list.store, sort)
  const phone = useMedia('(width < 640px)')
  const choice = useTriChoice()
  const columns = useColumns(mode, choice.chosen)
  const { currency, holdDays } = view
  const shared = useMemo(() => ({ currency, holdDays }), [currency, holdDays])
  const hasRows = order.ids.length > 0
  const opened = useOpened(list.store, mode, hasRows)

  const { hold } = order
  const dialogOpen = opened.figure !== null
  useEffect(() => {
    hold('dialog', dialogOpen)
  }, [hold, dialogOpen])

  const chooseHeight = (wide: boolean) => {
    setRowHeight(wide ? WIDE_ROWS : CLOSE_ROWS)
    keep(HEIGHT_KEY, String(wide ? WIDE_ROWS : CLOSE_ROWS))
  }

  const rejected = stats ? Object.values(stats.rejected).reduce((sum, count) => sum + count, 0) : null
  const loading = view.count === null && view.link !== 'failed'
  const sample = view.link === 'sample'
  const counts = {
    ...(stats?.by_mode ?? { spot: null, carry: null, tri: null }),
    ...(view.count === null ? {} : { [mode]: sample ? null : view.count }),
  }
  return (
    <div className="mx-auto flex w-full max-w-[1760px] flex-1 flex-col gap-3 px-4 pt-4 sm:px-5">
      <PageHeader list={list} view={view} exchanges={stats?.active_exchanges ?? null} phone={phone} />
      {view.link === 'failed' && <ProblemBanner view={view} retry={list.refresh} />}
      <ListBar
        mode={mode}
        counts={counts}
        rejected={rejected}
        order={order}
        wideRows={rowHeight === WIDE_ROWS}
        {...(phone ? {} : { chooseWide: chooseHeight })}
      >
        {mode === 'tri' && !phone && <ColumnChooser choice={choice} />}
      </ListBar>
      {sample && <SampleBanner />}
      {phone && (
        <div className="flex items-center justify-between gap-3">
          <CardSort columns={columns} sort={sort} choose={chooseSort} />
          <JitterSwitch list={list} />
        </div>
      )}
      {hasRows ? (
        phone ? (
          <OpportunityCards key={mode} mode={mode} store={list.store} order={order} open={opened.openers} />
        ) : (
          <OpportunityTable
            key={`${mode}-${rowHeight}`}
            store={list.store}
            columns={columns}
            order={order}
            sort={sort}
            chooseSort={pressHeading}
            shared={shared}
            rowHeight={rowHeight}
            open={opened.openers}
          />
        )
      ) : loading ? (
        phone ? (
          <SkeletonCards />
        ) : (
          <SkeletonTable columns={columns} rowHeight={rowHeight} />
        )
      ) : (
        <ListState mode={mode} view={view} status={status} rejected={rejected} retry={list.refresh} />
      )}
      <div className="flex flex-col justify-between gap-x-8 gap-y-1 text-12 text-text-3 lg:flex-row">
        {!sample && <p>{tr.opportunities.foot[mode]}</p>}
        {view.count !== null && view.frozen && !sample && <p>{tr.opportunities.cacheNote}</p>}
      </div>
      <p className="sr-only" role="status">
        {loading ? tr.opportunities.loading : counts[mode] === null ? '' : tr.opportunities.count(whole(counts[mode]))}
      </p>
      <OpenedFigure opened={opened} store={list.store} />
    </div>
  )
}

/** The order of each mode's list, kept while the page is open. */
function useSort(mode: Mode): [Sort, (sort: Sort) => void, (column: SortColumn) => void] {
  const [sorts, setSorts] = useState(DEFAULT_SORT)
  const choose = useCallback((sort: Sort) => setSorts((current) => ({ ...current, [mode]: sort })), [mode])
  const press = useCallback(
    (column: SortColumn) => setSorts((current) => ({ ...current, [mode]: sortAfterClick(current[mode], column) })),
    [mode],
  )
  return [sorts[mode], choose, press]
}
