import type { Clock } from '../app/ports/book-feed.ts'
import { StorageFailure } from '../app/ports/storage.ts'
import { type AccountSide, partsOf } from './policies/callers.ts'
import { PreparedBody } from './presenters/prepared-body.ts'
import { presentArticle } from './presenters/support.ts'

/** What changed on another node, and the count of readers, is seen so much later. */
const KEPT_MS = 2_000
/** A change is told of before it is committed: until then, and a moment longer, nothing that is read is kept. */
const SETTLING_MS = 1_000

/** The published articles as one body for everybody: the database is asked once in two seconds, however many read. */
export class ArticleList {
  readonly #accounts: AccountSide
  readonly #clock: Clock
  #kept: { readonly at: number; readonly body: Promise<PreparedBody> } | null = null
  #last: PreparedBody | null = null
  #changedAt = Number.NEGATIVE_INFINITY

  constructor(accounts: AccountSide, clock: Clock) {
    this.#accounts = accounts
    this.#clock = clock
  }

  /** While the database cannot be asked, help is what it was before. @throws ApiFailure, StorageFailure */
  body(): Promise<PreparedBody> {
    const now = this.#clock.now()
    const isSettled = now - this.#changedAt > SETTLING_MS
    if (isSettled && this.#kept !== null && now - this.#kept.at < KEPT_MS) return this.#kept.body
    const body = this.#read()
    this.#kept = isSettled ? { at: now, body } : null
    return body
  }

  /** An article changes here: nothing older is shown. */
  forget(): void {
    this.#kept = null
    this.#changedAt = this.#clock.now()
  }

  async #read(): Promise<PreparedBody> {
    try {
      const articles = await partsOf(this.#accounts).articles.published()
      const text = JSON.stringify(articles.map(presentArticle))
      if (this.#last === null || !this.#last.bytes.equals(Buffer.from(text))) this.#last = new PreparedBody(text)
      return this.#last
    } catch (error) {
      if (error instanceof StorageFailure && this.#last !== null) return this.#last
      this.#kept = null
      throw error
    }
  }
}
