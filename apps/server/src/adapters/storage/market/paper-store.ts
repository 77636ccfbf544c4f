import { desc, eq, getTableColumns } from 'drizzle-orm'
import type { PaperStore, PaperTrade } from '../../../app/ports/trading/paper.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { paperTrades } from '../schema/paper.ts'
import { holdAuthor } from '../support/ticket-rows.ts'

/** Rows of a user's list, at most. */
const MOST_READ = 1_000

/** Columns of the list: all but the owner and the evidence, which is long. */
const { userId: _owner, evidence: _evidence, ...SHOWN } = getTableColumns(paperTrades)

/** Paper trades in PostgreSQL; `database` may not have come up yet. */
export function paperStore(database: () => Database): PaperStore {
  return {
    ofUser: (userId) => database().run((statements) => tradesOf(statements, userId)),

    add: (userId, trade, evidence, refuses) =>
      database().transact(async (statements) => {
        if ((await holdAuthor(statements, userId)) === null) return 'no-owner'
        const refused = refuses(await tradesOf(statements, userId))
        if (refused !== null) return refused
        const { order, orderedAt, filledAt, ...rest } = trade
        await statements.insert(paperTrades).values({
          ...rest,
          userId,
          evidence,
          orderedSize: order.size,
          limitPrice: order.limit,
          orderedAt: new Date(orderedAt),
          filledAt: new Date(filledAt),
        })
        return 'added'
      }),

    reset: (userId, audit) =>
      database().transact(async (statements) => {
        if ((await holdAuthor(statements, userId)) === null) return
        const gone = await statements
          .delete(paperTrades)
          .where(eq(paperTrades.userId, userId))
          .returning({ id: paperTrades.id })
        if (gone.length > 0) await addAuditLine(statements, audit(gone.length))
      }),
  }
}

async function tradesOf(statements: Statements, userId: string): Promise<PaperTrade[]> {
  const rows = await statements
    .select(SHOWN)
    .from(paperTrades)
    .where(eq(paperTrades.userId, userId))
    .orderBy(desc(paperTrades.orderedAt), desc(paperTrades.id))
    .limit(MOST_READ)
  return rows.map(tradeOf)
}

type Row = Omit<typeof paperTrades.$inferSelect, 'userId' | 'evidence'>

function tradeOf({ orderedSize, limitPrice, orderedAt, filledAt, ...row }: Row): PaperTrade {
  return {
    ...row,
    order: { size: orderedSize, limit: limitPrice },
    orderedAt: orderedAt.getTime(),
    filledAt: filledAt.getTime(),
  }
}

/** A user's paper trades for the data copy, each with the books that it was filled from. */
export async function paperCopy(statements: Statements, userId: string, most: number) {
  const rows = await statements
    .select()
    .from(paperTrades)
    .where(eq(paperTrades.userId, userId))
    .orderBy(paperTrades.orderedAt)
    .limit(most)
  return rows.map((row) => ({
    id: row.id,
    opportunity_id: row.opportunityId,
    source: row.source,
    symbol: row.symbol,
    buy_exchange: row.buyExchange,
    sell_exchange: row.sellExchange,
    amount: row.amount,
    ordered_size: row.orderedSize,
    limit_price: row.limitPrice,
    latency_ms: row.latencyMs,
    expected: row.expected,
    got: row.fill,
    shortfall: row.shortfall,
    books: row.evidence,
    ordered_at: row.orderedAt,
    filled_at: row.filledAt,
  }))
}
