import type { User } from '../ports/users/users.ts'
import type { UserParts } from './user-parts.ts'

/** Verifies a code of the authenticator or an unused recovery code; either is used up. */
export async function isRightCode(parts: UserParts, user: User, code: string): Promise<boolean> {
  const { totp, codes, clock } = parts
  if (user.totp === null) return false
  if (/^[\d ]+$/.test(code)) {
    const step = codes.stepOf(user.id, user.totp, code)
    return step !== null && totp.useStep(user.id, step)
  }
  return totp.useRecoveryCode(user.id, codes.recoveryHashes(code), clock.now())
}
