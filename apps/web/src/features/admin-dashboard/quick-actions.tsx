import type { DashboardStats } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { BookOpen, ChevronRight, Inbox, Settings, Users } from 'lucide-react'
import { whole } from '../../shared/format/numbers.ts'
import { roughSpan } from '../../shared/format/times.ts'
import { wallNow } from '../../shared/time/steady.ts'
import { adminDashboardText } from '../../text/admin/admin-dashboard.ts'

const words = adminDashboardText.actions

/** Links to the most frequent tasks (ADASH-02), without counts until the counts are loaded. */
export function QuickActions({ stats }: { readonly stats: DashboardStats | undefined }) {
  const since = stats?.oldest_unanswered ?? null
  const oldest = since === null ? '' : words.tickets.oldest(roughSpan(wallNow() - Date.parse(since)))
  const actions = [
    {
      to: '/admin/users',
      Icon: Users,
      name: words.users.name,
      text: stats && words.users.text(whole(stats.total_users)),
    },
    {
      to: '/admin/tickets',
      Icon: Inbox,
      name: words.tickets.name,
      text: stats && [words.tickets.text(whole(stats.open_tickets)), oldest].filter(Boolean).join(', '),
    },
    { to: '/admin/help', Icon: BookOpen, name: words.help.name, text: words.help.text },
    { to: '/admin/settings', Icon: Settings, name: words.settings.name, text: words.settings.text },
  ] as const
  return (
    <nav aria-label={words.label} className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {actions.map(({ to, Icon, name, text }) => (
        <Link
          key={to}
          to={to}
          className="flex items-center gap-3 rounded-panel border border-line bg-panel px-4 py-2.5 hover:bg-raised"
        >
          <Icon size={16} aria-hidden className="shrink-0 text-accent" />
          <span className="flex min-w-0 flex-col">
            <span className="text-13 font-medium text-text-1">{name}</span>
            <span className="figures min-h-5 text-12 text-text-2">{text}</span>
          </span>
          <ChevronRight size={16} aria-hidden className="ml-auto shrink-0 text-text-3" />
        </Link>
      ))}
    </nav>
  )
}
