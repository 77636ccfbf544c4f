import type { BookSlot, Decimal, ExchangeId, Instrument, MarketKind, Shard } from '@makas/domain'
import type { Endpoint } from '../../ports/market/exchange-reader.ts'
import type { CarryOptions } from '../detect/carry-settings.ts'
import type { Identity } from '../legs/market-leg.ts'
import type { EpisodeRecorder } from '../lifetimes/episodes.ts'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'
import type { Route } from '../route/route.ts'

/** Options and callbacks of a market engine. */
export type EngineOptions = {
  /** Names and multipliers of an instrument by the identity table; null = not compared with anything. */
  readonly identify: (instrument: Instrument) => Identity | null
  /** The taker fee of an instrument; null = unknown. */
  readonly takerFee: (instrument: Instrument, identity: Identity) => Decimal | null
  /** Bound of the buy leg's notional; null for quotes without a bound. */
  readonly spotCap: (quote: string) => Decimal | null
  /** Upper bound of a cycle's start amount, by its start asset; null for assets without a bound. */
  readonly triCap: (asset: string) => Decimal | null
  readonly carry: CarryOptions
  /** Limits the engine to the routes of the shard's coins; left out: all coins. */
  readonly shard?: Shard
  /**
   * Whether the exact evaluation of open rows may be deferred to the tick (`evaluateDeferred`) while their best prices
   * pay. Left out: each frame evaluates every route that it touched, as a replay promises.
   */
  readonly conflates?: boolean
  /** Opens the book of a new instrument; null where nobody wants the book. */
  readonly openSlot: (exchange: ExchangeId, market: MarketKind, symbol: string) => BookSlot | null
  readonly onFinding: (event: FindingEvent) => void
  /** Records how long opportunities last; left out: lifetimes are not measured. */
  readonly episodes?: EpisodeRecorder
  /**
   * Called when a tick drops a book that stayed crossed too long. The feed must be told: it notices every other loss
   * itself.
   */
  readonly onStayedCrossed?: (slot: BookSlot) => void
  readonly onInstruments?: (exchange: ExchangeId, market: MarketKind) => void
  readonly onRefused?: (endpoint: Endpoint, why: string) => void
  /** Called for a route with a gap above 5 %, which only counts once fresh snapshots confirm it. */
  readonly onQuarantined?: (route: Route, now: number) => void
}
