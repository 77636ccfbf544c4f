import { LIMITS } from '@makas/contract'

/** Strength of a password by its length alone: the site has no list of common passwords. */
export type PasswordStrength = 'empty' | 'short' | 'weak' | 'fair' | 'long'

/** Length that is advised to everybody and required of admins, in characters (security.md 9, 11). */
export const ADVISED = LIMITS.adminPassword

/** `least`: length that this account's password must have, in characters. */
export function passwordStrength(characters: number, least: number): PasswordStrength {
  if (characters === 0) return 'empty'
  if (characters < least) return 'short'
  if (characters < LIMITS.weakPassword) return 'weak'
  return characters < ADVISED ? 'fair' : 'long'
}
