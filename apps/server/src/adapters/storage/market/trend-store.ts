import { type SQL, sql } from 'drizzle-orm'
import type { TrendStore } from '../../../app/ports/trends.ts'
import type { Database } from '../database/database.ts'
import { auditLog } from '../schema/audit.ts'
import { episodes, uptimeDays } from '../schema/market.ts'
import { tickets } from '../schema/support.ts'
import { users } from '../schema/users.ts'
import { dayInIstanbul } from './istanbul-day.ts'

const DAY_MS = 86_400_000

/** Count of one day; `n` is the day's index in the range, from 0. */
type DayCount = { readonly n: number; readonly count: string }

/** Daily counts of the stored rows in PostgreSQL. Deleted rows do not count, but logins of deleted accounts do. */
export function trendStore(database: () => Database): TrendStore {
  const counted = async (query: SQL): Promise<ReadonlyMap<number, number>> => {
    const { rows } = await database().run((statements) => statements.execute<DayCount>(query))
    return new Map(rows.map(({ n, count }) => [n, Number(count)]))
  }
  return {
    async read(firstDay, days, source) {
      const since = sql`${new Date(firstDay)}::timestamptz`
      // Each day is a range of an index: computing the day of every row takes ten times as long.
      const isThatDay = (moment: SQL) =>
        sql`${moment} >= ${since} + n * interval '24 hours' and ${moment} < ${since} + (n + 1) * interval '24 hours'`
      const daily = (what: SQL) =>
        counted(sql`select n, counted.count from generate_series(0, ${days - 1}::integer) as n
          cross join lateral (select count(*) as count from ${what}) as counted`)
      const isUser = sql`${users} where ${users.role} = 'user'`
      const [signUps, logins, opened, closed, ended, good, before] = await Promise.all([
        daily(sql`${isUser} and ${isThatDay(sql`${users.createdAt}`)}`),
        // Sessions are destroyed after a month, lines of the audit log after two years.
        daily(sql`(select distinct ${auditLog.actorId} from ${auditLog} where ${auditLog.action} = 'login'
          and ${auditLog.actorKind} = 'user' and ${isThatDay(sql`${auditLog.at}`)}) as people`),
        daily(sql`${tickets} where ${isThatDay(sql`${tickets.createdAt}`)}`),
        daily(sql`${tickets} where ${isThatDay(sql`${tickets.closedAt}`)}`),
        source === null
          ? new Map<number, number>()
          : daily(sql`${episodes} where ${episodes.source} = ${source} and ${isThatDay(sql`${episodes.closedAt}`)}`),
        counted(
          sql`select ${uptimeDays.day} - ${dayInIstanbul(firstDay)}::date as n, ${uptimeDays.goodMinutes} as count
            from ${uptimeDays} where ${uptimeDays.day} >= ${dayInIstanbul(firstDay)}::date`,
        ),
        counted(sql`select -1 as n, count(*) as count from ${isUser} and ${users.createdAt} < ${since}`),
      ])
      let total = before.get(-1) ?? 0
      return Array.from({ length: days }, (_, n) => {
        total += signUps.get(n) ?? 0
        return {
          day: dayInIstanbul(firstDay + n * DAY_MS),
          users: total,
          logins: logins.get(n) ?? 0,
          ticketsOpened: opened.get(n) ?? 0,
          ticketsClosed: closed.get(n) ?? 0,
          opportunities: ended.get(n) ?? 0,
          goodMinutes: good.get(n) ?? null,
        }
      })
    },
  }
}
