import type { AccountParts } from '../accounts/account-parts.ts'

const HOUR = 3_600_000

/** A reader counts once an hour (security.md 64); of the address only a hash is kept. Null: nothing to be read there. */
export function countView(
  { articles, randomness, clock }: Pick<AccountParts, 'articles' | 'randomness' | 'clock'>,
  id: string,
  subscriber: string,
): Promise<number | null> {
  const hour = Math.floor(clock.now() / HOUR) * HOUR
  return articles.countView(id, randomness.fingerprint('reader', subscriber), hour)
}
