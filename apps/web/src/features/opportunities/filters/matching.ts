import type { ExchangeId, OpportunityRow, Portfolio } from '@makas/contract'
import { foldText } from '@makas/domain'
import type { ModeFacts } from '../../../shared/opportunity/modes/mode-facts.ts'
import { currencyOf, exchangesOf, factsOf, nameOf, netOf } from '../../../shared/opportunity/modes/modes.ts'
import { type FilterName, type Filters, judgedFilters, STABLE_COINS } from './filters.ts'

/** Free balances in USDT, by exchange and asset; assets that the shown market gives no value to do not count. */
export type Wallet = ReadonlyMap<string, number>

/** Least free balance on each side of a trade, in USDT: the smallest amount of a trial trade (VALID-22). */
const ENOUGH_USDT = 100

/** A list after its filters. */
export type FilteredList = {
  /** Number of rows that the filters judge: all rows, but of each carry pair only one leverage. */
  readonly candidates: number
  readonly rows: readonly OpportunityRow[]
  /** The filter that refuses most candidates, and how many. */
  readonly costliest: { readonly name: FilterName; readonly rows: number } | null
  /** Number of candidates that are refused for a confidence which is only assumed yet, not measured. */
  readonly unproven: number
  /** Number of candidates of each exchange. */
  readonly byExchange: { readonly [exchange in ExchangeId]?: number }
  /** Choices of `baseAsset`, in alphabetical order. */
  readonly assets: readonly string[]
}

/** Applies the filters to received rows; displaced values are never used (product-decisions.md 2). */
export function matching(all: readonly OpportunityRow[], filters: Filters, wallet: Wallet | null): FilteredList {
  const mode = all[0]?.mode
  if (mode === undefined) return { candidates: 0, rows: [], costliest: null, unproven: 0, byExchange: {}, assets: [] }
  const facts = factsOf(mode)
  const candidates = facts.leverage === null ? all : oneLeverage(all, facts.leverage, filters.maxLev)
  const judged = judgedFilters(mode, filters)
  const refused = new Map<FilterName, number>()
  const rows = candidates.filter((row) => {
    let fits = true
    for (const name of judged) {
      if (PASSES[name](row, filters, wallet)) continue
      fits = false
      refused.set(name, (refused.get(name) ?? 0) + 1)
    }
    return fits
  })
  let costliest: FilteredList['costliest'] = null
  for (const [name, count] of refused) if (count > (costliest?.rows ?? 0)) costliest = { name, rows: count }
  const byExchange: { [exchange in ExchangeId]?: number } = {}
  for (const row of candidates) for (const id of exchangesOf(row)) byExchange[id] = (byExchange[id] ?? 0) + 1
  return {
    candidates: candidates.length,
    rows,
    costliest,
    unproven: candidates.filter(
      (row) => row.confidence_basis === 'prior' && !PASSES.minConfidence(row, filters, wallet),
    ).length,
    byExchange,
    assets: [...new Set(candidates.map(facts.asset))].sort(),
  }
}

/** Of each pair only the row of the largest allowed leverage, 2x or 1x (product-decisions.md 30). */
function oneLeverage(
  rows: readonly OpportunityRow[],
  { times, pair }: NonNullable<ModeFacts<OpportunityRow>['leverage']>,
  most: number,
): readonly OpportunityRow[] {
  const best = new Map<string, number>()
  for (const row of rows) {
    const leverage = times(row)
    if (leverage <= most && leverage >= (best.get(pair(row)) ?? 0)) best.set(pair(row), leverage)
  }
  return rows.filter((row) => best.get(pair(row)) === times(row))
}

type RowPredicate = (row: OpportunityRow, filters: Filters, wallet: Wallet | null) => boolean

const PASSES: Readonly<Record<FilterName, RowPredicate>> = {
  minNet: (row, { minNet }) => netOf(row) >= minNet,
  minPnL: (row, { minPnL }) => factsOf(row.mode).gain(row) >= minPnL,
  exchanges: (row, { exchanges }) => exchangesOf(row).every((exchange) => exchanges.includes(exchange)),
  stableOnly: (row) => STABLE_COINS.has(currencyOf(row)),
  ownedOnly: (row, _filters, wallet) => wallet === null || coversTrade(row, wallet),
  fundingDir: (row, { fundingDir }) =>
    row.mode !== 'carry' || (fundingDir === 'positive' ? row.funding_rate > 0 : row.funding_rate < 0),
  // Only rows of an allowed leverage are candidates.
  maxLev: () => true,
  // A liquidation distance that is unknown or cannot be reached hides no row; the cell says so.
  minLiq: (row, { minLiq }) =>
    row.mode !== 'carry' || row.liquidation_distance === null || row.liquidation_distance >= minLiq,
  maxSlippage: (row, { maxSlippage }) => factsOf(row.mode).slippage(row) <= maxSlippage,
  minConfidence: (row, { minConfidence }) => row.confidence >= minConfidence,
  minTTL: (row, { minTTL }) => row.ttl_ms >= minTTL,
  baseAsset: (row, { baseAsset }) => factsOf(row.mode).asset(row) === baseAsset,
  text: (row, { text }) => foldText(`${nameOf(row)} ${exchangesOf(row).join(' ')}`).includes(foldText(text.trim())),
}

/** Whether the balances allow the smallest trade on every side that needs one beforehand. */
const coversTrade = (row: OpportunityRow, wallet: Wallet) =>
  factsOf(row.mode)
    .needs(row)
    .every((place) => (wallet.get(place.join(' ')) ?? 0) >= ENOUGH_USDT)

/** The part of a portfolio that can be traded with now: free balances that have a value. */
export function walletOf(portfolio: Portfolio): Wallet {
  const free = new Map<string, number>()
  for (const { exchange, status, balances } of portfolio.exchanges) {
    if (status !== 'connected') continue
    for (const held of balances) {
      const total = Number(held.total)
      if (held.wallet !== 'trading' || held.usdt_value === null || !(total > 0)) continue
      const key = `${exchange} ${held.asset}`
      free.set(key, (free.get(key) ?? 0) + (held.usdt_value * Number(held.free)) / total)
    }
  }
  return free
}
