import type { Sharer } from '../ports/system/fair-queue.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { NewUser } from '../ports/users/users.ts'
import { auditEntry } from './audit-entry.ts'
import { cleanEmail, emailKey } from './email-key.ts'
import { newPassword, ONE_TIME_MS } from './passwords.ts'
import { OPERATOR, strangerAt } from './sharers.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'

export type AdminDetails = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}

/** The token of a one-time address for the first admin; null where there is an admin (security.md 14). */
export async function beginAdminSetup(parts: UserParts): Promise<string | null> {
  const { users, oneTime, randomness, clock } = parts
  if (await users.hasAdmin()) return null
  const token = randomness.newSecret()
  const now = clock.now()
  const audit = auditEntry(now, 'admin-setup-begun', null, { by: 'system' })
  const hash = randomness.fingerprint('one-time', token)
  await oneTime.add({ purpose: 'admin-setup', hash, userId: null, expiresAt: now + ONE_TIME_MS }, audit)
  return token
}

/** Creates the first admin with the token of a one-time address. @throws UserRefusal, QueueFull */
export async function setUpAdmin(
  parts: UserParts,
  { token, ...details }: AdminDetails & { readonly token: string },
  visit: Visit,
): Promise<void> {
  const { oneTime, randomness, clock } = parts
  const hashes = randomness.fingerprints('one-time', token)
  if ((await oneTime.find('admin-setup', hashes, clock.now())) === null) throw new UserRefusal('token-invalid')
  const user = await newAdmin(parts, details, strangerAt(visit))
  const audit = auditEntry(clock.now(), 'admin-created', visit, {
    about: user.id,
    detail: { by: 'one-time address' },
  })
  if (!(await oneTime.createFirstAdmin(hashes, user, audit))) throw new UserRefusal('token-invalid')
}

/**
 * Creates the admin of the bootstrap file; false where there is an admin already. @throws UserRefusal, QueueFull
 */
export async function bootstrapAdmin(parts: UserParts, details: AdminDetails): Promise<boolean> {
  if (await parts.users.hasAdmin()) return false
  const user = await newAdmin(parts, details, OPERATOR)
  const detail = { by: 'bootstrap file' }
  const audit = auditEntry(parts.clock.now(), 'admin-created', null, { by: 'system', about: user.id, detail })
  return parts.oneTime.createFirstAdmin(null, user, audit)
}

/** Creates a further admin, for the owner of the data folder. @throws UserRefusal, QueueFull */
export async function createAdmin(parts: UserParts, details: AdminDetails): Promise<void> {
  const user = await newAdmin(parts, details, OPERATOR)
  const detail = { by: 'command' }
  const audit = auditEntry(parts.clock.now(), 'admin-created', null, { by: 'system', about: user.id, detail })
  try {
    await parts.users.create(user, audit, null)
  } catch (error) {
    if (error instanceof StorageFailure && error.kind === 'duplicate') throw new UserRefusal('conflict')
    throw error
  }
}

/**
 * Disables or enables an admin, for the owner of the data folder; the last active admin is disabled only where
 * `mayBeLast`. Returns how many sessions ended.
 */
export async function setAdminActive(
  { users, clock }: UserParts,
  email: string,
  change: { readonly isActive: boolean; readonly mayBeLast: boolean },
): Promise<number | 'no-account' | 'last' | 'unchanged'> {
  const user = await users.byEmail('admin', emailKey(email))
  if (user === null) return 'no-account'
  const { isActive } = change
  const detail = { before: { is_active: !isActive }, after: { is_active: isActive }, by: 'command' }
  const audit = auditEntry(clock.now(), 'user-changed', null, { by: 'system', about: user.id, detail })
  return users.setAdminActive(user.id, change, audit)
}

async function newAdmin(
  parts: UserParts,
  { email, password, firstName, lastName }: AdminDetails,
  by: Sharer,
): Promise<NewUser> {
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
