import type { BookSlot, Decimal, ExchangeId, Instrument, LossReason, MarketKind, Shard } from '@makas/domain'
import type { ControlEvent, Endpoint } from '../../ports/exchange-reader.ts'
import type { CarryOptions } from '../detect/carry-settings.ts'
import type { Identity } from '../legs/market-leg.ts'
import type { EpisodeKeeper } from '../lifetimes/episodes.ts'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'
import type { Route } from '../route/route.ts'

/** What a market engine is made with, and whom it tells. */
export type EngineOptions = {
  /** Names and multipliers of an instrument by the identity table; null = not compared with anything. */
  readonly identify: (instrument: Instrument) => Identity | null
  /** The taker fee of an instrument; null = unknown. */
  readonly takerFee: (instrument: Instrument, identity: Identity) => Decimal | null
  /** Bound of the buy leg's notional; null for quotes that have none. */
  readonly spotCap: (quote: string) => Decimal | null
  /** The same for the amount that a cycle starts with, by its start asset. */
  readonly triCap: (asset: string) => Decimal | null
  readonly carry: CarryOptions
  /** Looks after the routes of its coins alone; without it after all. */
  readonly shard?: Shard
  /**
   * Open rows move with every frame: their exact evaluation may be deferred to the tick (`evaluateDeferred`), for as long as their best
   * prices pay. Without it every frame is followed by the evaluation of all that it touched, as a replay promises.
   */
  readonly conflates?: boolean
  /** Opens a book at the first sight of an instrument; null where it is not wanted. */
  readonly openSlot: (exchange: ExchangeId, market: MarketKind, symbol: string) => BookSlot | null
  readonly onFinding: (event: FindingEvent) => void
  /** Told how long opportunities last; without one nothing is measured. */
  readonly episodes?: EpisodeKeeper
  /** A book was lost and somebody who talks to the exchange should repair it. */
  readonly onLost?: (slot: BookSlot, reason: LossReason) => void
  readonly onInstruments?: (exchange: ExchangeId, market: MarketKind) => void
  readonly onControl?: (endpoint: Endpoint, event: ControlEvent) => void
  readonly onRefused?: (endpoint: Endpoint, why: string) => void
  /** A gap above 5 % wants to be confirmed by fresh snapshots. */
  readonly onQuarantined?: (route: Route, now: number) => void
}
