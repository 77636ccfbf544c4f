import type { ExchangeId, OpportunityRow, Portfolio } from '@makas/contract'
import { foldText } from '@makas/domain'
import { type FilterName, type Filters, judgedFilters, STABLE_COINS } from './filters.ts'

/** Free balances in USDT, by exchange and asset; assets that the shown market gives no value to do not count. */
export type Wallet = ReadonlyMap<string, number>

/** Least free balance on each side of a trade, in USDT: the smallest amount of a trial trade (VALID-22). */
const ENOUGH_USDT = 100

/** A list after its filters. */
export type FilteredList = {
  /** Rows that the filters judge: all, but of each carry pair only one leverage. */
  readonly candidates: number
  readonly rows: readonly OpportunityRow[]
  /** The filter that refuses most candidates, and how many. */
  readonly costliest: { readonly name: FilterName; readonly rows: number } | null
  /** Number of candidates whose confidence is refused though it is only assumed, since too little was measured yet. */
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
  const candidates = mode === 'carry' ? oneLeverage(all, filters.maxLev) : all
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
    assets: [...new Set(candidates.map(assetOf))].sort(),
  }
}

/** Of each carry pair only the row of the largest allowed leverage, 2x or 1x (product-decisions.md 30). */
function oneLeverage(rows: readonly OpportunityRow[], most: number): readonly OpportunityRow[] {
  const best = new Map<string, number>()
  const keyOf = (row: OpportunityRow) => (row.mode === 'carry' ? `${row.symbol} ${row.exchange} ${row.side}` : row.id)
  const leverageOf = (row: OpportunityRow) => (row.mode === 'carry' ? row.leverage : 0)
  for (const row of rows) {
    const leverage = leverageOf(row)
    if (leverage <= most && leverage >= (best.get(keyOf(row)) ?? 0)) best.set(keyOf(row), leverage)
  }
  return rows.filter((row) => best.get(keyOf(row)) === leverageOf(row))
}

type RowPredicate = (row: OpportunityRow, filters: Filters, wallet: Wallet | null) => boolean

const PASSES: Readonly<Record<FilterName, RowPredicate>> = {
  minNet: (row, { minNet }) => (row.mode === 'carry' ? row.net_apy : row.net_roi) >= minNet,
  minPnL: (row, { minPnL }) => (row.mode === 'carry' ? row.daily_pnl : row.net_pnl) >= minPnL,
  exchanges: (row, { exchanges }) => exchangesOf(row).every((exchange) => exchanges.includes(exchange)),
  stableOnly: (row) => STABLE_COINS.has(paidIn(row)),
  ownedOnly: (row, _filters, wallet) => wallet === null || coversTrade(row, wallet),
  fundingDir: (row, { fundingDir }) =>
    row.mode !== 'carry' || (fundingDir === 'positive' ? row.funding_rate > 0 : row.funding_rate < 0),
  // Only rows of an allowed leverage are candidates.
  maxLev: () => true,
  // A liquidation distance that is unknown or cannot be reached hides no row; the cell says so.
  minLiq: (row, { minLiq }) =>
    row.mode !== 'carry' || row.liquidation_distance === null || row.liquidation_distance >= minLiq,
  maxSlippage: (row, { maxSlippage }) => slippageOf(row) <= maxSlippage,
  minConfidence: (row, { minConfidence }) => row.confidence >= minConfidence,
  minTTL: (row, { minTTL }) => row.ttl_ms >= minTTL,
  baseAsset: (row, { baseAsset }) => assetOf(row) === baseAsset,
  text: (row, { text }) => foldText(wordsOf(row)).includes(foldText(text.trim())),
}

function exchangesOf(row: OpportunityRow): readonly ExchangeId[] {
  return row.mode === 'spot' ? [row.buy_exchange, row.sell_exchange] : [row.exchange]
}

/** Currency that a trade starts with. */
const paidIn = (row: OpportunityRow) => (row.mode === 'tri' ? row.base_asset : row.quote)

/** Asset that `baseAsset` filters by: the coin of a pair, the start of a cycle. */
const assetOf = (row: OpportunityRow) => (row.mode === 'tri' ? row.base_asset : row.base)

/** Slippage in percent; the wire has basis points for a cycle. */
function slippageOf(row: OpportunityRow): number {
  switch (row.mode) {
    case 'spot':
      return row.slippage
    case 'carry':
      return row.total_slippage
    case 'tri':
      return row.total_slippage_bp / 100
  }
}

function wordsOf(row: OpportunityRow): string {
  return `${row.mode === 'tri' ? row.cycle : row.symbol} ${exchangesOf(row).join(' ')}`
}

/** Whether the balances allow the smallest trade on every side that needs one beforehand. */
function coversTrade(row: OpportunityRow, wallet: Wallet): boolean {
  const has = (exchange: ExchangeId, asset: string) => (wallet.get(`${exchange} ${asset}`) ?? 0) >= ENOUGH_USDT
  switch (row.mode) {
    case 'spot':
      return has(row.buy_exchange, row.quote) && has(row.sell_exchange, row.base)
    case 'carry':
      return has(row.exchange, row.quote)
    case 'tri':
      return has(row.exchange, row.base_asset)
  }
}

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
