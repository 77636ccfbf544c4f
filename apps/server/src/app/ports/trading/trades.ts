import type { Mode, OfferedLeg, OrderResult, TradeOrder, TradeOutcome, TradePlan } from '@makas/domain'
import type { MarketSource } from '../market/market-source.ts'
import type { AuditEntry } from '../users/audit-log.ts'
import type { OrderRefusal } from './order-vault.ts'

export type TradeWorld = 'testnet' | 'demo'

/** A stored order of a trade; stored before it is sent. */
export type StoredOrder = TradeOrder & {
  /** Unique id under which the exchange knows the order. */
  readonly clientId: string
  /** `unknown`: nobody can find out the outcome any more. */
  readonly state: 'sending' | 'done' | 'refused' | 'unknown'
  readonly refusal: OrderRefusal | 'never-arrived' | null
  readonly result: OrderResult | null
  /** Fees as charged, by the exchange's names of assets. */
  readonly fees: readonly { readonly asset: string; readonly amount: string }[]
  /**
   * The exchange's id of the order, from its acceptance on; ours where the answer named no id. Null: nothing shows that
   * the exchange has the order.
   */
  readonly orderId: string | null
  /** Epoch ms. */
  readonly sentAt: number
  readonly doneAt: number | null
}

export type NewOrder = TradeOrder & Pick<StoredOrder, 'clientId' | 'sentAt'>

/** Outcome of an order; `done` and `refused` have a result. */
export type OrderUpdate = Pick<StoredOrder, 'refusal' | 'result' | 'fees' | 'orderId'> & {
  readonly state: Exclude<StoredOrder['state'], 'sending'>
  readonly doneAt: number
}

/** A stored trade of real orders on test networks. Moments in epoch ms. */
export type Trade = {
  readonly id: string
  readonly userId: string
  readonly opportunityId: string
  readonly mode: Mode
  readonly source: MarketSource
  readonly world: TradeWorld
  /** The pair, or the cycle as text. */
  readonly name: string
  /** Largest amount put in, in the plan's asset. */
  readonly amount: string
  readonly plan: TradePlan
  /** The exchange key that pays for each leg, and the name of its connection. */
  readonly keys: readonly { readonly recordId: string; readonly name: string }[]
  /**
   * What the account of each leg held of the leg before the first order, exact, in the exchange's units. Null: not read
   * (a preview, or an earlier version).
   */
  readonly held: readonly string[] | null
  /** When the running trade was restored from a copy. A restored trade is reconciled, and sends nothing. */
  readonly restoredAt: number | null
  /** Null while it runs. */
  readonly outcome: TradeOutcome | null
  readonly startedAt: number
  readonly endedAt: number | null
  /** Orders, in the order in which they were given. */
  readonly orders: readonly StoredOrder[]
}

export interface TradeStore {
  /** Trades of a user with their orders, newest first. */
  ofUser(userId: string, most: number): Promise<readonly Trade[]>
  /** Null: the user has no such trade. */
  find(userId: string, id: string): Promise<Trade | null>
  /**
   * `running`: another trade of the user is running; `no-owner`: the user is gone or disabled; `stopped`: an admin
   * has stopped new trades.
   */
  add(
    trade: Omit<Trade, 'orders' | 'outcome' | 'endedAt' | 'restoredAt'>,
    audit: AuditEntry,
  ): Promise<'added' | 'running' | 'no-owner' | 'stopped'>
  /** Running trades without the ids `except`, oldest first. */
  running(most: number, except?: readonly string[]): Promise<readonly Trade[]>
  /** Trades of carry on test networks that ended after a moment and had orders, newest first. */
  endedSince(since: number, most: number): Promise<readonly Trade[]>
  /**
   * Stores orders, in this order, before they are sent. False: the trade is gone, has ended, or has orders that `trade`
   * lacks, so that two processes that resume it from one state never order twice.
   */
  give(trade: Pick<Trade, 'id' | 'orders'>, orders: readonly NewOrder[]): Promise<boolean>
  /** Stores that the exchange accepted an order in state `sending`, which stays in that state. */
  accept(clientId: string, orderId: string): Promise<void>
  /** Stores the outcome of an order in state `sending`. */
  note(clientId: string, update: OrderUpdate): Promise<void>
  /** Ends a trade; does nothing where it has ended. */
  end(tradeId: string, outcome: TradeOutcome, at: number, audit: AuditEntry): Promise<void>
}

/** A listed row with live books: the part that an order needs. */
export type TradeOffer = Pick<Trade, 'mode' | 'source' | 'name'> & {
  readonly legs: readonly OfferedLeg[]
  /** Largest size, exact: coins of a pair, start asset of a cycle. */
  readonly most: string
  /** Leverage of a carry row; 1 for other modes. */
  readonly leverage: number
}

/** The engine's side of orders; null while it cannot be asked. */
export interface TradeMarket {
  offer(opportunityId: string): Promise<TradeOffer | 'closed' | null>
}

/** The switch that stops new trades in all processes, also after a restart; running trades are finished. */
export interface TradingSwitch {
  /** Since when new trades are stopped, epoch ms; null: they are not stopped. */
  stoppedAt(): Promise<number | null>
  /** Stops or resumes new trades and returns `stoppedAt`; stores the audit line where this changes something. */
  turn(isStopped: boolean, now: number, audit: AuditEntry): Promise<number | null>
}
