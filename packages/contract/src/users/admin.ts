import { Count, IsoTime } from '../calls/scalars.ts'
import { field } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'
import { ExchangeId } from '../market/exchange.ts'
import { MarketSource } from '../market/source.ts'
import { AuditRow, UserPlan } from './user.ts'

/** A user as admins see one (ENT-21). */
export const ManagedUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  is_premium: z.boolean(),
  selectedPlan: UserPlan,
  is_active: z.boolean(),
  /** Exchanges with a connection that works; demo connections count while the demo market is shown. */
  connected_exchanges: Count,
  created_at: IsoTime,
})
export type ManagedUser = z.infer<typeof ManagedUser>

/** A page, the newest account first. */
export const ManagedUsers = z.array(ManagedUser)

/** Part of a name or an address; ignores case and Turkish dots. */
export const UserSearch = field(254)

/** Orders of the list of users. A minus reverses the order. Names are in the order of the Turkish alphabet. */
export const USER_SORTS = ['-created_at', 'created_at', 'name', '-name', 'email', '-email'] as const
export const UserSort = z.enum(USER_SORTS)
export type UserSort = z.infer<typeof UserSort>

/** Which users are listed; `off`: users that are deactivated. */
export const USER_KINDS = ['all', 'premium', 'free', 'off'] as const
export const UserKind = z.enum(USER_KINDS)
export type UserKind = z.infer<typeof UserKind>

/** Fields of a user that admins change. */
const UserState = z.object({ is_premium: z.boolean(), selectedPlan: UserPlan, is_active: z.boolean() })

/**
 * `PATCH /admin/users/{id}` (CALL-23): fields that are left out stay, `is_active` too. `expected`: the fields as the
 * admin read them. Where another admin has changed them since, the answer is 409 and nothing is changed.
 */
export const ChangeUserBody = UserState.partial()
  .extend({ expected: UserState.optional() })
  .refine((body) => [body.is_premium, body.selectedPlan, body.is_active].some((value) => value !== undefined))
export type ChangeUserBody = z.infer<typeof ChangeUserBody>

/** `GET /admin/dashboard/stats` (ENT-24). */
export const DashboardStats = z.object({
  total_users: Count,
  /** Users who were here since midnight in Istanbul. */
  active_users_today: Count,
  total_tickets: Count,
  open_tickets: Count,
  /** Time since which the longest waiting ticket owner waits for an answer; null where no owner waits. */
  oldest_unanswered: IsoTime.nullable().default(null),
  /** Opportunities listed now. */
  total_arbitrage_opportunities: Count,
  /** Percent of the minutes since the first start; null while nothing is measured (product-decisions.md 14). */
  system_uptime: z.number().min(0).max(100).nullable(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** A connection of a user as admins see it: neither key nor balance (security.md 38). */
const UserExchange = z.object({
  exchange: ExchangeId,
  testnet: z.boolean(),
  /** An account of the built-in demo market. */
  is_demo: z.boolean(),
  status: z.enum(['connected', 'error', 'pending', 'disabled']),
  last_checked: IsoTime.nullable(),
})

/** `GET /admin/users/{id}`: one user with the exchanges that are connected. */
export const UserDetail = z.object({
  user: ManagedUser,
  last_login_at: IsoTime.nullable(),
  totp_enabled: z.boolean(),
  exchanges: z.array(UserExchange),
})
export type UserDetail = z.infer<typeof UserDetail>

/** A line of the audit log about a user, or of a user's own act. */
export const TrailRow = AuditRow.pick({ seq: true, at: true, actor_kind: true, action: true, detail: true }).extend({
  /** Name of the acting admin; null for any other actor. */
  actor_name: z.string().nullable(),
})
export type TrailRow = z.infer<typeof TrailRow>

/** `GET /admin/users/{id}/audit`: the newest first. */
export const UserTrail = z.array(TrailRow)

/** How many days the dashboard looks back. */
export const TREND_DAYS = [7, 30, 90] as const

/** `GET /admin/dashboard/trends`: what was counted on each day in Istanbul, the oldest first; today is the last. */
export const DashboardTrends = z.object({
  /** Whose opportunities are counted: the real market's or the demo's. */
  source: MarketSource,
  days: z.array(
    z.object({
      day: z.iso.date(),
      /** Users that existed at the end of the day, among those that exist today. */
      users: Count,
      /** Users who logged in. */
      logins: Count,
      tickets_opened: Count,
      tickets_closed: Count,
      /** Opportunities that ended. */
      opportunities: Count,
      /** Minutes with a live feed and a working database, by the day in UTC; null where nothing was measured. */
      good_minutes: Count.nullable(),
    }),
  ),
})
export type DashboardTrends = z.infer<typeof DashboardTrends>

/** Result of a check of the whole audit log; `broken_at`: the first line that cannot be trusted. */
export const AuditCheck = z.object({
  checked_at: IsoTime,
  state: z.enum(['intact', 'broken']),
  lines: Count.nullable(),
  broken_at: Count.nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>

/** `GET /admin/system`: facts of the server that are safe to show. */
export const SystemFacts = z.object({
  version: z.string(),
  source: MarketSource,
  /** Names of the keys for copies and for exchange keys, which identify them and reveal nothing. */
  key_id: z.string(),
  sealing_key_id: z.string(),
  /** Copies of the database that are kept; null where they cannot be read. */
  copies: z.object({ newest: IsoTime.nullable(), kept: Count }).nullable(),
  /** The newest check of the audit log; null before the first. */
  audit: AuditCheck.nullable(),
  /** When the retention job last ran. */
  retention_at: IsoTime.nullable(),
  /**
   * A proxy near the server that `TRUST_PROXY` does not name, so all visitors count as its address; null: none was
   * seen.
   */
  untrusted_proxy: z.string().nullable().default(null),
  /** Secrets that lie on the data folder's file system while real prices are shown: a thief of the disk has both. */
  beside_data: z.array(z.enum(['key', 'copies'])).default([]),
})
export type SystemFacts = z.infer<typeof SystemFacts>
