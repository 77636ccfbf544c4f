import { bigint, index, integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { at, bytes } from './columns.ts'

/** The product's own state: time of the first start, times and results of checks. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: json('value').notNull(),
  updatedAt: at('updated_at').notNull(),
})

/** Answers to creating calls, written in the call's transaction, so that a repeated call creates nothing (S7). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A user's id, or `visitor`. */
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

/** Leases of work that one process may do at a time, with the last completed turn. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** Id of the process that holds the lease; null: no process. */
  holder: text('holder'),
  /** Grows with each holder, so that a late write of an earlier holder is recognised. */
  epoch: bigint('epoch', { mode: 'number' }).notNull(),
  /** End of the lease by the database's clock, at its full precision, since clocks of several machines differ. */
  until: timestamp('until', { withTimezone: true }).notNull(),
  done: text('done'),
})
