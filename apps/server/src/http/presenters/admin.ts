import type { DashboardStats, ManagedUser } from '@makas/contract'
import type { Stats } from '../../app/admin/stats.ts'
import type { Member } from '../../app/ports/members.ts'

/** Field by field: of a user only what the panel shows (security.md 38). */
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
  created_at: new Date(member.createdAt).toISOString(),
})

export const presentStats = (
  { users, activeUsers, tickets, openTickets, uptime }: Stats,
  open: number,
): DashboardStats => ({
  total_users: users,
  active_users_today: activeUsers,
  total_tickets: tickets,
  open_tickets: openTickets,
  total_arbitrage_opportunities: open,
  system_uptime: uptime,
})
