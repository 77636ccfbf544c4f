import type { Article } from '../app/ports/support/articles.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { AccountPartsProvider } from './policies/callers.ts'

/** TTL of the articles, ms: an article's page is at most this much older than its last change. */
const KEPT_MS = 5_000

/** The published articles for the pages that the server renders; read once in five seconds, however many ask. */
export class PublishedArticles {
  readonly #accounts: AccountPartsProvider
  readonly #clock: Clock
  #kept: { readonly at: number; readonly articles: Promise<readonly Article[] | null> } | null = null

  constructor(accounts: AccountPartsProvider, clock: Clock) {
    this.#accounts = accounts
    this.#clock = clock
  }

  /** Null while the database cannot be read: the page is then drawn by the script alone. */
  all(): Promise<readonly Article[] | null> {
    const now = this.#clock.now()
    if (this.#kept !== null && now - this.#kept.at < KEPT_MS) return this.#kept.articles
    const parts = this.#accounts()
    if (parts === null) return Promise.resolve(null)
    const articles = parts.articles.published().catch(() => {
      this.#kept = null
      return null
    })
    this.#kept = { at: now, articles }
    return articles
  }
}
