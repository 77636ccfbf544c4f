import type { ExchangeId, Mode } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'

export type FundingDirection = 'all' | 'positive' | 'negative'

/** Filters of a list (ENT-14). A number bounds at its open end too (0; for `maxSlippage` 100), but then has no chip. */
export type Filters = {
  /** Least net ROI, for carry net APY, percent. */
  readonly minNet: number
  /** Least net gain in the row's own currency; for carry the gain of a day. */
  readonly minPnL: number
  readonly exchanges: readonly ExchangeId[]
  readonly ownedOnly: boolean
  readonly stableOnly: boolean
  readonly fundingDir: FundingDirection
  readonly maxLev: 1 | 2
  readonly minLiq: number
  /** Percent. */
  readonly maxSlippage: number
  readonly minConfidence: number
  readonly minTTL: number
  readonly baseAsset: string | null
  /** Text of the search field. */
  readonly text: string
}

export type FilterName = keyof Filters

/** Stablecoins (CONST-15). */
export const STABLE_COINS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'BUSD', 'DAI'])

/** The widest filters: numbers at their open ends; nothing else narrows the list. */
export const OPEN: Filters = {
  minNet: 0,
  minPnL: 0,
  exchanges: EXCHANGES,
  ownedOnly: false,
  stableOnly: false,
  fundingDir: 'all',
  maxLev: 2,
  minLiq: 0,
  maxSlippage: 100,
  minConfidence: 0,
  minTTL: 0,
  baseAsset: null,
  text: '',
}

/** Default filters of each mode (CONST-08 to CONST-10). */
export const DEFAULTS: Readonly<Record<Mode, Filters>> = {
  spot: { ...OPEN, minNet: 0.5 },
  carry: { ...OPEN, minNet: 6, minLiq: 25 },
  tri: { ...OPEN, minNet: 0.05, maxSlippage: 0.1, minConfidence: 60, minTTL: 200 },
}

/** Parameter of the address for the least net of each mode. */
export const NET_PARAMETER: Readonly<Record<Mode, 'minROI' | 'minApy'>> = {
  spot: 'minROI',
  carry: 'minApy',
  tri: 'minROI',
}

const OF_FUTURES: readonly FilterName[] = ['fundingDir', 'maxLev', 'minLiq']
/** The filters that a mode does not have. */
const LACKED: Readonly<Record<Mode, readonly FilterName[]>> = { spot: OF_FUTURES, carry: [], tri: OF_FUTURES }

/** Whether the mode has this filter at all. */
export const hasFilter = (mode: Mode, name: FilterName) => !LACKED[mode].includes(name)

/** The filters that narrow the list of this mode now, in the order of their chips. */
export function activeFilters(mode: Mode, filters: Filters): FilterName[] {
  const names: FilterName[] = [
    'minNet',
    'minPnL',
    'minLiq',
    'fundingDir',
    'maxLev',
    'exchanges',
    'maxSlippage',
    'minConfidence',
    'minTTL',
    'baseAsset',
    'stableOnly',
    'ownedOnly',
    'text',
  ]
  return names.filter((name) => hasFilter(mode, name) && !isOpen(filters, name))
}

const BOUNDS = ['minNet', 'minPnL', 'minLiq', 'maxSlippage', 'minConfidence', 'minTTL'] as const

/** The filters that judge the rows of this mode: the active filters, and each bound even at its open end. */
export function judgedFilters(mode: Mode, filters: Filters): readonly FilterName[] {
  const bounds = BOUNDS.filter((name) => hasFilter(mode, name))
  return [...new Set([...activeFilters(mode, filters), ...bounds])]
}

/** Whether a filter refuses as little as it can. */
export function isOpen(filters: Filters, name: FilterName): boolean {
  return name === 'exchanges' ? filters.exchanges.length === EXCHANGES.length : filters[name] === OPEN[name]
}

/** The filters, of which `name` is at its open end. */
export function withOpen(filters: Filters, name: FilterName): Filters {
  return { ...filters, [name]: OPEN[name] }
}
