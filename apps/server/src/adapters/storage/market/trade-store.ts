import { and, asc, count, desc, eq, gt, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { StoredOrder, Trade, TradeStore } from '../../../app/ports/trading/trades.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { tradeOrders, trades } from '../schema/trades.ts'
import { users } from '../schema/users.ts'
import { holdAuthor } from '../support/ticket-rows.ts'
import { tradingStoppedAt } from './trading-switch.ts'

type Row = typeof trades.$inferSelect
type OrderRow = typeof tradeOrders.$inferSelect

/** Trades of real orders in PostgreSQL; `database` may not have come up yet. */
export function tradeStore(database: () => Database): TradeStore {
  const listed = (which: SQL | undefined, order: readonly SQL[], most: number) =>
    database().snapshot(async (statements) =>
      withOrders(
        statements,
        await statements
          .select()
          .from(trades)
          .where(which)
          .orderBy(...order)
          .limit(most),
      ),
    )
  return {
    ofUser: (userId, most) => listed(eq(trades.userId, userId), [desc(trades.startedAt), desc(trades.id)], most),

    find: (userId, id) =>
      database().snapshot(async (statements) => {
        const isTheirs = and(eq(trades.id, id), eq(trades.userId, userId))
        const [found] = await withOrders(statements, await statements.select().from(trades).where(isTheirs))
        return found ?? null
      }),

    add: ({ startedAt, ...trade }, audit) =>
      database().transact(async (statements) => {
        if (!(await holdOwner(statements, trade.userId))) return 'no-owner'
        if ((await tradingStoppedAt(statements)) !== null) return 'stopped'
        // The unique index of running trades decides, so that trades added by any path count.
        const added = await statements
          .insert(trades)
          .values({ ...trade, startedAt: new Date(startedAt) })
          .onConflictDoNothing({ target: trades.userId, where: sql`outcome is null` })
          .returning({ id: trades.id })
        if (added.length === 0) return 'running'
        await addAuditLine(statements, audit)
        return 'added'
      }),

    running: (most, except = []) =>
      listed(
        and(isNull(trades.outcome), notInArray(trades.id, [...except])),
        [asc(trades.startedAt), asc(trades.id)],
        most,
      ),

    endedSince: (since, most) =>
      listed(
        and(
          eq(trades.mode, 'carry'),
          eq(trades.world, 'testnet'),
          ne(trades.outcome, 'missed'),
          gt(trades.endedAt, new Date(since)),
        ),
        [desc(trades.endedAt)],
        most,
      ),

    give: (trade, orders) =>
      database().transact(async (statements) => {
        // Locked until the end: nobody ends the trade or adds another order to it meanwhile.
        const running = await statements
          .select({ id: trades.id })
          .from(trades)
          .where(and(eq(trades.id, trade.id), isNull(trades.outcome)))
          .for('update')
        if (running.length === 0) return false
        const [given] = await statements
          .select({ orders: count() })
          .from(tradeOrders)
          .where(eq(tradeOrders.tradeId, trade.id))
        if (given?.orders !== trade.orders.length) return false
        if (orders.length > 0)
          await statements.insert(tradeOrders).values(
            orders.map(({ clientId, leg, purpose, side, quantity, limit, sentAt }, at) => ({
              tradeId: trade.id,
              seq: trade.orders.length + at,
              clientId,
              leg,
              purpose,
              side,
              quantity,
              limit,
              state: 'sending' as const,
              fees: [],
              sentAt: new Date(sentAt),
            })),
          )
        return true
      }),

    async accept(clientId, orderId) {
      await database().run((statements) =>
        statements
          .update(tradeOrders)
          .set({ orderId })
          .where(and(eq(tradeOrders.clientId, clientId), eq(tradeOrders.state, 'sending'))),
      )
    },

    async note(clientId, { state, refusal, result, fees, orderId, doneAt }) {
      await database().run((statements) =>
        statements
          .update(tradeOrders)
          .set({ state, refusal, result, fees, orderId, doneAt: new Date(doneAt) })
          .where(and(eq(tradeOrders.clientId, clientId), eq(tradeOrders.state, 'sending'))),
      )
    },

    end: (tradeId, outcome, at, audit) =>
      database().transact(async (statements) => {
        const ended = await statements
          .update(trades)
          .set({ outcome, endedAt: new Date(at) })
          .where(and(eq(trades.id, tradeId), isNull(trades.outcome)))
          .returning({ id: trades.id })
        if (ended.length > 0) await addAuditLine(statements, audit)
      }),
  }
}

/** Locks the user until the transaction's end; false where the user is gone or disabled. */
async function holdOwner(statements: Statements, userId: string): Promise<boolean> {
  if ((await holdAuthor(statements, userId)) === null) return false
  const open = await statements
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
  return open.length > 0
}

async function withOrders(statements: Statements, rows: readonly Row[]): Promise<readonly Trade[]> {
  const orders = new Map<string, StoredOrder[]>(rows.map(({ id }) => [id, []]))
  if (rows.length > 0) {
    const kept = await statements
      .select()
      .from(tradeOrders)
      .where(inArray(tradeOrders.tradeId, [...orders.keys()]))
      .orderBy(tradeOrders.tradeId, tradeOrders.seq)
    for (const { tradeId, ...order } of kept) orders.get(tradeId)?.push(orderOf(order))
  }
  return rows.map((row) => tradeOf(row, orders.get(row.id) ?? []))
}

const tradeOf = ({ startedAt, endedAt, restoredAt, ...row }: Row, orders: readonly StoredOrder[]): Trade => ({
  ...row,
  startedAt: startedAt.getTime(),
  endedAt: endedAt?.getTime() ?? null,
  restoredAt: restoredAt?.getTime() ?? null,
  orders,
})

const orderOf = ({ seq: _seq, sentAt, doneAt, ...row }: Omit<OrderRow, 'tradeId'>): StoredOrder => ({
  ...row,
  sentAt: sentAt.getTime(),
  doneAt: doneAt?.getTime() ?? null,
})

/** The trade of a user that runs: there is one at most. */
export async function runningTrade(
  statements: Statements,
  userId: string,
): Promise<Pick<Trade, 'name' | 'keys'> | null> {
  const [row] = await statements
    .select({ name: trades.name, keys: trades.keys })
    .from(trades)
    .where(and(eq(trades.userId, userId), isNull(trades.outcome)))
  return row ?? null
}

/** A user's trades for the data copy, each with its orders. */
export async function tradeCopy(statements: Statements, userId: string, most: number) {
  const rows = await statements
    .select()
    .from(trades)
    .where(eq(trades.userId, userId))
    .orderBy(trades.startedAt, trades.id)
    .limit(most)
  // A trade has a handful of orders at most, so the limit on trades bounds the orders too.
  const kept = await statements
    .select({ order: tradeOrders })
    .from(tradeOrders)
    .innerJoin(trades, eq(tradeOrders.tradeId, trades.id))
    .where(eq(trades.userId, userId))
    .orderBy(tradeOrders.tradeId, tradeOrders.seq)
  const orders = new Map<string, OrderRow[]>(rows.map(({ id }) => [id, []]))
  for (const { order } of kept) orders.get(order.tradeId)?.push(order)
  return rows.map((row) => ({
    id: row.id,
    opportunity_id: row.opportunityId,
    mode: row.mode,
    source: row.source,
    world: row.world,
    name: row.name,
    amount: row.amount,
    plan: row.plan,
    keys: row.keys,
    held: row.held,
    restored_at: row.restoredAt,
    outcome: row.outcome,
    started_at: row.startedAt,
    ended_at: row.endedAt,
    orders: (orders.get(row.id) ?? []).map(copyOfOrder),
  }))
}

const copyOfOrder = (order: OrderRow) => ({
  client_id: order.clientId,
  leg: order.leg,
  purpose: order.purpose,
  side: order.side,
  quantity: order.quantity,
  limit_price: order.limit,
  state: order.state,
  refusal: order.refusal,
  result: order.result,
  fees: order.fees,
  order_id: order.orderId,
  sent_at: order.sentAt,
  done_at: order.doneAt,
})
