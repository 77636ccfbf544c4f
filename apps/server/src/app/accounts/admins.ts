import type { NewAccount } from '../ports/accounts/accounts.ts'
import type { Sharer } from '../ports/system/fair-queue.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import { cleanEmail, emailKey } from './email-key.ts'
import { newPassword, ONE_TIME_MS } from './passwords.ts'
import { OPERATOR, strangerAt } from './sharers.ts'

export type AdminDetails = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}

/** The token of a one-time address for the first admin; null where there is an admin (security.md 14). */
export async function beginAdminSetup(parts: AccountParts): Promise<string | null> {
  const { accounts, oneTime, randomness, clock } = parts
  if (await accounts.hasAdmin()) return null
  const token = randomness.newSecret()
  const now = clock.now()
  const audit = auditEntry(now, 'admin-setup-begun', null, { by: 'system' })
  const hash = randomness.fingerprint('one-time', token)
  await oneTime.add({ purpose: 'admin-setup', hash, userId: null, expiresAt: now + ONE_TIME_MS }, audit)
  return token
}

/** Creates the first admin with the token of a one-time address. @throws AccountRefusal, QueueFull */
export async function setUpAdmin(
  parts: AccountParts,
  { token, ...details }: AdminDetails & { readonly token: string },
  visit: Visit,
): Promise<void> {
  const { oneTime, randomness, clock } = parts
  const hashes = randomness.fingerprints('one-time', token)
  if ((await oneTime.find('admin-setup', hashes, clock.now())) === null) throw new AccountRefusal('token-invalid')
  const account = await newAdmin(parts, details, strangerAt(visit))
  const audit = auditEntry(clock.now(), 'admin-created', visit, {
    about: account.id,
    detail: { by: 'one-time address' },
  })
  if (!(await oneTime.createFirstAdmin(hashes, account, audit))) throw new AccountRefusal('token-invalid')
}

/**
 * Creates the admin of the bootstrap file; false where there is an admin already. @throws AccountRefusal, QueueFull
 */
export async function bootstrapAdmin(parts: AccountParts, details: AdminDetails): Promise<boolean> {
  if (await parts.accounts.hasAdmin()) return false
  const account = await newAdmin(parts, details, OPERATOR)
  const detail = { by: 'bootstrap file' }
  const audit = auditEntry(parts.clock.now(), 'admin-created', null, { by: 'system', about: account.id, detail })
  return parts.oneTime.createFirstAdmin(null, account, audit)
}

/** Creates a further admin, for the owner of the data folder. @throws AccountRefusal, QueueFull */
export async function createAdmin(parts: AccountParts, details: AdminDetails): Promise<void> {
  const account = await newAdmin(parts, details, OPERATOR)
  const detail = { by: 'command' }
  const audit = auditEntry(parts.clock.now(), 'admin-created', null, { by: 'system', about: account.id, detail })
  try {
    await parts.accounts.create(account, audit, null)
  } catch (error) {
    if (error instanceof StorageFailure && error.kind === 'duplicate') throw new AccountRefusal('conflict')
    throw error
  }
}

/**
 * Disables or enables an admin, for the owner of the data folder; the last active admin is disabled only where
 * `mayBeLast`. Returns how many sessions ended.
 */
export async function setAdminActive(
  { accounts, clock }: AccountParts,
  email: string,
  change: { readonly isActive: boolean; readonly mayBeLast: boolean },
): Promise<number | 'no-account' | 'last' | 'unchanged'> {
  const account = await accounts.byEmail('admin', emailKey(email))
  if (account === null) return 'no-account'
  const { isActive } = change
  const detail = { before: { is_active: !isActive }, after: { is_active: isActive }, by: 'command' }
  const audit = auditEntry(clock.now(), 'user-changed', null, { by: 'system', about: account.id, detail })
  return accounts.setAdminActive(account.id, change, audit)
}

async function newAdmin(
  parts: AccountParts,
  { email, password, firstName, lastName }: AdminDetails,
  by: Sharer,
): Promise<NewAccount> {
  const words = { email: cleanEmail(email), firstName, lastName, phone: null }
  return {
    id: parts.randomness.newId(),
    role: 'admin',
    ...words,
    emailKey: emailKey(email),
    password: (await newPassword(parts, 'admin', words, password, by)).password,
    isPasswordWeak: false,
    createdAt: parts.clock.now(),
    noticeVersion: null,
  }
}
