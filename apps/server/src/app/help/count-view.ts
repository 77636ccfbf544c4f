import type { UserParts } from '../users/user-parts.ts'

const HOUR = 3_600_000

/** Counts a reader once an hour (security.md 64), by a hash of the address. Null: no such published article. */
export function countView(
  { articles, randomness, clock }: Pick<UserParts, 'articles' | 'randomness' | 'clock'>,
  id: string,
  subscriber: string,
): Promise<number | null> {
  const hour = Math.floor(clock.now() / HOUR) * HOUR
  return articles.countView(id, randomness.fingerprint('reader', subscriber), hour)
}
