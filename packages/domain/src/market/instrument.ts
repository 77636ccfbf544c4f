import type { Decimal } from '../money/decimal.ts'
import type { ExchangeId, MarketKind } from './exchange.ts'
import type { TierTable } from './perp.ts'

/** What an exchange's own list says of one instrument. Absent rules are null, never zero. */
export type Instrument = {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  /** The exchange's own name; on Kraken spot the name of its WebSocket v2 (`BTC/USD`). */
  readonly symbol: string
  /** The exchange's own tickers, to be looked up in the identity table. */
  readonly baseTicker: string
  readonly quoteTicker: string
  readonly status: 'trading' | 'halted' | 'gone'
  readonly tick: Decimal | null
  /** In units of the book's sizes as we keep them: base units, on inverse swaps contracts. */
  readonly lotStep: Decimal | null
  readonly minQty: Decimal | null
  /** In the quote currency. */
  readonly minNotional: Decimal | null
  /**
   * Largest order that the exchange takes, limit or market, in the units of `minQty`; left out where the list states no
   * limit.
   */
  readonly maxQty?: Decimal | null
  /** Likewise, in the units of `minNotional`. */
  readonly maxNotional?: Decimal | null
  /** Most open orders of an account on the instrument; left out where the list states none. */
  readonly maxOpenOrders?: number | null
  /**
   * Base units per contract where the exchange sends sizes in contracts (OKX swaps); null where sizes are base units.
   */
  readonly contractSize: Decimal | null
  /** Sizes are contracts worth a fixed amount of quote currency: a book, never part of detection. */
  readonly inverse: boolean
  /** Hours between two funding payments as the list states them; null where the list states none, and on spot. */
  readonly fundingIntervalHours: number | null
  /** Null where the exchange's list states none, and on spot. */
  readonly tiers: TierTable | null
  /** When a perpetual was listed, epoch ms; left out where the list does not say. */
  readonly listedAt?: number
  /** The announced time at which a perpetual is settled for good, epoch ms; left out where there is none. */
  readonly endsAt?: number
  /** Whether the list puts the instrument into a fee group whose rate we do not know. */
  readonly specialFee: boolean
}
