import type { ExchangeId, MarketKind } from './exchange.ts'
import { EXCHANGE_FACTS } from './exchange-facts.ts'
import { isFiat } from './identity/asset-of.ts'

/** One taker rate with what it rests on: a fraction of the quote amount (0.001 = 0.1 %) as decimal text. */
export type TakerFee = {
  readonly fee: string
  /** The schedule that states the rate. */
  readonly source: string
  /** The day or month at which the schedule was read, ISO 8601; null where configuration states the rate. */
  readonly date: string | null
}

/**
 * `base` and `quote` are names of the identity table. `special`: the exchange's list puts the pair into a fee group of
 * unknown rate.
 */
type FeeQuestion = {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly base: string
  readonly quote: string
  readonly special: boolean
}

/**
 * Replaces an exchange's schedule. Text: the spot rate. Object: the rate of either market, or of both. Null: unknown.
 */
type FeeOverride = string | { readonly spot?: string | null; readonly perp?: string | null } | null
export type FeeOverrides = { readonly [exchange in ExchangeId]?: FeeOverride }

const PUBLISHED = { source: 'public schedule, lowest tier', date: '2026-07' } as const

const BYBIT_FIAT = '0.002'
const KRAKEN_STABLE = '0.002'
/** Kraken's lower tier needs both sides of a pair among these. */
const KRAKEN_STABLE_SIDES: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'DAI', 'EUR', 'GBP', 'TRY'])

/**
 * The taker fee of a pair. Null: unknown, so there is no row (reliability-matrix.md D7): a special group without a
 * known rate, or an override that says so. An override ends the special tiers of its exchange (http-and-settings.md,
 * --fees): a rate that it states for a market holds for special groups too. A market that it does not name keeps the
 * published rate.
 */
export function takerFee(question: FeeQuestion, overrides: FeeOverrides = {}): TakerFee | null {
  const { exchange, market } = question
  const override = overrides[exchange]
  if (override === undefined) return question.special ? null : { fee: published(question), ...PUBLISHED }
  const stated = typeof override === 'string' ? (market === 'spot' ? override : undefined) : override?.[market]
  if (override === null || stated === null) return null
  if (stated === undefined)
    return question.special ? null : { fee: EXCHANGE_FACTS[exchange].fees[market], ...PUBLISHED }
  return { fee: stated, source: 'configuration', date: null }
}

/**
 * Whether a pair pays the rate of an account's own tier. Exchanges state that rate for their ordinary pairs; a pair of
 * a special group has another tier, which we do not read.
 */
export function paysTierFee(question: FeeQuestion): boolean {
  return !question.special && published(question) === EXCHANGE_FACTS[question.exchange].fees[question.market]
}

function published({ exchange, market, base, quote }: FeeQuestion): string {
  if (market === 'spot') {
    if (exchange === 'bybit' && (isFiat(base) || isFiat(quote))) return BYBIT_FIAT
    if (exchange === 'kraken' && KRAKEN_STABLE_SIDES.has(base) && KRAKEN_STABLE_SIDES.has(quote)) return KRAKEN_STABLE
  }
  return EXCHANGE_FACTS[exchange].fees[market]
}
