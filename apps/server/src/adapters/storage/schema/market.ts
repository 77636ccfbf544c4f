import { MODES, type Mode } from '@makas/domain'
import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, isAmong } from './columns.ts'

/**
 * Finished episodes (formulas.md § 5), the demo market's apart from the others (product-decisions.md 27). A route has
 * one episode at a time, so route and opening identify it, and a repeated batch adds nothing.
 */
export const episodes = pgTable(
  'episodes',
  {
    source: text('source').$type<'live' | 'demo'>().notNull(),
    route: text('route').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    openedAt: at('opened_at').notNull(),
    closedAt: at('closed_at').notNull(),
    /** Why nobody saw the end; null: it was seen. */
    censored: text('censored'),
    /** Exact size, a decimal or a fraction. */
    size: text('size').notNull(),
    /** `[age in ms, return in percent]`, oldest first. */
    path: json('path').$type<readonly (readonly [number, number])[]>().notNull(),
    maxRoi: doublePrecision('max_roi').notNull(),
    lastRoi: doublePrecision('last_roi').notNull(),
    latencyMs: doublePrecision('latency_ms').notNull(),
    forecast: doublePrecision('forecast').notNull(),
    basis: text('basis').$type<'prior' | 'measured'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.route, table.openedAt] }),
    index('episodes_newest').on(table.source, table.closedAt),
    check('episodes_source', sql`${table.source} in ('live', 'demo')`),
    check('episodes_mode', isAmong(table.mode, MODES)),
    check('episodes_basis', sql`${table.basis} in ('prior', 'measured')`),
    check('episodes_times', sql`${table.closedAt} >= ${table.openedAt}`),
  ],
)

/** Uptime: minutes of each Istanbul day with a live feed and a working database (product-decisions.md 14). */
export const uptimeDays = pgTable(
  'uptime_days',
  { day: date('day', { mode: 'string' }).primaryKey(), goodMinutes: integer('good_minutes').notNull() },
  (table) => [check('uptime_days_minutes', sql`${table.goodMinutes} between 0 and 1440`)],
)
