import type { UserRecord } from '../../../app/ports/users/user-records.ts'
import type { Statements } from '../database/database.ts'
import { connectedExchanges } from '../keys/connected-exchanges.ts'
import { users } from '../schema/users.ts'

/** Columns of a user that are read for admins: never the password's hash, nor the second factor's secret. */
export const USER_RECORD_COLUMNS = {
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

export type UserRecordRow = Pick<typeof users.$inferSelect, keyof typeof USER_RECORD_COLUMNS>

/** Users as admins see them, each with its connected exchanges. */
export async function userRecordsOf(
  statements: Statements,
  rows: readonly UserRecordRow[],
  isDemoShown: boolean,
): Promise<readonly UserRecord[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await connectedExchanges(statements, ids, isDemoShown)
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
