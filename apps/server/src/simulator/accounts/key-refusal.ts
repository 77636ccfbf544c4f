/** Why a signed call is refused, before anything of it is read. Each exchange has its own words, some the same for several. */
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
