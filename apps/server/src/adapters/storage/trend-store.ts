import { type SQL, sql } from 'drizzle-orm'
import type { TrendStore } from '../../app/ports/trends.ts'
import type { Database } from './database.ts'
import { sessions, users } from './schema/accounts.ts'
import { episodes, uptimeDays } from './schema/market.ts'
import { tickets } from './schema/support.ts'

const DAY_MS = 86_400_000
/** Istanbul is three hours ahead of UTC all year round, since 2016. */
const AHEAD_MS = 3 * 3_600_000

type Counted = { readonly day: string; readonly count: number }

/** Daily counts in PostgreSQL, out of what is stored; what was deleted is in none of them. */
export function trendStore(database: () => Database): TrendStore {
  const counted = async (query: SQL): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await database().run((statements) => statements.execute<Counted>(query))
    return new Map(rows.map(({ day, count }) => [day, Number(count)]))
  }
  return {
    async read(firstDay, days, source) {
      const since = new Date(firstDay)
      const dayOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC' + interval '3 hours', 'YYYY-MM-DD')`
      const daily = (moment: SQL, what: SQL, from: SQL) =>
        counted(sql`select ${dayOf(moment)} as day, ${what} as count from ${from} and ${moment} >= ${since} group by 1`)
      const everything = sql`count(*)`
      const isUser = sql`${users} where ${users.role} = 'user'`
      const [joined, logins, opened, closed, ended, good, before] = await Promise.all([
        daily(sql`${users.createdAt}`, everything, isUser),
        daily(
          sql`${sessions.createdAt}`,
          sql`count(distinct ${sessions.userId})`,
          sql`${sessions} where ${sessions.audience} = 'user'`,
        ),
        daily(sql`${tickets.createdAt}`, everything, sql`${tickets} where true`),
        daily(sql`${tickets.closedAt}`, everything, sql`${tickets} where true`),
        source === null
          ? new Map<string, number>()
          : daily(sql`${episodes.closedAt}`, everything, sql`${episodes} where ${episodes.source} = ${source}`),
        counted(
          sql`select to_char(${uptimeDays.day}, 'YYYY-MM-DD') as day, ${uptimeDays.goodMinutes} as count
            from ${uptimeDays} where ${uptimeDays.day} >= ${dayName(firstDay)}::date`,
        ),
        counted(sql`select 'before' as day, count(*) as count from ${isUser} and ${users.createdAt} < ${since}`),
      ])
      let total = before.get('before') ?? 0
      return Array.from({ length: days }, (_, at) => {
        const day = dayName(firstDay + at * DAY_MS)
        total += joined.get(day) ?? 0
        return {
          day,
          users: total,
          logins: logins.get(day) ?? 0,
          ticketsOpened: opened.get(day) ?? 0,
          ticketsClosed: closed.get(day) ?? 0,
          opportunities: ended.get(day) ?? 0,
          goodMinutes: good.get(day) ?? null,
        }
      })
    },
  }
}

/** The day in Istanbul that a moment lies in. */
const dayName = (at: number) => new Date(at + AHEAD_MS).toISOString().slice(0, 10)
