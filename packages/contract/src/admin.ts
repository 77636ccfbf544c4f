import { UserPlan } from './account.ts'
import { Count, IsoTime } from './scalars.ts'
import { field } from './typed-text.ts'
import { z } from './zod.ts'

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
  /** Exchanges with a connection that works. */
  connected_exchanges: Count,
  created_at: IsoTime,
})
export type ManagedUser = z.infer<typeof ManagedUser>

/** A page, the newest account first. */
export const ManagedUsers = z.array(ManagedUser)

/** Part of a name or an address; case and Turkish dots make no difference. */
export const UserSearch = field(254)

/** `PATCH /admin/users/{id}` (CALL-23): what is not named stays. Without `is_active` somebody stays as active as before. */
export const ChangeUserBody = z
  .object({ is_premium: z.boolean(), selectedPlan: UserPlan, is_active: z.boolean() })
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined))
export type ChangeUserBody = z.infer<typeof ChangeUserBody>

/** `GET /admin/dashboard/stats` (ENT-24). */
export const DashboardStats = z.object({
  total_users: Count,
  /** Users who were here since midnight in Istanbul. */
  active_users_today: Count,
  total_tickets: Count,
  open_tickets: Count,
  /** Listed now. */
  total_arbitrage_opportunities: Count,
  /** Percent of the minutes since the first start; null while nothing is measured (decisions.md 14). */
  system_uptime: z.number().min(0).max(100).nullable(),
})
export type DashboardStats = z.infer<typeof DashboardStats>
