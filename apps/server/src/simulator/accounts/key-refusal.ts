/**
 * Reasons for which a signed call is refused before its content is read. Exchanges word them differently, and some
 * share a wording.
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
