import type { Article } from '../app/ports/articles.ts'
import type { Clock } from '../app/ports/clock.ts'
import { StorageFailure } from '../app/ports/storage.ts'
import { ArticleFinder } from './article-finder.ts'
import { type AccountSide, partsOf } from './policies/callers.ts'
import { PreparedBody } from './presenters/prepared-body.ts'
import { presentArticle, presentPreview } from './presenters/support.ts'

/** What changed on another node, and the count of readers, is seen so much later. */
const KEPT_MS = 2_000
/** A change is told of before it is committed: until then, and a moment longer, nothing that is read is kept. */
const SETTLING_MS = 1_000

/** The published articles of one moment, and what has been made of them. */
type Shelf = {
  readonly articles: readonly Article[]
  body: PreparedBody | null
  previews: PreparedBody | null
}

/** The published articles as one body for everybody: the database is asked once in two seconds, however many read. */
export class ArticleList {
  readonly #accounts: AccountSide
  readonly #clock: Clock
  readonly #finder = new ArticleFinder()
  #kept: { readonly at: number; readonly shelf: Promise<Shelf> } | null = null
  #last: Shelf | null = null
  #changedAt = Number.NEGATIVE_INFINITY

  constructor(accounts: AccountSide, clock: Clock) {
    this.#accounts = accounts
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
    const { articles } = await this.#shelf()
    return new PreparedBody(JSON.stringify(await this.#finder.find(articles, words)))
  }

  /** One of them; null where nothing is published under that id. */
  async find(id: string): Promise<Article | null> {
    return (await this.#shelf()).articles.find((article) => article.id === id) ?? null
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
      const articles = await this.#newest()
      if (articles !== this.#last?.articles) this.#last = { articles, body: null, previews: null }
      return this.#last as Shelf
    } catch (error) {
      if (error instanceof StorageFailure && this.#last !== null) return this.#last
      this.#kept = null
      throw error
    }
  }

  /** The texts are read again only where one changed; counts of readers change all the time. */
  async #newest(): Promise<readonly Article[]> {
    const store = partsOf(this.#accounts).articles
    const known = this.#last?.articles
    if (known === undefined) return store.published()
    const marks = new Map((await store.marks()).map((mark) => [mark.id, mark]))
    const isSame =
      known.length === marks.size && known.every(({ id, updatedAt }) => marks.get(id)?.updatedAt === updatedAt)
    if (!isSame) return store.published()
    const viewsOf = ({ id, views }: Article) => marks.get(id)?.views ?? views
    if (known.every((article) => viewsOf(article) === article.views)) return known
    return known.map((article) => ({ ...article, views: viewsOf(article) }))
  }
}
