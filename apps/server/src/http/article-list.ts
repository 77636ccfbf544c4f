import type { Article } from '../app/ports/articles.ts'
import type { Clock } from '../app/ports/clock.ts'
import { StorageFailure } from '../app/ports/storage.ts'
import { ArticleFinder } from './article-finder.ts'
import { KnownArticles } from './known-articles.ts'
import { type AccountSide, partsOf } from './policies/callers.ts'
import { PreparedBody } from './presenters/prepared-body.ts'
import { presentArticle, presentPreview } from './presenters/support.ts'

/** What changed on another node, and the count of readers, is seen so much later. */
const KEPT_MS = 2_000
/** A change is told of before it is committed: until then, and a moment longer, nothing that is read is kept. */
const SETTLING_MS = 1_000
/** Whoever types asks for the same beginnings as others do; each answer may be as large as the list. */
const MOST_FOUND = 20

/** The published articles of one moment, and what has been made of them. */
type Shelf = {
  readonly all: readonly Article[]
  readonly articles: readonly Article[]
  body: PreparedBody | null
  previews: PreparedBody | null
  /** What was searched for, the newest last, and what that found. */
  readonly found: Map<string, PreparedBody>
}

/** The published articles as one body for everybody: the database is asked once in two seconds, however many read. */
export class ArticleList {
  readonly #known: KnownArticles
  readonly #clock: Clock
  readonly #finder = new ArticleFinder()
  #kept: { readonly at: number; readonly shelf: Promise<Shelf> } | null = null
  #last: Shelf | null = null
  #changedAt = Number.NEGATIVE_INFINITY

  constructor(accounts: AccountSide, clock: Clock) {
    this.#known = new KnownArticles(() => partsOf(accounts).articles)
    this.#clock = clock
  }

  /** Whole articles. While the database cannot be asked, help is what it was before. @throws ApiFailure, StorageFailure */
  async body(): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    shelf.body ??= new PreparedBody(JSON.stringify(shelf.articles.map(presentArticle)))
    return shelf.body
  }

  /** The same without their texts. */
  async previews(): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    shelf.previews ??= new PreparedBody(JSON.stringify(shelf.articles.map((article) => presentPreview(article))))
    return shelf.previews
  }

  /** Those that hold all words, the ones that name them in their title first. */
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

  /** One of them; null where nothing is published under that id. */
  async find(id: string): Promise<Article | null> {
    return (await this.#shelf()).articles.find((article) => article.id === id) ?? null
  }

  /** All of them, drafts too, as they are at this moment. @throws ApiFailure, StorageFailure */
  all(): Promise<readonly Article[]> {
    return this.#known.newest()
  }

  /** A reader was counted here: the next one who asks is told of it. */
  counted(): void {
    this.#kept = null
  }

  /** An article changes here: nothing older is shown. */
  forget(): void {
    this.#kept = null
    this.#changedAt = this.#clock.now()
  }

  #shelf(): Promise<Shelf> {
    const now = this.#clock.now()
    const isSettled = now - this.#changedAt > SETTLING_MS
    if (isSettled && this.#kept !== null && now - this.#kept.at < KEPT_MS) return this.#kept.shelf
    const shelf = this.#read()
    this.#kept = isSettled ? { at: now, shelf } : null
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
