import type { Account } from '../ports/accounts/accounts.ts'
import type { AccountParts } from './account-parts.ts'

/** Verifies a code of the authenticator or an unused recovery code; either is used up. */
export async function isRightCode(parts: AccountParts, account: Account, code: string): Promise<boolean> {
  const { totp, codes, clock } = parts
  if (account.totp === null) return false
  if (/^[\d ]+$/.test(code)) {
    const step = codes.stepOf(account.id, account.totp, code)
    return step !== null && totp.useStep(account.id, step)
  }
  return totp.useRecoveryCode(account.id, codes.recoveryHashes(code), clock.now())
}
