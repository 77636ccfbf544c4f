import { type Shard, WHOLE } from '@makas/domain'
import { sql } from 'drizzle-orm'
import type { UptimeStore } from '../../../app/ports/system/uptime.ts'
import type { Database } from '../database/database.ts'
import { uptimeDays } from '../schema/market.ts'
import { settings } from '../schema/operation.ts'
import { dayInIstanbul } from './istanbul-day.ts'

const MINUTE_MS = 60_000
/** Setting with the first measured minute and the last good one, both in minutes since the epoch. */
const SPAN = 'uptime'
type Span = { readonly first: number; readonly last: number }

/**
 * Good minutes in PostgreSQL: one row for each day of Istanbul, and the span of the measurement. Beside the span it
 * keeps `minute`, the minute noted last, and `live`, a bit for each shard that was live in it. The minute is good once
 * all shards were live. `shard`: the shard whose liveness this process notes as its leader. `isSureOfMarket`: false
 * where only the first live minute shows that the real market is followed; nothing is measured before that.
 */
export function uptimeStore(
  database: () => Database,
  { shard, shardCount }: Shard = WHOLE,
  isSureOfMarket = true,
): UptimeStore {
  return {
    note: (now, isLive) =>
      database().transact(async (statements) => {
        const minute = Math.floor(now / MINUTE_MS)
        const at = new Date(now)
        // One atomic statement: a restart or a second process does not count a minute twice.
        const first = { first: minute, last: minute - 1 }
        if (isLive || isSureOfMarket)
          await statements.insert(settings).values({ name: SPAN, value: first, updatedAt: at }).onConflictDoNothing()
        if (!isLive) return
        const { rows } = await statements.execute<{ readonly live: number }>(sql`
          update ${settings} set updated_at = ${at},
            value = json_build_object('first', value -> 'first', 'last', value -> 'last', 'minute', ${minute}::bigint,
              'live', case when (value ->> 'minute')::bigint = ${minute}::bigint then (value ->> 'live')::int else 0 end
                | ${1 << shard}::int)
          where name = ${SPAN} and (value ->> 'last')::bigint < ${minute}::bigint
            and coalesce((value ->> 'minute')::bigint, 0) <= ${minute}::bigint
          returning (value ->> 'live')::int as live`)
        if (rows[0]?.live !== (1 << shardCount) - 1) return
        await statements.execute(sql`
          update ${settings} set value = json_build_object('first', value -> 'first', 'last', ${minute}::bigint)
          where name = ${SPAN}`)
        await statements
          .insert(uptimeDays)
          .values({ day: dayInIstanbul(now), goodMinutes: 1 })
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
      // The current minute counts once it is known to be good.
      const minute = Math.floor(now / MINUTE_MS)
      const all = Math.max(minute, row.last + 1) - row.first
      return all <= 0 ? null : { good: row.good, all }
    },
  }
}
