import type { MarketStats, Mode } from '@makas/contract'
import { byMode } from '@makas/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { marketStatsQuery, statusQuery } from '../../../shared/api/queries.ts'
import { flowOf } from '../../../shared/live/flow.ts'
import { useListView, useLiveList } from '../../../shared/opportunity/list/use-list.ts'
import { lazyLayer } from '../../../shared/ui/layers/lazy-layer.tsx'
import { useMedia } from '../../../shared/ui/use-media.ts'
import { useTitle } from '../../../shared/ui/use-title.ts'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import { activeFilters } from '../filters/filters.ts'
import { useFilters } from '../filters/use-filters.ts'
import { useSift } from '../filters/use-sift.ts'
import type { TrialResult } from '../simulation/last-trial.tsx'
import { useTriChoice } from '../table/tri-choice.ts'
import { useColumns } from '../table/use-columns.ts'
import { ExportAndKeys } from '../tools/export-and-keys.tsx'
import { moveFocus, useKeySwitch, useKeys } from '../tools/use-keys.ts'
import { useViewQuery } from '../views/use-view-query.ts'
import { ViewButton } from '../views/view-button.tsx'
import { AnnouncedChanges } from './announced-changes.tsx'
import { JitterSwitch } from './jitter-switch.tsx'
import { ListBar } from './list-bar.tsx'
import { ListPlace } from './list-place.tsx'
import { ProblemBanner, SampleBanner } from './list-states.tsx'
import { ListTools } from './list-tools.tsx'
import { OpenedDialog, OpenedTrade, useDialogCode } from './opened-dialog.tsx'
import { PageHeader } from './page-header.tsx'
import { useOrder } from './use-order.ts'
import { useRowActions } from './use-row-actions.ts'
import { useRowHeight } from './use-row-height.ts'
import { useSort } from './use-sort.ts'

// Loaded when first opened.
const FilterPanel = lazyLayer(
  opportunityWords.filters.button,
  async () => (await import('../filters/filter-place.tsx')).FilterPanel,
)
const FilterSheet = lazyLayer(
  opportunityWords.filters.button,
  async () => (await import('../filters/filter-sheet.tsx')).FilterSheet,
)
const KeyHelp = lazyLayer(opportunityWords.keysButton, async () => (await import('../tools/key-help.tsx')).KeyHelp)

const LastTrial = lazyLayer(null, async () => (await import('../simulation/last-trial.tsx')).LastTrial)
const ColumnChooser = lazyLayer(null, async () => (await import('../table/column-chooser.tsx')).ColumnChooser)
// On phones only.
const CardSort = lazyLayer(opportunityWords.sortBy, async () => (await import('./card-sort.tsx')).CardSort)

/** `/opportunities` in one of its modes (OPP). */
export function OpportunitiesPage() {
  useTitle(opportunityWords.title)
  const filterChoice = useFilters()
  const { mode, filters } = filterChoice
  const list = useLiveList(mode)
  const view = useListView(list.store)
  const stats = useQuery(marketStatsQuery).data
  const status = useQuery(statusQuery).data
  const sorting = useSort()
  const rows = useRowHeight()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [lastTrial, setLastTrial] = useState<TrialResult | null>(null)
  const viewing = useViewQuery()
  const keys = useKeySwitch()
  const [help, setHelp] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const { sift, own } = useSift(filters, filtersOpen)
  const order = useOrder(list.store, sorting.sort, sift)
  const active = activeFilters(mode, filters).filter((name) => name !== 'ownedOnly' || own !== null)
  const phone = useMedia('(width < 768px)')
  const choice = useTriChoice()
  const columns = useColumns(mode, choice.chosen)
  const { actions, dialogs, traded, closeTrade } = useRowActions(list.store, view.source, mode)
  useDialogCode(order.ids.length > 0, actions.mayTrade)

  useKeys(keys.isOn, {
    search: () => searchField.current?.focus(),
    move: moveFocus,
    simulate: actions.simulation,
    filters: () => setFiltersOpen((isOpen) => !isOpen),
    help: () => setHelp(true),
  })

  const { hold } = order
  const dialogOpen = dialogs.dialog !== null || traded !== null
  useEffect(() => {
    hold('dialog', dialogOpen)
  }, [hold, dialogOpen])

  const rejected = stats ? Object.values(stats.rejected).reduce((sum, count) => sum + count, 0) : null
  const loading = view.count === null && view.transport !== 'failed'
  // A call that fails meanwhile leaves the samples on screen.
  const sample = view.transport === 'sample' || list.store.row(order.ids[0] ?? '')?.held.via === 'sample'
  const counts = countsOf(mode, stats, view.count === null ? null : order.found.candidates, sample)
  const filterProps = { filterChoice, found: order.found, currency: view.currency, wallet: own }
  return (
    // A screen high from the start, so that the rows never push the footer out of sight.
    <div className="mx-auto flex min-h-dvh w-full max-w-[1760px] flex-1 flex-col gap-3 px-4 pt-4 sm:px-5">
      <PageHeader
        list={list}
        view={view}
        exchanges={stats?.active_exchanges ?? null}
        flow={flowOf(status)}
        phone={phone}
      />
      {view.transport === 'failed' && <ProblemBanner view={view} retry={list.refresh} />}
      <ListBar
        counts={counts}
        filterChoice={filterChoice}
        active={active.length}
        filtersOpen={filtersOpen}
        toggleFilters={() => setFiltersOpen(!filtersOpen)}
        searchField={searchField}
      >
        {phone && <CardSort columns={columns} sort={sorting.sort} choose={sorting.choose} />}
      </ListBar>
      {filtersOpen &&
        (phone ? (
          <FilterSheet {...filterProps} close={() => setFiltersOpen(false)} />
        ) : (
          <FilterPanel {...filterProps} />
        ))}
      {help && <KeyHelp isOn={keys.isOn} choose={keys.choose} close={() => setHelp(false)} />}
      <ListTools
        filterChoice={filterChoice}
        active={active}
        currency={view.currency}
        rejected={rejected}
        order={order}
        counted={view.count !== null && !sample}
        wideRows={rows.isWide}
        {...(phone ? {} : { chooseWide: rows.chooseWide })}
      >
        <ViewButton query={viewing.query} show={viewing.show} />
        <ExportAndKeys
          rows={() => order.ids.flatMap((id) => list.store.row(id)?.held.row ?? [])}
          source={view.source}
          sample={sample}
          showKeys={() => setHelp(true)}
        />
        {mode === 'tri' && !phone && <ColumnChooser choice={choice} />}
        {phone && <JitterSwitch list={list} />}
      </ListTools>
      {sample && <SampleBanner />}
      {lastTrial && <LastTrial result={lastTrial} forget={() => setLastTrial(null)} />}
      <ListPlace
        list={list}
        view={view}
        order={order}
        filterChoice={filterChoice}
        columns={columns}
        sorting={sorting}
        rowHeight={rows.height}
        phone={phone}
        loading={loading}
        status={status}
        rejected={rejected}
        open={actions}
      />
      <div className="flex flex-col justify-between gap-x-8 gap-y-1 text-12 text-text-3 lg:flex-row">
        {!sample && !loading && <p>{modeWords[mode].foot}</p>}
        {view.cached && <p>{opportunityWords.cacheNote}</p>}
      </div>
      <AnnouncedChanges
        mode={mode}
        sort={sorting.sort}
        filters={filters}
        isLost={view.transport === 'failed'}
        found={order.found}
      />
      <OpenedDialog dialogs={dialogs} store={list.store} actions={actions} finished={setLastTrial} />
      <OpenedTrade row={traded} close={closeTrade} />
    </div>
  )
}

/**
 * Number of rows in each mode; of carry the number of pairs. The list tells the number of the shown mode, the market's
 * figures tell the others.
 */
function countsOf(
  mode: Mode,
  stats: MarketStats | undefined,
  listed: number | null,
  sample: boolean,
): Readonly<Record<Mode, number | null>> {
  const counts = { ...byMode(() => null), ...stats?.by_mode, carry: stats?.carry_pairs ?? null }
  return listed === null ? counts : { ...counts, [mode]: sample ? null : listed }
}
