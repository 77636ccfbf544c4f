/**
 * Reasons to refuse a signed call before its content is read. Exchanges word them differently; some reasons share a
 * wording.
 */
export const KEY_REFUSALS = [
  'unknown',
  'signature',
  'clock',
  'address',
  'expired',
  'permission',
  'lockout',
  'maintenance',
] as const
export type KeyRefusal = (typeof KEY_REFUSALS)[number]
