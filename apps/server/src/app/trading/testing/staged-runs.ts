import { expect } from 'vitest'
import type { KeyWithSecret } from '../../ports/trading/key-store.ts'
import type { ExchangeOrder, OrderAnswer, OrderLookup, TrailAnswer } from '../../ports/trading/order-vault.ts'
import type { StoredOrder } from '../../ports/trading/trades.ts'
import { TradeRun } from '../trade-run.ts'
import { HurriedClock, TRADE } from './trades.ts'

/** What an exchange answers to an order that is placed or looked up. */
export type Exchange = (order: ExchangeOrder, recordId: string) => OrderLookup

/** The trail of an order that never came about. */
export const NOTHING_THERE: TrailAnswer = { kind: 'read', orders: [], hasStrayFill: false, held: ['1000'] }

/** Runs of one trade beside exchanges and storage that are played, and what they saw. */
export class StagedRuns {
  readonly clock = new HurriedClock()
  /** Orders that were placed, and client ids that were looked up. */
  placed: ExchangeOrder[] = []
  readonly looked: string[] = []
  stored: StoredOrder[] = []
  readonly ended: string[] = []
  readonly keysGone = new Set<string>()
  readonly unsettled: string[] = []
  /** What an exchange has of an account: at first nothing, and what the account held before. */
  trail: (recordId: string) => TrailAnswer = () => NOTHING_THERE

  of(place: Exchange, find: Exchange = place, orders: readonly StoredOrder[] = [], isStopping = () => false): TradeRun {
    this.stored = [...orders]
    return new TradeRun({
      trade: { ...TRADE, orders },
      clock: this.clock,
      isStopping,
      past: null,
      onUnsettled: (clientId) => this.unsettled.push(clientId),
      keys: {
        find: async (_user, recordId) =>
          this.keysGone.has(recordId) ? null : ({ key: { recordId }, sealed: {} } as unknown as KeyWithSecret),
      },
      vault: {
        placeOrder: async ({ recordId }, _sealed, order, withinMs) => {
          // No order is sent later than 5 s after it was stored.
          expect(withinMs).toBeLessThanOrEqual(5_000)
          // Each order is stored before it is sent.
          expect(this.stored.map(({ clientId }) => clientId)).toContain(order.clientId)
          this.placed.push(order)
          return place(order, recordId) as OrderAnswer
        },
        findOrder: async ({ recordId }, _sealed, order) => {
          this.looked.push(order.clientId)
          return find(order, recordId)
        },
        orderTrail: async ({ recordId }) => this.trail(recordId),
      },
      notes: {
        give: async (known, fresh) => {
          expect(known).toEqual(this.stored)
          this.stored.push(...fresh)
          return true
        },
        accept: async (clientId, orderId) => {
          this.stored = this.stored.map((one) => (one.clientId === clientId ? { ...one, orderId } : one))
          return true
        },
        note: async (clientId, news) => {
          this.stored = this.stored.map((one) => (one.clientId === clientId ? { ...one, ...news } : one))
          return true
        },
        end: async (outcome) => {
          this.ended.push(outcome)
          return true
        },
      },
    })
  }
}
