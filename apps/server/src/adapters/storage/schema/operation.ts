import { bigint, index, integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { at, bytes } from './columns.ts'

/** What the product itself remembers: when it first started, what was checked when. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: json('value').notNull(),
  updatedAt: at('updated_at').notNull(),
})

/** Answers to creating calls, so that one that is sent again creates nothing (S7). Written in the transaction they tell of. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A user's id, or what stands for a visitor. */
    actor: text('actor').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    status: integer('status').notNull(),
    answer: text('answer').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actor, table.route, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)

/** What only one process may do at a time, and which turn of it was last done to its end. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** A process; null: nobody has it. */
  holder: text('holder'),
  /** Grows with each holder, so that what an earlier one still writes is known by its number. */
  epoch: bigint('epoch', { mode: 'number' }).notNull(),
  /** By the clock of the database alone, and as exactly as it has it: those of several machines differ. */
  until: timestamp('until', { withTimezone: true }).notNull(),
  done: text('done'),
})
