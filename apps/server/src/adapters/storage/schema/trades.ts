import { MODES, type OrderResult, type TradeOrder, type TradeOutcome, type TradePlan } from '@makas/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, json, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MarketSource } from '../../../app/ports/market/market-source.ts'
import type { StoredOrder, Trade, TradeWorld } from '../../../app/ports/trading/trades.ts'
import { at, id, isAmong } from './columns.ts'
import { users } from './users.ts'

/** Trades of real orders on test networks and on the simulated exchanges. */
export const trades = pgTable(
  'trades',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    opportunityId: text('opportunity_id').notNull(),
    mode: text('mode').$type<Trade['mode']>().notNull(),
    source: text('source').$type<MarketSource>().notNull(),
    world: text('world').$type<TradeWorld>().notNull(),
    name: text('name').notNull(),
    /** Exact decimal text in the plan's asset. */
    amount: text('amount').notNull(),
    plan: json('plan').$type<TradePlan>().notNull(),
    keys: json('keys').$type<Trade['keys']>().notNull(),
    /** What the account of each leg held of it before the first order; null: not read. */
    held: json('held').$type<readonly string[]>(),
    /** When the trade was restored from a copy while it ran. */
    restoredAt: at('restored_at'),
    /** Null while the trade runs. */
    outcome: text('outcome').$type<TradeOutcome>(),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('trades_user').on(table.userId, table.startedAt),
    // For the search at every start for the few trades that still run.
    index('trades_running').on(table.startedAt).where(sql`${table.outcome} is null`),
    // For the looks at what trades left in a perpetual.
    index('trades_ended')
      .on(table.endedAt)
      .where(sql`${table.mode} = 'carry' and ${table.world} = 'testnet' and ${table.outcome} <> 'missed'`),
    uniqueIndex('trades_one_at_a_time').on(table.userId).where(sql`${table.outcome} is null`),
    check('trades_mode', isAmong(table.mode, MODES)),
    check('trades_source', sql`${table.source} in ('live', 'demo', 'replay')`),
    check('trades_world', sql`${table.world} in ('testnet', 'demo')`),
    check('trades_outcome', sql`${table.outcome} in ('complete', 'partial', 'missed', 'unwound', 'open')`),
    check('trades_ended', sql`(${table.outcome} is null) = (${table.endedAt} is null)`),
  ],
)

/** Orders of trades, each stored before it is sent: an exchange never has an order that is not here. */
export const tradeOrders = pgTable(
  'trade_orders',
  {
    tradeId: text('trade_id')
      .notNull()
      .references(() => trades.id, { onDelete: 'cascade' }),
    /** Number of the order within its trade, from 0. */
    seq: integer('seq').notNull(),
    clientId: text('client_id').notNull().unique('trade_orders_client_id'),
    leg: integer('leg').notNull(),
    purpose: text('purpose').$type<TradeOrder['purpose']>().notNull(),
    side: text('side').$type<TradeOrder['side']>().notNull(),
    /** Exact decimal texts in the exchange's units. A row without a limit is a market order. */
    quantity: text('quantity').notNull(),
    limit: text('limit_price'),
    state: text('state').$type<StoredOrder['state']>().notNull(),
    refusal: text('refusal').$type<NonNullable<StoredOrder['refusal']>>(),
    result: json('result').$type<OrderResult>(),
    fees: json('fees').$type<StoredOrder['fees']>().notNull(),
    /**
     * The exchange's id of the order, or ours where its answer named no id. Null: nothing shows that the exchange has
     * the order.
     */
    orderId: text('order_id'),
    sentAt: at('sent_at').notNull(),
    doneAt: at('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tradeId, table.seq] }),
    check('trade_orders_leg', sql`${table.leg} between 0 and 2`),
    check('trade_orders_purpose', sql`${table.purpose} in ('open', 'unwind')`),
    check('trade_orders_side', sql`${table.side} in ('buy', 'sell')`),
    check('trade_orders_state', sql`${table.state} in ('sending', 'done', 'refused', 'unknown')`),
    check(
      'trade_orders_refusal',
      sql`${table.refusal} in ('balance', 'size', 'price', 'instrument', 'permission', 'key', 'busy', 'never-arrived', 'other')`,
    ),
    check('trade_orders_done', sql`(${table.state} = 'sending') = (${table.doneAt} is null)`),
    check('trade_orders_result', sql`(${table.state} in ('done', 'refused')) = (${table.result} is not null)`),
  ],
)
