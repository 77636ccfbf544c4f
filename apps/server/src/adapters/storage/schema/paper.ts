import type { ExchangeId } from '@makas/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import type { MarketSource } from '../../../app/ports/market/market-source.ts'
import type { PaperEvidence, PaperShortfall } from '../../../app/ports/trading/paper.ts'
import { at, id } from './columns.ts'
import { users } from './users.ts'

/** Exact decimal texts of a paper trade: the expected or the reached result. */
type Sums = {
  readonly size: string
  readonly bought: string
  readonly sold: string
  readonly fees: string
  readonly net: string
}

/** Trades with virtual money, with the books that filled them, so that each can be computed again. */
export const paperTrades = pgTable(
  'paper_trades',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    opportunityId: text('opportunity_id').notNull(),
    source: text('source').$type<MarketSource>().notNull(),
    symbol: text('symbol').notNull(),
    base: text('base').notNull(),
    quote: text('quote').notNull(),
    buyExchange: text('buy_exchange').$type<ExchangeId>().notNull(),
    sellExchange: text('sell_exchange').$type<ExchangeId>().notNull(),
    /** Exact decimal texts; sizes are in the base coin, all else in the quote currency. */
    amount: text('amount').notNull(),
    orderedSize: text('ordered_size').notNull(),
    limitPrice: text('limit_price').notNull(),
    latencyMs: integer('latency_ms').notNull(),
    expected: json('expected').$type<Sums>().notNull(),
    fill: json('fill').$type<Sums>().notNull(),
    shortfall: text('shortfall').$type<PaperShortfall>(),
    evidence: json('evidence').$type<PaperEvidence>().notNull(),
    orderedAt: at('ordered_at').notNull(),
    filledAt: at('filled_at').notNull(),
  },
  (table) => [
    index('paper_trades_user').on(table.userId, table.orderedAt),
    check('paper_trades_source', sql`${table.source} in ('live', 'demo', 'replay')`),
    check('paper_trades_shortfall', sql`${table.shortfall} in ('price', 'no-live-book')`),
  ],
)
