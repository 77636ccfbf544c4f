import type { AuditCheck, DashboardStats, DashboardTrends, ManagedUser, TrailRow, UserDetail } from '@makas/contract'
import type { Stats } from '../../app/admin/stats.ts'
import type { Member, MemberDetail, TrailLine } from '../../app/ports/accounts/members.ts'
import type { AuditLook } from '../../app/ports/system/upkeep.ts'
import type { TrendDay } from '../../app/ports/trends.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** Copies field by field: only the fields that the panel shows (security.md 38). */
export const presentMember = (member: Member): ManagedUser => ({
  id: member.id,
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  phoneNumber: member.phone,
  is_premium: member.isPremium,
  selectedPlan: member.plan,
  is_active: member.isActive,
  connected_exchanges: member.connectedExchanges,
  created_at: iso(member.createdAt),
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

export const presentDetail = ({ member, lastLoginAt, hasTotp, exchanges }: MemberDetail): UserDetail => ({
  user: presentMember(member),
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

export const presentTrailLine = ({ seq, at, actorKind, actorName, action, detail }: TrailLine): TrailRow => ({
  seq,
  at: iso(at),
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
