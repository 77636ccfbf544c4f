import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
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
import { ListState, ProblemBanner } from './list-states.tsx'
import { PageHeader } from './page-header.tsx'
import { SpotBar } from './spot-bar.tsx'
import { OpportunityCards } from './table/opportunity-cards.tsx'
import { OpportunityTable } from './table/opportunity-table.tsx'
import { SkeletonCards, SkeletonTable } from './table/skeleton.tsx'

const loadEvidence = async () => ({ default: (await import('./evidence/evidence-dialog.tsx')).EvidenceDialog })
const EvidenceDialog = lazy(loadEvidence)

const HEIGHT_KEY = 'makas.rowHeight'
const CLOSE_ROWS = 36
const WIDE_ROWS = 44
const route = getRouteApi('/opportunities')

/** `/opportunities`, spot mode (OPP). */
export function OpportunitiesPage() {
  useTitle(tr.opportunities.title)
  const list = useLiveList()
  const view = useListView(list.store)
  const stats = useQuery(marketStatsQuery).data
  const status = useQuery(statusQuery).data
  const [sort, setSort] = useState<Sort>(DEFAULT_SORT)
  const [rowHeight, setRowHeight] = useState(() => (kept(HEIGHT_KEY) === String(WIDE_ROWS) ? WIDE_ROWS : CLOSE_ROWS))
  const order = useOrder(list.store, sort)
  const phone = useMedia('(width < 640px)')
  const { evidence } = route.useSearch()
  const navigate = route.useNavigate()

  // Fetched once there is a row to open, so that the first click does not wait for code.
  const hasRows = order.ids.length > 0
  useEffect(() => {
    if (hasRows) void loadEvidence()
  }, [hasRows])

  const { hold } = order
  useEffect(() => {
    hold('dialog', evidence !== undefined)
  }, [hold, evidence])

  const chooseSort = useCallback((column: SortColumn) => setSort((current) => sortAfterClick(current, column)), [])
  const open = useCallback((id: string) => void navigate({ search: { evidence: id }, replace: true }), [navigate])
  const close = useCallback(() => void navigate({ search: {}, replace: true }), [navigate])
  const chooseHeight = (wide: boolean) => {
    setRowHeight(wide ? WIDE_ROWS : CLOSE_ROWS)
    keep(HEIGHT_KEY, String(wide ? WIDE_ROWS : CLOSE_ROWS))
  }

  const rejected = stats ? Object.values(stats.rejected).reduce((sum, count) => sum + count, 0) : null
  const loading = view.count === null && view.link !== 'failed'
  return (
    <div className="mx-auto flex w-full max-w-[1760px] flex-1 flex-col gap-3 px-4 pt-4 sm:px-5">
      <PageHeader list={list} view={view} exchanges={stats?.active_exchanges ?? null} phone={phone} />
      {view.link === 'failed' && <ProblemBanner view={view} retry={list.refresh} />}
      <SpotBar
        count={view.count}
        rejected={rejected}
        order={order}
        wideRows={rowHeight === WIDE_ROWS}
        {...(phone ? {} : { chooseWide: chooseHeight })}
      />
      {phone && (
        <div className="flex items-center justify-between gap-3">
          <CardSort sort={sort} choose={setSort} />
          <JitterSwitch list={list} />
        </div>
      )}
      {hasRows ? (
        phone ? (
          <OpportunityCards store={list.store} order={order} open={open} />
        ) : (
          <OpportunityTable
            key={rowHeight}
            store={list.store}
            order={order}
            sort={sort}
            chooseSort={chooseSort}
            quote={view.quote}
            rowHeight={rowHeight}
            open={open}
          />
        )
      ) : loading ? (
        phone ? (
          <SkeletonCards />
        ) : (
          <SkeletonTable rowHeight={rowHeight} />
        )
      ) : (
        <ListState view={view} status={status} rejected={rejected} retry={list.refresh} />
      )}
      <div className="flex flex-col justify-between gap-x-8 gap-y-1 text-12 text-text-3 lg:flex-row">
        <p>{tr.opportunities.foot}</p>
        {view.count !== null && view.frozen && <p>{tr.opportunities.cacheNote}</p>}
      </div>
      <p className="sr-only" role="status">
        {loading ? tr.opportunities.loading : view.count === null ? '' : tr.opportunities.count(whole(view.count))}
      </p>
      {evidence !== undefined && (
        <Suspense fallback={null}>
          <EvidenceDialog key={evidence} id={evidence} store={list.store} close={close} />
        </Suspense>
      )}
    </div>
  )
}
