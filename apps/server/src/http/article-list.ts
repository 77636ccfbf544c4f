import type { Article } from '../app/ports/support/articles.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import { StorageFailure } from '../app/ports/system/storage.ts'
import { ArticleFinder } from './article-finder.ts'
import { KnownArticles } from './known-articles.ts'
import { type AccountPartsProvider, partsOf } from './policies/callers.ts'
import { PreparedBody } from './presenters/prepared-body.ts'
import { presentArticle, presentPreview } from './presenters/support.ts'

/** TTL of the list, ms. Changes on other nodes, and reader counts, are seen this late at most. */
const KEPT_MS = 2_000
/** Time within which a change is committed, ms: it is reported before, and until then nothing that is read is kept. */
const COMMIT_WITHIN_MS = 1_000
/** Cap of kept search results; each may be as large as the list. Many readers type the same first letters. */
const MOST_FOUND = 20

/** The published articles as they were last read, and the bodies made of them. */
type Shelf = {
  readonly all: readonly Article[]
  readonly articles: readonly Article[]
  body: PreparedBody | null
  previews: PreparedBody | null
  /** Search results by search text, in the order in which they were made. */
  readonly found: Map<string, PreparedBody>
}

/** The published articles as one body for all readers: the database is asked at most once in two seconds. */
export class ArticleList {
  readonly #known: KnownArticles
  readonly #clock: Clock
  readonly #finder = new ArticleFinder()
  #kept: { readonly at: number; readonly shelf: Promise<Shelf> } | null = null
  #last: Shelf | null = null
  #changedAt = Number.NEGATIVE_INFINITY

  constructor(accounts: AccountPartsProvider, clock: Clock) {
    this.#known = new KnownArticles(() => partsOf(accounts).articles)
    this.#clock = clock
  }

  /**
   * The list with whole texts. While the database cannot be asked, the last list that was read. @throws ApiFailure,
   * StorageFailure
   */
  async body(): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    shelf.body ??= new PreparedBody(JSON.stringify(shelf.articles.map(presentArticle)))
    return shelf.body
  }

  /** The list with previews in place of the texts. */
  async previews(): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    shelf.previews ??= new PreparedBody(JSON.stringify(shelf.articles.map((article) => presentPreview(article))))
    return shelf.previews
  }

  /** Previews of the articles that hold all words; matches in a title come first. */
  async search(words: readonly string[]): Promise<PreparedBody> {
    const { articles, found } = await this.#shelf()
    const asked = words.join(' ')
    const known = found.get(asked)
    if (known !== undefined) return known
    const body = new PreparedBody(JSON.stringify(await this.#finder.find(articles, words)))
    const [oldest] = found.keys()
    if (found.size >= MOST_FOUND && oldest !== undefined) found.delete(oldest)
    found.set(asked, body)
    return body
  }

  /** The published article with that id, or null. */
  async find(id: string): Promise<Article | null> {
    return (await this.#shelf()).articles.find((article) => article.id === id) ?? null
  }

  /** All articles, drafts too, as they are now. @throws ApiFailure, StorageFailure */
  all(): Promise<readonly Article[]> {
    return this.#known.newest()
  }

  /** A reader was counted on this node: the next request reads the list anew. */
  counted(): void {
    this.#kept = null
  }

  /** An article changes on this node: no older list is shown. */
  forget(): void {
    this.#kept = null
    this.#changedAt = this.#clock.now()
  }

  #shelf(): Promise<Shelf> {
    const now = this.#clock.now()
    const isCommitted = now - this.#changedAt > COMMIT_WITHIN_MS
    if (isCommitted && this.#kept !== null && now - this.#kept.at < KEPT_MS) return this.#kept.shelf
    const shelf = this.#read()
    this.#kept = isCommitted ? { at: now, shelf } : null
    return shelf
  }

  async #read(): Promise<Shelf> {
    try {
      const all = await this.#known.newest()
      if (this.#last?.all !== all) {
        const articles = all.filter(({ isPublished }) => isPublished)
        this.#last = { all, articles, body: null, previews: null, found: new Map() }
      }
      return this.#last
    } catch (error) {
      if (error instanceof StorageFailure && this.#last !== null) return this.#last
      this.#kept = null
      throw error
    }
  }
}
