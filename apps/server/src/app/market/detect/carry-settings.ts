import { type ExchangeId, parseExact, type TierTable } from '@makas/domain'
import { capOf } from '../legs/identify.ts'
import type { PerpFactsOptions } from '../legs/perp-facts.ts'
import type { CarryDetectorOptions } from './carry-detector.ts'

/** Carry settings of a market source, and borrow rates and tiers that replace the exchanges' own. */
export type CarryOptions = Pick<CarryDetectorOptions, 'holdDays' | 'carryCap' | 'markLimitMs'> & PerpFactsOptions

/** The settings as they are written, decimal texts (http-and-settings.md, CONFIG_FILE); checked at the start. */
type CarrySettings = {
  /** Whole days. */
  readonly holdDays: number
  readonly cap: string
  /** Yearly rates by exchange and asset. */
  readonly borrowRates: ByExchange<string>
  /** `[floor, maintenance margin rate, cum]` by exchange and instrument; `cum` follows from floor and rate. */
  readonly tiers: ByExchange<readonly (readonly [string, string, string])[]>
}
type ByExchange<V> = { readonly [exchange in ExchangeId]?: Readonly<Record<string, V>> | undefined }

/** The settings without a configuration file (formulas.md § 2, product-decisions.md 10). */
export const DEFAULT_CARRY: CarrySettings = { holdDays: 90, cap: '10000', borrowRates: {}, tiers: {} }

/** A mark older than this ends its rows, ms: every exchange sends a mark at least every 10 s (docs/exchanges). */
const MARK_LIMIT_MS = 30_000
/** Borrow rates and margin tiers that are older than this, in ms, are unknown: the feed asks for them each hour. */
const HOURLY_LIMIT_MS = 24 * 3_600_000

/** Parses the settings. `isLive`: facts grow old; in a recording a fact holds until the next one of its kind. */
export function carryOptions(settings: CarrySettings, isLive: boolean): CarryOptions {
  const { holdDays, cap, borrowRates, tiers } = settings
  return {
    holdDays,
    carryCap: capOf(parseExact(cap)),
    markLimitMs: isLive ? MARK_LIMIT_MS : Number.POSITIVE_INFINITY,
    hourlyLimitMs: isLive ? HOURLY_LIMIT_MS : Number.POSITIVE_INFINITY,
    borrowRate: (exchange, asset) => {
      const rate = borrowRates[exchange]?.[asset]
      return rate === undefined ? null : parseExact(rate)
    },
    tiers: (exchange, symbol): TierTable | null => {
      const rows = tiers[exchange]?.[symbol]
      if (rows === undefined) return null
      return { by: 'notional', tiers: rows.map(([floor, mmr]) => ({ floor: parseExact(floor), mmr: parseExact(mmr) })) }
    },
  }
}
