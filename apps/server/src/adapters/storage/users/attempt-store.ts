import { eq, sql } from 'drizzle-orm'
import type { AttemptStore } from '../../../app/ports/users/attempts.ts'
import type { Database } from '../database/database.ts'
import { attempts } from '../schema/users.ts'

/** Throttle counters in PostgreSQL: each step is one atomic statement, so that processes count together. */
export function attemptStore(database: () => Database): AttemptStore {
  return {
    // A block written by a clock that was ahead ends no later than one written now (security.md 17).
    async begin({ scope, id }, { free, firstMs, mostMs, forgetMs }, now) {
      const at = new Date(now)
      const key = Buffer.from(id)
      const { rows } = await database().run((statements) =>
        statements.execute<{ blocked_until: Date | null }>(sql`
          insert into attempts as a (id, scope, count, window_started_at, last_at) values (${key}, ${scope}, 1, ${at}, ${at})
          on conflict (id) do update set
            count = case when a.last_at < ${new Date(now - forgetMs)} then 1 else a.count + 1 end,
            last_at = ${at},
            blocked_until = case
              when a.last_at < ${new Date(now - forgetMs)} or a.count + 1 < ${free}::int then null
              else ${at}::timestamptz + least(${mostMs}::float8, ${firstMs}::float8 * power(2, least(a.count + 1 - ${free}::int, 40)))
               * interval '1 millisecond'
            end
          where a.blocked_until is null or a.blocked_until <= ${at} or a.blocked_until > ${new Date(now + mostMs)}
          returning blocked_until`),
      )
      if (rows.length > 0) return null
      const [row] = await database().run((statements) =>
        statements.select({ until: attempts.blockedUntil }).from(attempts).where(eq(attempts.id, key)),
      )
      return row?.until?.getTime() ?? now + firstMs
    },
    async clear({ id }) {
      await database().run((statements) => statements.delete(attempts).where(eq(attempts.id, Buffer.from(id))))
    },
    async count({ scope, id }, windowMs, by, now) {
      const at = new Date(now)
      const over = new Date(now - windowMs)
      const wrong = new Date(now + windowMs)
      const isOver = sql`a.window_started_at <= ${over} or a.window_started_at > ${wrong}`
      const { rows } = await database().run((statements) =>
        statements.execute<{ count: number; started: string }>(sql`
          insert into attempts as a (id, scope, count, window_started_at, last_at)
          values (${Buffer.from(id)}, ${scope}, ${by}, ${at}, ${at})
          on conflict (id) do update set
            count = case when ${isOver} then ${by}::int else a.count + ${by}::int end,
            window_started_at = case when ${isOver} then ${at}::timestamptz else a.window_started_at end,
            last_at = ${at}
          returning count, (extract(epoch from window_started_at) * 1000)::bigint as started`),
      )
      const [row] = rows
      return { count: row?.count ?? by, endsAt: Number(row?.started ?? now) + windowMs }
    },
  }
}
