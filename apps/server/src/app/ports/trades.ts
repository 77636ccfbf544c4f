import type { OfferedLeg, OrderResult, TradeOrder, TradeOutcome, TradePlan } from '@makas/domain'
import type { AuditEntry } from './audit-log.ts'
import type { OrderRefusal } from './order-vault.ts'

export type TradeWorld = 'testnet' | 'demo'

/** An order of a trade as it is kept: written down before it is sent. */
export type KeptOrder = TradeOrder & {
  /** Its name at the exchange; nothing else has it. */
  readonly clientId: string
  /** `unknown`: nobody can find out any more. */
  readonly state: 'sending' | 'done' | 'refused' | 'unknown'
  readonly refusal: OrderRefusal | 'never-arrived' | null
  readonly result: OrderResult | null
  /** As the exchange took them, by its names of assets. */
  readonly fees: readonly { readonly asset: string; readonly amount: string }[]
  /** The exchange's name of it; null: not told. */
  readonly orderId: string | null
  /** Epoch ms. */
  readonly sentAt: number
  readonly doneAt: number | null
}

/** An order that is about to be sent. */
export type NewOrder = TradeOrder & Pick<KeptOrder, 'clientId' | 'sentAt'>

/** What became known of an order; a result goes with `done` and `refused`. */
export type OrderNews = Pick<KeptOrder, 'refusal' | 'result' | 'fees' | 'orderId'> & {
  readonly state: Exclude<KeptOrder['state'], 'sending'>
  readonly doneAt: number
}

/** A trade of real orders on test networks as it is kept. Moments in epoch ms. */
export type Trade = {
  readonly id: string
  readonly userId: string
  readonly opportunityId: string
  readonly mode: 'spot' | 'carry' | 'tri'
  /** A `MarketSource`. */
  readonly source: 'live' | 'demo' | 'replay'
  readonly world: TradeWorld
  /** The pair, or the cycle in words. */
  readonly name: string
  /** Of the plan's asset, put in at most. */
  readonly amount: string
  readonly plan: TradePlan
  /** The record of the exchange key that pays for each leg, and what its connection is called. */
  readonly keys: readonly { readonly recordId: string; readonly name: string }[]
  /** Null: it still runs. */
  readonly outcome: TradeOutcome | null
  readonly startedAt: number
  readonly endedAt: number | null
  /** In the order in which they were given. */
  readonly orders: readonly KeptOrder[]
}

export interface TradeStore {
  /** Newest first, with their orders. */
  ofUser(userId: string, most: number): Promise<readonly Trade[]>
  /** Null: this person has no such trade. */
  find(userId: string, id: string): Promise<Trade | null>
  /** `running`: this person has one that still runs; `no-owner`: the account is gone or closed. */
  add(
    trade: Omit<Trade, 'orders' | 'outcome' | 'endedAt'>,
    audit: AuditEntry,
  ): Promise<'added' | 'running' | 'no-owner'>
  /** All that still run, the oldest first. */
  running(most: number): Promise<readonly Trade[]>
  /**
   * Writes orders down, in this order, before they are sent. False: the trade is gone, has ended, or has been given orders
   * that `trade` knows nothing of, so that two who go on with it from the same moment never order twice.
   */
  give(trade: Pick<Trade, 'id' | 'orders'>, orders: readonly NewOrder[]): Promise<boolean>
  /** Writes down what came of one that was still being sent. */
  note(clientId: string, news: OrderNews): Promise<void>
  /** Once; a trade that has ended stays as it ended. */
  end(tradeId: string, outcome: TradeOutcome, at: number, audit: AuditEntry): Promise<void>
}

/** A listed row with live books, as far as an order needs it. */
export type TradeOffer = Pick<Trade, 'mode' | 'source' | 'name'> & {
  readonly legs: readonly OfferedLeg[]
  /** Exact: coins of a pair, start asset of a cycle. */
  readonly most: string
  /** Of a carry row; 1 elsewhere. */
  readonly leverage: number
}

/** The engine that holds the books; null while it cannot be asked. */
export interface TradeMarket {
  offer(opportunityId: string): Promise<TradeOffer | 'closed' | null>
}
