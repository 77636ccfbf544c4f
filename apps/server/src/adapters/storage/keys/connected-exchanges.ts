import { and, countDistinct, eq, inArray } from 'drizzle-orm'
import type { Statements } from '../database/database.ts'
import { exchangeKeys } from '../schema/exchange-keys.ts'

/**
 * Number of exchanges with a connection that works, by user; users without one are left out. Demo connections count
 * only while the demo market is shown, as in the users' own lists.
 */
export async function connectedExchanges(
  statements: Statements,
  userIds: readonly string[],
  isDemoShown: boolean,
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const { userId, exchange, status, isDemo } = exchangeKeys
  const found = await statements
    .select({ userId, exchanges: countDistinct(exchange) })
    .from(exchangeKeys)
    .where(and(inArray(userId, [...userIds]), eq(status, 'connected'), isDemoShown ? undefined : eq(isDemo, false)))
    .groupBy(userId)
  return new Map(found.map((one) => [one.userId, one.exchanges]))
}
