import { sql } from 'drizzle-orm'
import type { UptimeStore } from '../../../app/ports/uptime.ts'
import type { Database } from '../database/database.ts'
import { uptimeDays } from '../schema/market.ts'
import { settings } from '../schema/operation.ts'

const MINUTE_MS = 60_000
/** The first minute that was measured and the last that was good, since the epoch. */
const SPAN = 'uptime'
type Span = { readonly first: number; readonly last: number }

/** Good minutes in PostgreSQL: one row a day, and which minutes the count is of. */
export function uptimeStore(database: () => Database): UptimeStore {
  return {
    note: (now, isLive) =>
      database().transact(async (statements) => {
        const minute = Math.floor(now / MINUTE_MS)
        const at = new Date(now)
        // One statement decides: a restart, or a second process, does not count a minute twice.
        const first = { first: minute, last: minute - 1 }
        await statements.insert(settings).values({ name: SPAN, value: first, updatedAt: at }).onConflictDoNothing()
        if (!isLive) return
        const { rowCount } = await statements.execute(sql`
          update ${settings} set updated_at = ${at},
            value = json_build_object('first', value -> 'first', 'last', ${minute}::bigint)
          where name = ${SPAN} and (value ->> 'last')::bigint < ${minute}::bigint`)
        if (rowCount === 0) return
        await statements
          .insert(uptimeDays)
          .values({ day: at.toISOString().slice(0, 10), goodMinutes: 1 })
          .onConflictDoUpdate({ target: uptimeDays.day, set: { goodMinutes: sql`${uptimeDays.goodMinutes} + 1` } })
      }),

    async read(now) {
      const { rows } = await database().run((statements) =>
        statements.execute<Span & { readonly good: number }>(sql`
          select (value ->> 'first')::float8 as first, (value ->> 'last')::float8 as last,
            (select coalesce(sum(good_minutes), 0)::float8 from ${uptimeDays}) as good
          from ${settings} where name = ${SPAN}`),
      )
      const [row] = rows
      if (row === undefined) return null
      // The minute that goes on counts once it is known to be good.
      const minute = Math.floor(now / MINUTE_MS)
      const all = Math.max(minute, row.last + 1) - row.first
      return all <= 0 ? null : { good: row.good, all }
    },
  }
}
