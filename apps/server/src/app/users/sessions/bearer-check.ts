import type { Clock } from '../../ports/system/clock.ts'
import type { TokenSigning } from '../../ports/users/secrets.ts'
import type { OpenSession, SessionStore } from '../../ports/users/sessions.ts'
import type { Audience } from '../../ports/users/users.ts'
import { isOpen } from './session-limits.ts'

/** The caller behind a token, by the session as the database has it. */
export type Caller = {
  readonly audience: Audience
  readonly userId: string
  readonly sessionId: string
  readonly isPremium: boolean
  readonly hasTotp: boolean
  readonly provenAt: number | null
}

/**
 * TTL of a session look-up, ms: a session ended on another node is refused here within 2 s (security.md 29), which
 * leaves 500 ms for the query.
 */
const BELIEVED_MS = 1_500
/** Limit of each cache, in entries. A full cache is cleared, so that memory stays bounded whatever is sent. */
const MOST = 20_000

/** Longest wait for the database of a call that only reads the market, ms (S5). */
const PATIENCE_MS = 500
/** Largest age of the last finished look-up, which such a call uses instead of waiting, ms. */
const BELIEVED_AT_MOST_MS = 2_000

/** A look-up of a session, which may still run; `time` is when it began, epoch ms. */
type CachedLookup = { readonly time: number; readonly session: Promise<OpenSession | null> }
/** The result of a finished look-up that began at `time`, epoch ms; `changed`: the session has to be looked up again. */
type SessionLookup = { readonly time: number; readonly session: OpenSession | null | 'changed' }
type Token = { readonly userId: string; readonly sessionId: string; readonly expiresAt: number }

/** Finds the caller of a bearer token. A signature is checked once, the session behind it again after `BELIEVED_MS`. */
export class BearerCheck {
  readonly #tokens: TokenSigning
  readonly #sessions: Pick<SessionStore, 'find'>
  readonly #clock: Clock
  readonly #read: Readonly<Record<Audience, Map<string, Token>>> = { user: new Map(), admin: new Map() }
  readonly #known = new Map<string, CachedLookup>()
  /**
   * Result of the newest finished look-up by session, with the time at which it began; used while the database is slow.
   */
  readonly #lookups = new Map<string, SessionLookup>()
  /** The last look-up took longer than `PATIENCE_MS`. */
  #isSlow = false

  constructor(tokens: TokenSigning, sessions: Pick<SessionStore, 'find'>, clock: Clock) {
    this.#tokens = tokens
    this.#sessions = sessions
    this.#clock = clock
  }

  /**
   * Null for a token that we did not make, of another audience, expired, or of a session that is over.
   * @throws StorageFailure
   */
  async caller(audience: Audience, token: string): Promise<Caller | null> {
    const read = await this.#readToken(audience, token)
    return read === null ? null : this.#callerOf(audience, read, await this.#sessionOf(read.sessionId))
  }

  /**
   * Like `caller`, for calls that only read the market and never wait for a slow database: the last finished look-up
   * holds for `BELIEVED_AT_MOST_MS`, and a session without one is `unchecked`.
   * @throws StorageFailure
   */
  async callerAtOnce(audience: Audience, token: string): Promise<Caller | null | 'unchecked'> {
    const read = await this.#readToken(audience, token)
    if (read === null) return null
    const session = await this.#sessionAtOnce(read.sessionId)
    return session === 'unchecked' ? session : this.#callerOf(audience, read, session)
  }

  /** Whether an accepted session is still open, for long-lived connections. */
  async isStillOpen(sessionId: string): Promise<boolean> {
    const session = await this.#sessionOf(sessionId)
    return session !== null && isOpen(session, this.#clock.now())
  }

  /** Drops what is cached of a session that this process changed. */
  forget(sessionId: string): void {
    this.#known.delete(sessionId)
    this.#remember(sessionId, { time: this.#clock.now(), session: 'changed' })
  }

  async #readToken(audience: Audience, token: string): Promise<Token | null> {
    const read = this.#read[audience]
    const known = read.get(token)
    const now = this.#clock.now()
    if (known !== undefined) return known.expiresAt > now ? known : null
    const fresh = await this.#tokens.read(audience, token, now)
    if (fresh === null) return null
    if (read.size >= MOST) read.clear()
    read.set(token, fresh)
    return fresh
  }

  #callerOf(audience: Audience, read: Token, session: OpenSession | null): Caller | null {
    if (session === null || session.audience !== audience || session.userId !== read.userId) return null
    if (!isOpen(session, this.#clock.now())) return null
    const { id: sessionId, userId, isPremium, hasTotp, provenAt } = session
    return { audience, userId, sessionId, isPremium, hasTotp, provenAt }
  }

  async #sessionAtOnce(id: string): Promise<OpenSession | null | 'unchecked'> {
    const last = this.#believed(id, BELIEVED_MS)
    if (last !== undefined) return last
    const found = this.#sessionOf(id)
    // The caller may have stopped waiting: a later failure must not become an unhandled rejection.
    found.catch(() => undefined)
    // While the database is slow there is no wait at all, not even the shortest timer.
    const outcome = await (this.#isSlow ? Promise.race([found, 'late' as const]) : this.#inTime(found))
    if (outcome !== 'late') return outcome
    this.#isSlow = true
    const older = this.#believed(id, BELIEVED_AT_MOST_MS)
    return older === undefined ? 'unchecked' : older
  }

  async #inTime<T>(found: Promise<T>): Promise<T | 'late'> {
    let tell: (word: 'late') => void = () => undefined
    const late = new Promise<'late'>((resolve) => {
      tell = resolve
    })
    const timer = this.#clock.after(PATIENCE_MS, () => tell('late'))
    try {
      return await Promise.race([found, late])
    } finally {
      timer.cancel()
    }
  }

  #sessionOf(id: string): Promise<OpenSession | null> {
    const now = this.#clock.now()
    const known = this.#known.get(id)
    if (known !== undefined && now - known.time < BELIEVED_MS) return known.session
    if (this.#known.size >= MOST) this.#known.clear()
    const session = this.#sessions.find(id)
    const entry = { time: now, session }
    this.#known.set(id, entry)
    const looked = (isFound: boolean) => {
      this.#isSlow = this.#clock.now() - now > PATIENCE_MS
      // A failure goes to the callers that wait; the next call asks again.
      if (!isFound && this.#known.get(id) === entry) this.#known.delete(id)
    }
    session.then(
      (found) => {
        looked(true)
        this.#remember(id, { time: now, session: found })
      },
      () => looked(false),
    )
    return session
  }

  #believed(id: string, withinMs: number): OpenSession | null | undefined {
    const lookup = this.#lookups.get(id)
    if (lookup === undefined || lookup.session === 'changed') return undefined
    return this.#clock.now() - lookup.time < withinMs ? lookup.session : undefined
  }

  #remember(id: string, lookup: SessionLookup): void {
    const known = this.#lookups.get(id)
    if (known !== undefined && known.time >= lookup.time && lookup.session !== 'changed') return
    if (this.#lookups.size >= MOST) this.#lookups.clear()
    this.#lookups.set(id, lookup)
  }
}
