import { LIMITS } from '@makas/contract'

/** How a password stands by its length alone; nothing else of it can be judged without a list of common ones. */
export type PasswordStrength = 'empty' | 'short' | 'weak' | 'fair' | 'long'

/** What the site advises everybody to have, and admins must have (security.md 9, 11). */
export const ADVISED = LIMITS.adminPassword

/** `least`: how many characters this account's password must have. */
export function passwordStrength(characters: number, least: number): PasswordStrength {
  if (characters === 0) return 'empty'
  if (characters < least) return 'short'
  if (characters < LIMITS.weakPassword) return 'weak'
  return characters < ADVISED ? 'fair' : 'long'
}
