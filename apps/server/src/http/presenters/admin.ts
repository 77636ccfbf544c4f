import type { AuditCheck, DashboardStats, DashboardTrends, ManagedUser, TrailRow, UserDetail } from '@makas/contract'
import type { Stats } from '../../app/admin/stats.ts'
import type { AuditLook } from '../../app/ports/system/upkeep.ts'
import type { TrendDay } from '../../app/ports/trends.ts'
import type { TrailLine, UserRecord, UserRecordDetail } from '../../app/ports/users/user-records.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** Copies field by field: only the fields that the panel shows (security.md 38). */
export const presentUserRecord = (user: UserRecord): ManagedUser => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  phoneNumber: user.phone,
  is_premium: user.isPremium,
  selectedPlan: user.plan,
  is_active: user.isActive,
  connected_exchanges: user.connectedExchanges,
  created_at: iso(user.createdAt),
})

export const presentStats = (
  { users, activeUsers, tickets, openTickets, waitingSince, uptime }: Stats,
  open: number,
): DashboardStats => ({
  total_users: users,
  active_users_today: activeUsers,
  total_tickets: tickets,
  open_tickets: openTickets,
  oldest_unanswered: isoOrNull(waitingSince),
  total_arbitrage_opportunities: open,
  system_uptime: uptime,
})

export const presentDetail = ({ user, lastLoginAt, hasTotp, exchanges }: UserRecordDetail): UserDetail => ({
  user: presentUserRecord(user),
  last_login_at: isoOrNull(lastLoginAt),
  totp_enabled: hasTotp,
  exchanges: exchanges.map(({ exchange, isTestnet, isDemo, status, lastCheckedAt }) => ({
    exchange,
    testnet: isTestnet,
    is_demo: isDemo,
    status,
    last_checked: isoOrNull(lastCheckedAt),
  })),
})

export const presentTrailLine = ({ seq, time, actorKind, actorName, action, detail }: TrailLine): TrailRow => ({
  seq,
  at: iso(time),
  actor_kind: actorKind,
  actor_name: actorName,
  action,
  detail,
})

export const presentTrendDay = (one: TrendDay): DashboardTrends['days'][number] => ({
  day: one.day,
  users: one.users,
  logins: one.logins,
  tickets_opened: one.ticketsOpened,
  tickets_closed: one.ticketsClosed,
  opportunities: one.opportunities,
  good_minutes: one.goodMinutes,
})

export const presentLook = ({ at, verdict }: AuditLook): AuditCheck => ({
  checked_at: iso(at),
  state: verdict.kind,
  lines: verdict.kind === 'intact' ? verdict.lines : null,
  broken_at: verdict.kind === 'broken' ? verdict.seq : null,
})
