import type { Mode } from '@makas/contract'
import { EXCHANGES, MODES } from '@makas/domain'
import type { Sort } from '../../../shared/opportunity/list/order.ts'
import { DEFAULTS, type FilterName, type Filters, type FundingDirection, hasFilter, NET_PARAMETER } from './filters.ts'

/** Dialogs that the address can open, each by the id of its row. */
export const DIALOGS = ['evidence', 'apy', 'simulation', 'trial'] as const
export type DialogKind = (typeof DIALOGS)[number]
/** Parameters that open no dialog. */
export const CLOSED = Object.fromEntries(DIALOGS.map((kind) => [kind, undefined])) as {
  [kind in DialogKind]: undefined
}

/** Parameters of the page's address (OPP-10 to OPP-18). A missing parameter has the default of its mode. */
export type OpportunitySearch = {
  readonly mode?: Mode | undefined
  readonly minROI?: number | undefined
  readonly minApy?: number | undefined
  readonly minPnL?: number | undefined
  /** Comma-separated list of exchanges. */
  readonly exchanges?: string | undefined
  readonly ownedOnly?: boolean | undefined
  readonly stableOnly?: boolean | undefined
  readonly fundingDir?: FundingDirection | undefined
  readonly maxLev?: 1 | 2 | undefined
  readonly minLiq?: number | undefined
  readonly maxSlippage?: number | undefined
  readonly minConfidence?: number | undefined
  readonly minTTL?: number | undefined
  readonly baseAsset?: string | undefined
  readonly q?: string | undefined
  /** Column; a leading minus sorts it descending. */
  readonly sort?: string | undefined
} & { readonly [kind in DialogKind]?: string | undefined }

/** Largest least net, percent. */
export const MOST_NET = { minROI: 1000, minApy: 1_000_000 } as const

/**
 * Reads the address. An invalid value is dropped, so that the default of the mode holds. Every key is present, if only
 * as undefined: the raw parameters would otherwise show through.
 */
export function readSearch(raw: Record<string, unknown>): OpportunitySearch {
  const mode = MODES.find((name) => name === raw.mode)
  const net = NET_PARAMETER[mode ?? 'spot']
  const own = <T>(name: FilterName, value: T) => (hasFilter(mode ?? 'spot', name) ? value : undefined)
  const dialog = DIALOGS.find((kind) => idIn(raw[kind]) !== undefined)
  return {
    mode,
    minROI: undefined,
    minApy: undefined,
    [net]: numberIn(raw[net], MOST_NET[net]),
    minPnL: numberIn(raw.minPnL, 1_000_000_000),
    exchanges: exchangesIn(raw.exchanges)?.join(','),
    ownedOnly: flagIn(raw.ownedOnly),
    stableOnly: flagIn(raw.stableOnly),
    fundingDir: own(
      'fundingDir',
      (['all', 'positive', 'negative'] as const).find((name) => name === raw.fundingDir),
    ),
    maxLev: own(
      'maxLev',
      ([1, 2] as const).find((times) => String(times) === String(raw.maxLev)),
    ),
    minLiq: own('minLiq', numberIn(raw.minLiq, 100)),
    maxSlippage: numberIn(raw.maxSlippage, 100),
    minConfidence: numberIn(raw.minConfidence, 100),
    minTTL: numberIn(raw.minTTL, 1_000_000_000),
    baseAsset: assetIn(raw.baseAsset),
    q: textIn(raw.q),
    sort: typeof raw.sort === 'string' && /^-?[A-Za-z]{2,16}$/.test(raw.sort) ? raw.sort : undefined,
    ...CLOSED,
    ...(dialog && { [dialog]: idIn(raw[dialog]) }),
  }
}

/** Filters by the address, with the defaults of the mode. */
export function filtersOf(search: OpportunitySearch): Filters {
  const { mode = 'spot' } = search
  const usual = DEFAULTS[mode]
  return {
    minNet: search[NET_PARAMETER[mode]] ?? usual.minNet,
    minPnL: search.minPnL ?? usual.minPnL,
    exchanges: exchangesIn(search.exchanges) ?? usual.exchanges,
    ownedOnly: search.ownedOnly ?? usual.ownedOnly,
    stableOnly: search.stableOnly ?? usual.stableOnly,
    fundingDir: search.fundingDir ?? usual.fundingDir,
    maxLev: search.maxLev ?? usual.maxLev,
    minLiq: search.minLiq ?? usual.minLiq,
    maxSlippage: search.maxSlippage ?? usual.maxSlippage,
    minConfidence: search.minConfidence ?? usual.minConfidence,
    minTTL: search.minTTL ?? usual.minTTL,
    baseAsset: search.baseAsset ?? usual.baseAsset,
    text: search.q ?? usual.text,
  }
}

/** Address parameters of these filters: only values that differ from the default of the mode. */
export function searchOf(mode: Mode, filters: Filters): Omit<OpportunitySearch, 'mode' | 'sort' | DialogKind> {
  const usual = DEFAULTS[mode]
  const changed = <T>(value: T, from: T): T | undefined => (value === from ? undefined : value)
  return {
    minROI: undefined,
    minApy: undefined,
    [NET_PARAMETER[mode]]: changed(filters.minNet, usual.minNet),
    minPnL: changed(filters.minPnL, usual.minPnL),
    exchanges: changed(filters.exchanges.join(','), usual.exchanges.join(',')),
    ownedOnly: changed(filters.ownedOnly, usual.ownedOnly),
    stableOnly: changed(filters.stableOnly, usual.stableOnly),
    fundingDir: changed(filters.fundingDir, usual.fundingDir),
    maxLev: changed(filters.maxLev, usual.maxLev),
    minLiq: changed(filters.minLiq, usual.minLiq),
    maxSlippage: changed(filters.maxSlippage, usual.maxSlippage),
    minConfidence: changed(filters.minConfidence, usual.minConfidence),
    minTTL: changed(filters.minTTL, usual.minTTL),
    baseAsset: filters.baseAsset ?? undefined,
    q: filters.text === '' ? undefined : filters.text,
  }
}

/** Parameters after a change of mode (OPP-18): thresholds belong to a mode, all other filters are kept. */
export function searchOfMode(mode: Mode, from: OpportunitySearch): OpportunitySearch {
  const { exchanges, ownedOnly, stableOnly, q } = from
  return { mode, exchanges, ownedOnly, stableOnly, q }
}

export function sortIn(search: OpportunitySearch): { readonly column: string; readonly descending: boolean } | null {
  const { sort } = search
  if (sort === undefined) return null
  return sort.startsWith('-') ? { column: sort.slice(1), descending: true } : { column: sort, descending: false }
}

export const sortText = ({ column, descending }: Sort) => `${descending ? '-' : ''}${column}`

function numberIn(value: unknown, most: number): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
  return number >= 0 && number <= most ? number : undefined
}

function flagIn(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 1 || value === '1') return true
  return value === false || value === 'false' || value === 0 || value === '0' ? false : undefined
}

/** The exchanges of a comma list in our order, each once; undefined where the list is empty or has an unknown name. */
function exchangesIn(value: unknown): Filters['exchanges'] | undefined {
  if (typeof value !== 'string') return undefined
  const named = new Set(value.toLowerCase().split(','))
  const known = EXCHANGES.filter((exchange) => named.has(exchange))
  return known.length === named.size ? known : undefined
}

/** Name of an asset. The router reads a name of digits alone as a number. */
function assetIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[A-Za-z0-9]{1,32}$/.test(text) ? text.toUpperCase() : undefined
}

function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 40) : undefined
}

const idIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 128) : undefined)
