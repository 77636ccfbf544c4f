import type { DashboardStats, DashboardTrends } from '@makas/contract'
import { percent, whole } from '../../shared/format/numbers.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { UPTIME_DEFAULT } from '../../shared/upkeep/uptime.ts'
import { adminDashboardText as words } from '../../text/admin/admin-dashboard.ts'
import { SparkLine } from './spark-line.tsx'
import { atEachEnd, goodShares } from './spark-values.ts'

type Day = DashboardTrends['days'][number]

type Card = {
  readonly name: string
  readonly figure: string
  readonly note: string | null
  /** The figure of each day, oldest first; null where the days are unknown. */
  readonly line: readonly number[] | null
}

/** The six figures (ADASH-01); a figure that could not be read shows its default (ERR-24). */
export function StatCards(props: {
  readonly stats: DashboardStats | undefined
  readonly trends: readonly Day[] | undefined
  readonly isPending: boolean
}) {
  const cards = cardsOf(props.stats, props.trends ?? [])
  return (
    <section aria-label={words.figures} aria-busy={props.isPending}>
      <p role="status" className="sr-only">
        {props.isPending ? words.loading : ''}
      </p>
      <dl className="figures m-0 grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {cards.map((card) => (
          <div
            key={card.name}
            data-testid="stat-card"
            className="relative min-h-24 rounded-panel border border-line bg-panel px-4 py-3"
          >
            <dt className="text-13 text-text-2">{card.name}</dt>
            <dd className="m-0 flex flex-col">
              {props.isPending ? (
                <Skeleton className="my-1 h-7 w-28" />
              ) : (
                <span className="text-28 leading-9 font-semibold whitespace-nowrap">{card.figure}</span>
              )}
              <span className="min-h-5 text-12 text-text-2">{props.isPending ? '' : card.note}</span>
              {!props.isPending && card.line !== null && <SparkLine values={card.line} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function cardsOf(stats: DashboardStats | undefined, days: readonly Day[]): readonly Card[] {
  const [today, yesterday] = [days.at(-1), days.at(-2)]
  const uptime = stats?.system_uptime ?? null
  const daily = (of: (day: Day) => number) => days.map(of)
  const { notes } = words
  return [
    {
      name: words.cards.users,
      figure: whole(stats?.total_users ?? 0),
      note: today && yesterday ? notes.users(whole(Math.max(0, today.users - yesterday.users))) : null,
      line: daily((day) => day.users),
    },
    {
      name: words.cards.active,
      figure: whole(stats?.active_users_today ?? 0),
      note: yesterday ? notes.active(whole(yesterday.logins)) : null,
      line: daily((day) => day.logins),
    },
    {
      name: words.cards.tickets,
      figure: whole(stats?.total_tickets ?? 0),
      note: today ? notes.tickets(whole(today.tickets_opened)) : null,
      line: stats === undefined ? null : atEachEnd(days, stats.total_tickets, (day) => day.tickets_opened),
    },
    {
      name: words.cards.open,
      figure: whole(stats?.open_tickets ?? 0),
      note: today ? notes.open(whole(today.tickets_closed)) : null,
      // Open tickets of past days are unknown: some were taken up or resolved without being closed.
      line: null,
    },
    {
      name: words.cards.opportunities,
      figure: whole(stats?.total_arbitrage_opportunities ?? 0),
      note: today ? notes.opportunities(whole(today.opportunities)) : null,
      line: daily((day) => day.opportunities),
    },
    {
      name: words.cards.uptime,
      figure: uptime === null ? words.uptimeUnknown(percent(UPTIME_DEFAULT, 1)) : percent(uptime),
      note: uptime === null ? notes.unmeasured : notes.measured,
      line: goodShares(days),
    },
  ]
}
