import type { Audience } from '../ports/accounts.ts'
import type { Clock } from '../ports/book-feed.ts'
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

type Known = { readonly at: number; readonly session: Promise<OpenSession | null> }
type Token = { readonly accountId: string; readonly sessionId: string; readonly expiresAt: number }

/** Whose a bearer token is. A signature is checked once, the session behind it again every other second. */
export class BearerCheck {
  readonly #tokens: TokenSigning
  readonly #sessions: Pick<SessionStore, 'find'>
  readonly #clock: Clock
  readonly #read: Readonly<Record<Audience, Map<string, Token>>> = { user: new Map(), admin: new Map() }
  readonly #known = new Map<string, Known>()

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
    const read = await this.#readToken(audience, token)
    if (read === null || read.expiresAt <= this.#clock.now()) return null
    const session = await this.#sessionOf(read.sessionId)
    if (session === null || session.audience !== audience || session.userId !== read.accountId) return null
    if (!isOpen(session, this.#clock.now())) return null
    const { id: sessionId, userId: accountId, isPremium, hasTotp, provenAt } = session
    return { audience, accountId, sessionId, isPremium, hasTotp, provenAt }
  }

  /** Whether a session that was let in before is still open, for what goes on for long. */
  async isStillOpen(sessionId: string): Promise<boolean> {
    const session = await this.#sessionOf(sessionId)
    return session !== null && isOpen(session, this.#clock.now())
  }

  /** Something about a session changed here: nothing older is believed. */
  forget(sessionId: string): void {
    this.#known.delete(sessionId)
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

  #sessionOf(id: string): Promise<OpenSession | null> {
    const now = this.#clock.now()
    const known = this.#known.get(id)
    if (known !== undefined && now - known.at < BELIEVED_MS) return known.session
    if (this.#known.size >= MOST) this.#known.clear()
    const session = this.#sessions.find(id)
    const entry = { at: now, session }
    this.#known.set(id, entry)
    // Whoever waits is told; the next one asks again.
    session.catch(() => {
      if (this.#known.get(id) === entry) this.#known.delete(id)
    })
    return session
  }
}
