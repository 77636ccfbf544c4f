import { and, eq, isNull } from 'drizzle-orm'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Statements } from '../database/database.ts'
import { deletedKeys, exchangeKeys } from '../schema/exchange-keys.ts'
import { idempotencyKeys } from '../schema/operation.ts'
import { oneTimeTokens, recoveryCodes, sessions, users } from '../schema/users.ts'
import { TWO_YEARS_MS } from '../upkeep/retention-rules.ts'
import { TOTP_OFF } from '../users/totp-store.ts'
import { erase, SIGN_UP } from '../users/user-store.ts'
import { type Deletion, deletedSince, latestOf } from './deletions.ts'

/**
 * A hash that no password matches: the user gets in only with a new password, by an address that the operator makes.
 */
const VOID = ''

/** What a restore did not bring back, counted. */
export type NotRevived = Readonly<
  Record<'sessions' | 'addresses' | 'keys' | 'users' | 'passwords' | 'disabled' | 'premium', number>
>

/** One restore: the statements of its transaction, the list beside the copies, and its time. */
type Restored = { readonly statements: Statements; readonly deletions: readonly Deletion[]; readonly now: number }

/**
 * Takes back what a restored copy opens again: every session and one-time address, and what the list says was deleted,
 * disabled, taken away, changed or used up since, with lines of the audit log. What the copy's own log tells is no news.
 */
export async function reviveNothing(
  statements: Statements,
  deletions: readonly Deletion[],
  now: number,
): Promise<NotRevived> {
  const restored = { statements, deletions, now }
  const known = latestOf(await deletedSince(statements, new Date(0)))
  return {
    ...(await endAll(restored)),
    ...(await deleteAgain(restored)),
    ...(await voidChanged(restored, known)),
    ...(await takeAgain(restored, known)),
  }
}

async function endAll({ statements, now }: Restored): Promise<Pick<NotRevived, 'sessions' | 'addresses'>> {
  const at = new Date(now)
  const ended = await statements
    .update(sessions)
    .set({ endedAt: at, endReason: 'restored' })
    .where(isNull(sessions.endedAt))
  const used = await statements.update(oneTimeTokens).set({ usedAt: at }).where(isNull(oneTimeTokens.usedAt))
  // A repeated sign-up would be answered with a session of its account.
  await statements.delete(idempotencyKeys).where(eq(idempotencyKeys.route, SIGN_UP.route))
  return { sessions: ended.rowCount ?? 0, addresses: used.rowCount ?? 0 }
}

async function deleteAgain({ statements, deletions, now }: Restored): Promise<Pick<NotRevived, 'keys' | 'users'>> {
  const { id, exchange, isTestnet: testnet, userId: owner } = exchangeKeys
  const held = await statements.select({ id, exchange, testnet, owner }).from(exchangeKeys)
  const goneKeys = idsOf(deletions, 'key')
  const keys = held.filter((key) => goneKeys.has(key.id))
  for (const { id: keyId, ...detail } of keys) {
    await statements.delete(exchangeKeys).where(eq(id, keyId))
    await statements.insert(deletedKeys).values({ id: keyId, exchange: detail.exchange, deletedAt: new Date(now) })
    await addAuditLine(statements, line(now, 'key-deleted', { kind: 'exchange-key', id: keyId }, detail))
  }
  const goneUsers = idsOf(deletions, 'account')
  const gone = (await statements.select({ id: users.id }).from(users)).filter((one) => goneUsers.has(one.id))
  for (const one of gone) await erase(statements, one.id, line(now, 'account-deleted', account(one.id)))
  return { keys: keys.length, users: gone.length }
}

/**
 * Makes former passwords and second factors open nothing. Where the second factor was changed, the password opens
 * nothing either.
 */
async function voidChanged(
  { statements, deletions, now }: Restored,
  known: ReadonlyMap<string, Deletion>,
): Promise<Pick<NotRevived, 'passwords'>> {
  const fresh = [...latestOf(deletions).values()].filter(
    ({ what, id, time }) => time > (known.get(`${what} ${id}`)?.time ?? now - TWO_YEARS_MS),
  )
  const factors = idsOf(fresh, 'second-factor')
  const ids = new Set([...idsOf(fresh, 'password'), ...factors])
  const held = (await statements.select({ id: users.id }).from(users)).filter(({ id }) => ids.has(id))
  for (const { id } of held) {
    const off = factors.has(id) ? TOTP_OFF : {}
    await statements
      .update(users)
      .set({ passwordHash: VOID, ...off })
      .where(eq(users.id, id))
    if (factors.has(id)) await statements.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
    await addAuditLine(statements, line(now, 'password-voided', account(id), { second_factor: factors.has(id) }))
  }
  const usedCodes = idsOf(fresh, 'code')
  for (const { id } of await statements.select({ id: recoveryCodes.id }).from(recoveryCodes)) {
    if (!usedCodes.has(id)) continue
    await statements
      .update(recoveryCodes)
      .set({ usedAt: new Date(now) })
      .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.usedAt)))
  }
  return { passwords: held.length }
}

/** Disables users and takes premium away where this was the last deed on the user. */
async function takeAgain(
  { statements, deletions, now }: Restored,
  known: ReadonlyMap<string, Deletion>,
): Promise<Pick<NotRevived, 'disabled' | 'premium'>> {
  const latest = latestOf([...known.values(), ...deletions])
  const isLast = (what: Deletion['what'], over: Deletion['what'], id: string) =>
    (latest.get(`${what} ${id}`)?.time ?? 0) > (latest.get(`${over} ${id}`)?.time ?? 0)
  const { id, isActive, isPremium } = users
  const held = await statements.select({ id, isActive, isPremium }).from(users)
  const change = async (one: string, set: { isActive: false } | { isPremium: false }, name: string) => {
    await statements.update(users).set(set).where(eq(id, one))
    const detail = { before: { [name]: true }, after: { [name]: false } }
    await addAuditLine(statements, line(now, 'user-changed', account(one), detail))
  }
  const disabled = held.filter((one) => one.isActive && isLast('disabled', 'enabled', one.id))
  for (const one of disabled) await change(one.id, { isActive: false }, 'is_active')
  const premium = held.filter((one) => one.isPremium && isLast('premium-off', 'premium-on', one.id))
  for (const one of premium) await change(one.id, { isPremium: false }, 'is_premium')
  return { disabled: disabled.length, premium: premium.length }
}

const idsOf = (deletions: readonly Deletion[], wanted: Deletion['what']): ReadonlySet<string> =>
  new Set(deletions.filter(({ what }) => what === wanted).map(({ id }) => id))

const account = (id: string) => ({ kind: 'account', id }) as const

const line = (time: number, action: string, subject: AuditEntry['subject'], detail: AuditEntry['detail'] = {}) => ({
  ...{ time, action, subject, detail: { ...detail, why: 'restored' } },
  ...{ actor: { kind: 'system' } as const, address: null, requestId: null },
})
