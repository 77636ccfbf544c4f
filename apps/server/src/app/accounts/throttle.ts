import type { AttemptSubject, Backoff } from '../ports/attempts.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Five are free, then from 1 s to 15 min, never a lock for good (security.md 17). Not scaled by any setting. */
const ACCOUNT: Backoff = { free: 5, firstMs: 1_000, mostMs: 15 * MINUTE, forgetMs: 24 * HOUR }
const FAILURES_OF_ADDRESS = { most: 20, windowMs: 10 * MINUTE }
const SIGN_UPS_OF_ADDRESS = { most: 5, windowMs: HOUR }
const SIGN_UPS_OF_NEIGHBOURHOOD = { most: 20, windowMs: HOUR }
/** Ten times what is normal for a site of ours (security.md 17): nobody is refused for it, somebody is told. */
const ALARMING_FAILURES = { most: 300, windowMs: MINUTE }

type Part = Pick<AccountParts, 'attempts' | 'randomness' | 'clock' | 'limitScale' | 'log'>
type Limit = { readonly most: number; readonly windowMs: number }

function subjectOf({ randomness }: Part, scope: string, text: string): AttemptSubject {
  return { scope, id: randomness.fingerprint(scope, text) }
}

const waitOf = (until: number, now: number) =>
  new AccountRefusal('rate-limited', Math.max(1, Math.ceil((until - now) / 1_000)))

/** `what` is guessed at; `key` says of whom, whether or not there is such an account. */
export type Guess = { readonly what: 'login-user' | 'login-admin' | 'proof'; readonly key: string }

/**
 * Counts a guess at a password before it is looked at, so that many at once are not let through together.
 * @throws AccountRefusal
 */
export async function admitGuess(parts: Part, { what, key }: Guess, visit: Visit): Promise<void> {
  const now = parts.clock.now()
  const { most, windowMs } = FAILURES_OF_ADDRESS
  const failures = await parts.attempts.count(subjectOf(parts, 'failures-address', visit.subscriber), windowMs, 0, now)
  if (failures.count >= most * parts.limitScale) throw waitOf(failures.endsAt, now)
  const until = await parts.attempts.begin(subjectOf(parts, what, key), ACCOUNT, now)
  if (until !== null) throw waitOf(until, now)
}

/** A good one clears the account's own counter, and no other. */
export async function clearGuesses(parts: Part, { what, key }: Guess): Promise<void> {
  await parts.attempts.clear(subjectOf(parts, what, key))
}

/** A wrong one counts against its address, and towards the alarm. */
export async function countFailure(parts: Part, visit: Visit): Promise<void> {
  const now = parts.clock.now()
  const { most, windowMs } = ALARMING_FAILURES
  await parts.attempts.count(
    subjectOf(parts, 'failures-address', visit.subscriber),
    FAILURES_OF_ADDRESS.windowMs,
    1,
    now,
  )
  const all = await parts.attempts.count(subjectOf(parts, 'failures-all', ''), windowMs, 1, now)
  if (all.count === Math.ceil(most * parts.limitScale))
    parts.log('many-failed-logins', { alarm: true, inMs: windowMs, count: all.count })
}

/** @throws AccountRefusal when an address, or those around it, sign up too often (security.md 20). */
export async function admitSignUp(parts: Part, visit: Visit): Promise<void> {
  await take(parts, subjectOf(parts, 'sign-ups-address', visit.subscriber), SIGN_UPS_OF_ADDRESS)
  await take(parts, subjectOf(parts, 'sign-ups-around', visit.neighbourhood), SIGN_UPS_OF_NEIGHBOURHOOD)
}

async function take(parts: Part, subject: AttemptSubject, { most, windowMs }: Limit): Promise<void> {
  const now = parts.clock.now()
  const { count, endsAt } = await parts.attempts.count(subject, windowMs, 1, now)
  if (count > most * parts.limitScale) throw waitOf(endsAt, now)
}
