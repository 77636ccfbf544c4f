import type { Mode } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import type { ReactNode } from 'react'
import { whole } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/frame/tr.ts'
import { detailsOf } from '../../../text/market/mode-details.ts'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import { panelWords } from '../../../text/market/opportunity-panels.ts'
import type { FilterResult } from '../page/use-order.ts'
import { MOST_NET } from './address.ts'
import { Choice } from './choice.tsx'
import { FilterNumber } from './filter-number.tsx'
import { NET_PARAMETER } from './filters.ts'
import { PresetCards } from './preset-cards.tsx'
import type { FilterChoice } from './use-filters.ts'
import type { OwnWallet } from './use-wallet.ts'

const words = opportunityWords.filters
const panel = panelWords.filters

export type FilterProps = {
  readonly filterChoice: FilterChoice
  readonly found: FilterResult
  /** Currency of the rows' money; null where they differ. */
  readonly currency: string | null
  /** Null for a visitor, whose balances are unknown. */
  readonly wallet: OwnWallet | null
}

/** All filters of the mode (OPP-19 to OPP-27, ENT-14); each applies at once. */
export function FilterFields(props: FilterProps) {
  const { filterChoice } = props
  const carry = filterChoice.mode === 'carry'
  return (
    <div
      className={`grid gap-x-7 gap-y-5 sm:grid-cols-2 ${
        carry
          ? 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-cols-[2.2fr_1.2fr_1.2fr_1.7fr_1.9fr]'
          : 'lg:grid-cols-4'
      }`}
    >
      {carry && <PresetCards filterChoice={filterChoice} />}
      <Thresholds {...props} />
      <Exchanges {...props} />
      {carry ? <CarryChoices {...props} /> : <AssetSelect {...props} />}
      <OnlyThese {...props} />
    </div>
  )
}

/** Thresholds of each mode besides the least net and the least gain. */
const MORE: Readonly<Record<Mode, readonly (keyof typeof BOUNDS)[]>> = {
  spot: [],
  carry: ['minLiq'],
  tri: ['maxSlippage', 'minConfidence', 'minTTL'],
}
const BOUNDS = {
  minLiq: { unit: '%', places: 0, most: 100, note: panel.minLiqNote },
  maxSlippage: { unit: '%', places: 2, most: 100 },
  minConfidence: { unit: '/ 100', places: 0, most: 100 },
  minTTL: { unit: words.ms, places: 0, most: 1_000_000_000 },
} as const

function Thresholds({ filterChoice, currency }: FilterProps) {
  const { mode, filters, change } = filterChoice
  const more = MORE[mode]
  return (
    <div className={`flex flex-col gap-3 ${more.length > 1 ? 'xl:grid xl:grid-cols-2' : ''}`}>
      <FilterNumber
        label={modeWords[mode].minNet}
        unit="%"
        places={2}
        most={MOST_NET[NET_PARAMETER[mode]]}
        value={filters.minNet}
        choose={(minNet) => change({ minNet })}
      />
      <FilterNumber
        label={modeWords[mode].minPnL}
        unit={currency ?? ''}
        note={[detailsOf(mode).minPnLNote, currency === null ? panel.ownUnit : ''].join(' ').trim()}
        places={2}
        most={1_000_000_000}
        value={filters.minPnL}
        choose={(minPnL) => change({ minPnL })}
      />
      {more.map((name) => (
        <FilterNumber
          key={name}
          label={words[name]}
          {...BOUNDS[name]}
          value={filters[name]}
          choose={(bound) => change({ [name]: bound })}
        />
      ))}
    </div>
  )
}

function Exchanges({ filterChoice, found }: FilterProps) {
  const { exchanges } = filterChoice.filters
  return (
    <fieldset className="figures min-w-0">
      <legend className="mb-1 text-12 text-text-2">{words.exchanges}</legend>
      {EXCHANGES.map((id) => {
        const isChosen = exchanges.includes(id)
        const isLast = isChosen && exchanges.length === 1
        return (
          <Check
            key={id}
            isOn={isChosen}
            isLocked={isLast}
            choose={(on) =>
              filterChoice.change({
                exchanges: EXCHANGES.filter((name) => (name === id ? on : exchanges.includes(name))),
              })
            }
          >
            <span className="flex-1">{tr.exchanges[id]}</span>
            <span className="text-12 text-text-3" aria-hidden="true">
              {found.candidates > 0 && whole(found.byExchange[id] ?? 0)}
            </span>
          </Check>
        )
      })}
      {exchanges.length === 1 && <p className="mt-1 text-12 text-text-3">{panel.oneStays}</p>}
    </fieldset>
  )
}

function CarryChoices({ filterChoice, found }: FilterProps) {
  const { filters, change } = filterChoice
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Choice
        name="fundingDir"
        label={words.fundingDir}
        value={filters.fundingDir}
        options={(['all', 'positive', 'negative'] as const).map((value) => ({ value, text: words.direction[value] }))}
        choose={(fundingDir) => change({ fundingDir })}
      />
      <Choice
        name="maxLev"
        label={words.maxLev}
        value={filters.maxLev}
        options={([2, 1] as const).map((value) => ({ value, text: words.leverage[value] }))}
        choose={(maxLev) => change({ maxLev })}
      />
      <AssetSelect filterChoice={filterChoice} found={found} />
    </div>
  )
}

function AssetSelect({ filterChoice, found }: Pick<FilterProps, 'filterChoice' | 'found'>) {
  const { mode, filters, change } = filterChoice
  const known = found.assets
  const chosen = filters.baseAsset
  const assets = chosen === null || known.includes(chosen) ? known : [chosen, ...known]
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-12 text-text-2">{modeWords[mode].baseAsset}</span>
      <select
        value={chosen ?? ''}
        onChange={(event) => change({ baseAsset: event.target.value === '' ? null : event.target.value })}
        className="h-8 w-full rounded-control border border-text-3 bg-panel px-2 text-14 text-text-1 pointer-coarse:h-11"
      >
        <option value="">{words.anyAsset}</option>
        {assets.map((asset) => (
          <option key={asset} value={asset}>
            {asset}
          </option>
        ))}
      </select>
    </label>
  )
}

function OnlyThese({ filterChoice, wallet }: FilterProps) {
  const { filters, change } = filterChoice
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 text-text-2">{panel.only}</legend>
      <Check isOn={filters.stableOnly} choose={(stableOnly) => change({ stableOnly })}>
        {words.stableOnly}
      </Check>
      {wallet !== null && (
        <>
          <Check isOn={filters.ownedOnly} choose={(ownedOnly) => change({ ownedOnly })}>
            {words.ownedOnly}
          </Check>
          <p className="pl-6.5 text-12 text-text-3">{walletWords(wallet)}</p>
        </>
      )}
    </fieldset>
  )
}

function walletWords(wallet: OwnWallet): string {
  if (wallet.state !== 'read') return wallet.state === 'loading' ? panel.ownedLoading : panel.ownedFailed
  const unread = wallet.unread.map((id) => tr.exchanges[id]).join(', ')
  return [
    panel.ownedOf(whole(wallet.read)),
    ...(unread === '' ? [] : [panel.ownedUnread(unread)]),
    ...(wallet.hasTestMoney ? [panel.ownedTest] : []),
  ].join(' ')
}

function Check(props: {
  readonly isOn: boolean
  readonly isLocked?: boolean
  readonly choose: (on: boolean) => void
  readonly children: ReactNode
}) {
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 text-13 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={props.isOn}
        disabled={props.isLocked}
        onChange={(event) => props.choose(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {props.children}
    </label>
  )
}
