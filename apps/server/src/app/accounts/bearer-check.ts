import type { Audience } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { TokenSigning } from '../ports/secrets.ts'
import type { OpenSession, SessionStore } from '../ports/sessions.ts'
import { isOpen } from './session-limits.ts'

/** Who asks, as the database has it now. */
export type Caller = {
  readonly audience: Audience
  readonly accountId: string
  readonly sessionId: string
  readonly isPremium: boolean
  readonly hasTotp: boolean
  readonly provenAt: number | null
}

/** What is ended elsewhere is refused here within 2 s (security.md 29): this, and the time of one look at the database. */
const BELIEVED_MS = 1_500
/** Beyond that everything is looked up again: memory stays bounded whatever is sent. */
const MOST = 20_000

/** A look at the database that takes longer is not waited for by those who only read the market (S5). */
const PATIENCE_MS = 500
/** Meanwhile what the last one found is believed, no longer than this. */
const BELIEVED_AT_MOST_MS = 2_000

type Known = { readonly at: number; readonly session: Promise<OpenSession | null> }
/** `changed`: it is to be looked up again. */
type SessionLookup = { readonly at: number; readonly session: OpenSession | null | 'changed' }
type Token = { readonly accountId: string; readonly sessionId: string; readonly expiresAt: number }

/** Whose a bearer token is. A signature is checked once, the session behind it again every other second. */
export class BearerCheck {
  readonly #tokens: TokenSigning
  readonly #sessions: Pick<SessionStore, 'find'>
  readonly #clock: Clock
  readonly #read: Readonly<Record<Audience, Map<string, Token>>> = { user: new Map(), admin: new Map() }
  readonly #known = new Map<string, Known>()
  /** What the newest look found that is over, by when it began, for while the database is slow. */
  readonly #lookups = new Map<string, SessionLookup>()
  /** The last look took longer than those who only read would wait. */
  #isSlow = false

  constructor(tokens: TokenSigning, sessions: Pick<SessionStore, 'find'>, clock: Clock) {
    this.#tokens = tokens
    this.#sessions = sessions
    this.#clock = clock
  }

  /**
   * Null for every token that is not one of ours, not of this audience, expired, or of a session that is over.
   * @throws StorageFailure
   */
  async caller(audience: Audience, token: string): Promise<Caller | null> {
    return this.#callerBy((id) => this.#sessionOf(id), audience, token)
  }

  /**
   * The same for whoever only reads the market, which never waits for the database: where that is slow, what it said last
   * holds for a moment more, and whoever is not known from before is nobody for now.
   * @throws StorageFailure
   */
  async callerAtOnce(audience: Audience, token: string): Promise<Caller | null> {
    return this.#callerBy((id) => this.#sessionAtOnce(id), audience, token)
  }

  /** Whether a session that was let in before is still open, for what goes on for long. */
  async isStillOpen(sessionId: string): Promise<boolean> {
    const session = await this.#sessionOf(sessionId)
    return session !== null && isOpen(session, this.#clock.now())
  }

  /** Something about a session changed here: nothing older is believed. */
  forget(sessionId: string): void {
    this.#known.delete(sessionId)
    this.#remember(sessionId, { at: this.#clock.now(), session: 'changed' })
  }

  async #readToken(audience: Audience, token: string): Promise<Token | null> {
    const read = this.#read[audience]
    const known = read.get(token)
    if (known !== undefined) return known
    const now = this.#clock.now()
    const fresh = await this.#tokens.read(audience, token, now)
    if (fresh === null) return null
    if (read.size >= MOST) read.clear()
    read.set(token, fresh)
    return fresh
  }

  async #callerBy(
    sessionOf: (id: string) => Promise<OpenSession | null>,
    audience: Audience,
    token: string,
  ): Promise<Caller | null> {
    const read = await this.#readToken(audience, token)
    if (read === null || read.expiresAt <= this.#clock.now()) return null
    const session = await sessionOf(read.sessionId)
    if (session === null || session.audience !== audience || session.userId !== read.accountId) return null
    if (!isOpen(session, this.#clock.now())) return null
    const { id: sessionId, userId: accountId, isPremium, hasTotp, provenAt } = session
    return { audience, accountId, sessionId, isPremium, hasTotp, provenAt }
  }

  async #sessionAtOnce(id: string): Promise<OpenSession | null> {
    const last = this.#believed(id, BELIEVED_MS)
    if (last !== undefined) return last
    const found = this.#sessionOf(id)
    // Whoever hears of it too late is not there to hear of its failure.
    found.catch(() => undefined)
    // Once it is known to be slow nobody waits, not even for a timer's shortest time.
    const outcome = await (this.#isSlow ? Promise.race([found, 'late' as const]) : this.#inTime(found))
    if (outcome !== 'late') return outcome
    this.#isSlow = true
    return this.#believed(id, BELIEVED_AT_MOST_MS) ?? null
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
    if (known !== undefined && now - known.at < BELIEVED_MS) return known.session
    if (this.#known.size >= MOST) this.#known.clear()
    const session = this.#sessions.find(id)
    const entry = { at: now, session }
    this.#known.set(id, entry)
    const looked = (isFound: boolean) => {
      this.#isSlow = this.#clock.now() - now > PATIENCE_MS
      // Whoever waits is told of a failure; the next one asks again.
      if (!isFound && this.#known.get(id) === entry) this.#known.delete(id)
    }
    session.then(
      (found) => {
        looked(true)
        this.#remember(id, { at: now, session: found })
      },
      () => looked(false),
    )
    return session
  }

  #believed(id: string, withinMs: number): OpenSession | null | undefined {
    const lookup = this.#lookups.get(id)
    if (lookup === undefined || lookup.session === 'changed') return undefined
    return this.#clock.now() - lookup.at < withinMs ? lookup.session : undefined
  }

  #remember(id: string, lookup: SessionLookup): void {
    const known = this.#lookups.get(id)
    if (known !== undefined && known.at >= lookup.at && lookup.session !== 'changed') return
    if (this.#lookups.size >= MOST) this.#lookups.clear()
    this.#lookups.set(id, lookup)
  }
}
