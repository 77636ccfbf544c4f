import type { AttemptSubject, Backoff } from '../ports/users/attempts.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Backoff of guesses at one user: five are free, then 1 s doubles up to 15 min; never a permanent lock (security.md
 * 17). No setting scales it.
 */
const USER: Backoff = { free: 5, firstMs: 1_000, mostMs: 15 * MINUTE, forgetMs: 24 * HOUR }
const FAILURES_OF_ADDRESS = { most: 20, windowMs: 10 * MINUTE }
const SIGN_UPS_OF_ADDRESS = { most: 5, windowMs: HOUR }
const SIGN_UPS_OF_NEIGHBOURHOOD = { most: 20, windowMs: HOUR }
/**
 * Failures of the whole site that raise an alarm: ten times the normal rate (security.md 17). Nobody is refused for it.
 */
const ALARMING_FAILURES = { most: 300, windowMs: MINUTE }

type Part = Pick<UserParts, 'attempts' | 'randomness' | 'clock' | 'limitScale' | 'log'>
type Limit = { readonly most: number; readonly windowMs: number }

function subjectOf({ randomness }: Part, scope: string, text: string): AttemptSubject {
  return { scope, id: randomness.fingerprint(scope, text) }
}

const waitOf = (until: number, now: number) =>
  new UserRefusal('rate-limited', Math.max(1, Math.ceil((until - now) / 1_000)))

/**
 * What a guess aims at; `key` identifies the user, whether or not it exists. `device`: a device on which the user
 * has logged in before (`knownDevice`). Its guesses are counted apart from strangers' guesses, which could else lock
 * the user out.
 */
export type Guess = {
  readonly what: 'login-user' | 'login-admin' | 'proof'
  readonly key: string
  readonly device?: string | null
}

const counterOf = (parts: Part, { what, key, device }: Guess) =>
  subjectOf(parts, what, device == null ? key : `${key}\0${device}`)

/**
 * Counts a guess before it is verified, so that parallel guesses cannot pass together.
 * @throws UserRefusal
 */
export async function admitGuess(parts: Part, guess: Guess, visit: Visit): Promise<void> {
  const now = parts.clock.now()
  const { most, windowMs } = FAILURES_OF_ADDRESS
  const failures = await parts.attempts.count(subjectOf(parts, 'failures-address', visit.subscriber), windowMs, 0, now)
  // Other users may have guessed from the address of a known device.
  if (guess.device == null && failures.count >= most * parts.limitScale) throw waitOf(failures.endsAt, now)
  const until = await parts.attempts.begin(counterOf(parts, guess), USER, now)
  if (until !== null) throw waitOf(until, now)
}

/** Clears only the guess's own counter, after a right guess. */
export async function clearGuesses(parts: Part, guess: Guess): Promise<void> {
  await parts.attempts.clear(counterOf(parts, guess))
}

/** Counts a wrong guess against its address and towards the alarm. */
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

/** Counts a sign-up. @throws UserRefusal over the limit of the address or its neighbourhood (security.md 20) */
export async function admitSignUp(parts: Part, visit: Visit): Promise<void> {
  await take(parts, subjectOf(parts, 'sign-ups-address', visit.subscriber), SIGN_UPS_OF_ADDRESS)
  await take(parts, subjectOf(parts, 'sign-ups-around', visit.neighbourhood), SIGN_UPS_OF_NEIGHBOURHOOD)
}

async function take(parts: Part, subject: AttemptSubject, { most, windowMs }: Limit): Promise<void> {
  const now = parts.clock.now()
  const { count, endsAt } = await parts.attempts.count(subject, windowMs, 1, now)
  if (count > most * parts.limitScale) throw waitOf(endsAt, now)
}
