import type { MarketStats, Mode, OpportunityRow } from '@makas/contract'
import { byMode } from '@makas/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { marketStatsQuery, statusQuery } from '../../../shared/api/queries.ts'
import { whole } from '../../../shared/format/numbers.ts'
import { flowOf } from '../../../shared/live/flow.ts'
import { useListView, useLiveList } from '../../../shared/opportunity/list/use-list.ts'
import { storedPreference, storePreference } from '../../../shared/storage/preferences.ts'
import { lazyLayer } from '../../../shared/ui/layers/lazy-layer.tsx'
import { useMedia } from '../../../shared/ui/use-media.ts'
import { useTitle } from '../../../shared/ui/use-title.ts'
import { tr } from '../../../text/frame/tr.ts'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import { sortText } from '../filters/address.ts'
import { activeFilters } from '../filters/filters.ts'
import { matching } from '../filters/matching.ts'
import { useFilters } from '../filters/use-filters.ts'
import { useWallet } from '../filters/use-wallet.ts'
import type { TrialResult } from '../simulation/last-trial.tsx'
import { OpportunityTable } from '../table/opportunity-table.tsx'
import { SkeletonCards, SkeletonTable } from '../table/skeleton.tsx'
import { useTriChoice } from '../table/tri-choice.ts'
import { useColumns } from '../table/use-columns.ts'
import { ExportAndKeys } from '../tools/export-and-keys.tsx'
import { moveFocus, useKeySwitch, useKeys } from '../tools/use-keys.ts'
import { useViewQuery } from '../views/use-view-query.ts'
import { ViewButton } from '../views/view-button.tsx'
import { Announcer } from './announcer.tsx'
import { JitterSwitch } from './jitter-switch.tsx'
import { ListBar } from './list-bar.tsx'
import { ListState, ProblemBanner, SampleBanner } from './list-states.tsx'
import { ListTools } from './list-tools.tsx'
import { OpenedDialog, OpenedTrade, useDialogCode } from './opened-dialog.tsx'
import { PageHeader } from './page-header.tsx'
import type { RowActions } from './row-actions.ts'
import { useRowDialogs } from './row-dialogs.ts'
import { useOrder } from './use-order.ts'
import { useRole } from './use-role.ts'
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
const OpportunityCards = lazyLayer(
  opportunityWords.title,
  async () => (await import('../table/opportunity-cards.tsx')).OpportunityCards,
  <SkeletonCards />,
)

const HEIGHT_KEY = 'makas.rowHeight'
const CLOSE_ROWS = 36
const WIDE_ROWS = 44

/** `/opportunities` in one of its three modes (OPP). */
export function OpportunitiesPage() {
  useTitle(opportunityWords.title)
  const filterChoice = useFilters()
  const { mode, filters } = filterChoice
  const list = useLiveList(mode)
  const view = useListView(list.store)
  const stats = useQuery(marketStatsQuery).data
  const status = useQuery(statusQuery).data
  const sorting = useSort()
  const [rowHeight, setRowHeight] = useState(() =>
    storedPreference(HEIGHT_KEY) === String(WIDE_ROWS) ? WIDE_ROWS : CLOSE_ROWS,
  )
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [lastTrial, setLastTrial] = useState<TrialResult | null>(null)
  const viewing = useViewQuery()
  const keys = useKeySwitch()
  const [help, setHelp] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const own = useWallet(filtersOpen || filters.ownedOnly)
  const wallet = filters.ownedOnly && own?.state === 'read' ? own.wallet : null
  const latestWallet = useRef(wallet)
  useEffect(() => {
    latestWallet.current = wallet
  }, [wallet])
  const hasWallet = wallet !== null
  // Only the first wallet renews the order at once: a later answer must not move the rows under the pointer.
  const sift = useCallback(
    (rows: readonly OpportunityRow[]) => matching(rows, filters, hasWallet ? latestWallet.current : null),
    [filters, hasWallet],
  )
  const order = useOrder(list.store, sorting.sort, sift)
  const active = activeFilters(mode, filters).filter((name) => name !== 'ownedOnly' || own !== null)
  const phone = useMedia('(width < 768px)')
  const choice = useTriChoice()
  const columns = useColumns(mode, choice.chosen)
  const { currency, holdDays } = view
  const hasRows = order.ids.length > 0
  const shown = hasRows ? order.found.currency : currency
  const shared = useMemo(() => ({ currency: shown, holdDays }), [shown, holdDays])
  const rowDialogs = useRowDialogs(list.store, mode)
  const [traded, setTraded] = useState<OpportunityRow | null>(null)
  const role = useRole(list.store, view.source, setTraded)
  const closeTrade = useCallback(() => setTraded(null), [])
  useDialogCode(hasRows, role.mayTrade)
  const actions = useMemo(
    (): RowActions => ({ ...rowDialogs.actions, role: role.role, trade: role.trade, mayTrade: role.mayTrade }),
    [rowDialogs.actions, role.role, role.trade, role.mayTrade],
  )

  useKeys(keys.isOn, {
    search: () => searchField.current?.focus(),
    move: moveFocus,
    simulate: actions.simulation,
    filters: () => setFiltersOpen((isOpen) => !isOpen),
    help: () => setHelp(true),
  })

  const { hold } = order
  const dialogOpen = rowDialogs.dialog !== null || traded !== null
  useEffect(() => {
    hold('dialog', dialogOpen)
  }, [hold, dialogOpen])

  const chooseHeight = (wide: boolean) => {
    setRowHeight(wide ? WIDE_ROWS : CLOSE_ROWS)
    storePreference(HEIGHT_KEY, String(wide ? WIDE_ROWS : CLOSE_ROWS))
  }

  const { sort } = sorting
  const isLost = view.transport === 'failed'
  const announced = useMemo(
    () => ({ mode, sort: sortText(sort), filters: JSON.stringify(filters), link: String(isLost) }),
    [mode, sort, filters, isLost],
  )
  const announcementOf = (kind: keyof typeof announced): string => {
    const { announce } = opportunityWords
    if (kind === 'mode') return announce.mode(tr.modes[mode])
    if (kind === 'link') return isLost ? announce.lost : announce.regained
    if (kind === 'filters')
      return announce.found(modeWords[mode].shown(whole(order.found.candidates), whole(order.found.matched)))
    const column = columns.all.find(({ id }) => id === sort.column)
    return announce.sort(
      column?.label ?? sort.column,
      sort.descending ? opportunityWords.sortDown : opportunityWords.sortUp,
    )
  }

  const rejected = stats ? Object.values(stats.rejected).reduce((sum, count) => sum + count, 0) : null
  const loading = view.count === null && view.transport !== 'failed'
  // A call that fails meanwhile leaves the samples on screen.
  const sample = view.transport === 'sample' || list.store.row(order.ids[0] ?? '')?.held.via === 'sample'
  const counts = countsOf(mode, stats, view.count === null ? null : order.found.candidates, sample)
  const filterProps = { filterChoice, found: order.found, currency, wallet: own }
  return (
    // A screen high from the start: the footer must not come into sight and leave it when the rows arrive.
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
        currency={currency}
        rejected={rejected}
        order={order}
        counted={view.count !== null && !sample}
        wideRows={rowHeight === WIDE_ROWS}
        {...(phone ? {} : { chooseWide: chooseHeight })}
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
      {hasRows ? (
        phone ? (
          <OpportunityCards key={mode} mode={mode} store={list.store} order={order} open={actions} />
        ) : (
          <OpportunityTable
            key={`${mode}-${rowHeight}`}
            store={list.store}
            columns={columns}
            order={order}
            sort={sorting.sort}
            chooseSort={sorting.press}
            shared={shared}
            rowHeight={rowHeight}
            open={actions}
          />
        )
      ) : loading ? (
        phone ? (
          <SkeletonCards />
        ) : (
          <SkeletonTable columns={columns} rowHeight={rowHeight} />
        )
      ) : (
        <ListState
          mode={mode}
          view={view}
          status={status}
          rejected={rejected}
          retry={list.refresh}
          found={order.found}
          filterChoice={filterChoice}
        />
      )}
      <div className="flex flex-col justify-between gap-x-8 gap-y-1 text-12 text-text-3 lg:flex-row">
        {!sample && !loading && <p>{modeWords[mode].foot}</p>}
        {view.cached && <p>{opportunityWords.cacheNote}</p>}
      </div>
      <Announcer keys={announced} textOf={announcementOf} />
      <OpenedDialog dialogs={rowDialogs} store={list.store} actions={actions} finished={setLastTrial} />
      <OpenedTrade row={traded} close={closeTrade} />
    </div>
  )
}

type Counts = Readonly<Record<Mode, number | null>>

/**
 * Number of rows in each mode, of carry the number of pairs: the shown mode's by its list, the others' by the market's
 * figures.
 */
function countsOf(mode: Mode, stats: MarketStats | undefined, listed: number | null, sample: boolean): Counts {
  const counts = { ...byMode(() => null), ...stats?.by_mode, carry: stats?.carry_pairs ?? null }
  return listed === null ? counts : { ...counts, [mode]: sample ? null : listed }
}
