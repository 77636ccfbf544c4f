import { and, countDistinct, eq, inArray } from 'drizzle-orm'
import type { Member } from '../../../app/ports/accounts/members.ts'
import type { Statements } from '../database/database.ts'
import { users } from '../schema/accounts.ts'
import { exchangeKeys } from '../schema/exchange-keys.ts'

/** Columns of a user that are read for admins: never the password's hash, nor the second factor's secret. */
export const MEMBER_COLUMNS = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  isPremium: users.isPremium,
  plan: users.plan,
  isActive: users.isActive,
  createdAt: users.createdAt,
}

export type MemberRow = Pick<typeof users.$inferSelect, keyof typeof MEMBER_COLUMNS>

/** Users as admins see them, each with its connected exchanges. */
export async function membersOf(statements: Statements, rows: readonly MemberRow[]): Promise<readonly Member[]> {
  const ids = rows.map(({ id }) => id)
  const connected =
    ids.length === 0
      ? []
      : await statements
          .select({ userId: exchangeKeys.userId, exchanges: countDistinct(exchangeKeys.exchange) })
          .from(exchangeKeys)
          .where(and(inArray(exchangeKeys.userId, ids), eq(exchangeKeys.status, 'connected')))
          .groupBy(exchangeKeys.userId)
  const counts = new Map(connected.map(({ userId, exchanges }) => [userId, exchanges]))
  return rows.map(({ id, email, firstName, lastName, phone, isPremium, plan, isActive, createdAt }) => ({
    id,
    email,
    firstName,
    lastName,
    phone,
    isPremium,
    plan,
    isActive,
    connectedExchanges: counts.get(id) ?? 0,
    createdAt: createdAt.getTime(),
  }))
}
