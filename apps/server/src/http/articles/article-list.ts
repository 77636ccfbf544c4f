import type { Article } from '../../app/ports/support/articles.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import { partsOf, type UserPartsProvider } from '../policies/callers.ts'
import { PreparedBody } from '../presenters/prepared-body.ts'
import { presentArticle, presentPreview } from '../presenters/support.ts'
import { type FoldedArticles, findArticles, foldArticles } from './article-finder.ts'

/** TTL of the list, ms. Changes on other nodes, and reader counts, are seen this late at most. */
const KEPT_MS = 2_000
/**
 * A change is reported before its transaction commits. For this long, ms, the list is read anew at every request and
 * not cached.
 */
const COMMIT_WITHIN_MS = 1_000
/** Cap of kept search results; each may be as large as the list. Many readers type the same first letters. */
const MOST_FOUND = 20

/** The articles as they were last read, with the bodies and search texts that were made from them. */
type Shelf = {
  readonly all: readonly Article[]
  readonly published: readonly Article[]
  body: PreparedBody | null
  previews: PreparedBody | null
  /** Texts as searches compare them; null until the first search. */
  folded: Promise<FoldedArticles> | null
  /** Search results by search text, in the order in which they were made. */
  readonly found: Map<string, PreparedBody>
}

/** The help articles, in memory for all readers: the database is asked at most once in two seconds. */
export class ArticleList {
  readonly #users: UserPartsProvider
  readonly #clock: Clock
  #kept: { readonly time: number; readonly shelf: Promise<Shelf> } | null = null
  #last: Shelf | null = null
  /** Whether the database could not be asked at the last reading, so that `#last` may be old. */
  #isLost = false
  /** The newest texts as searches compare them: one folding waits for the other and takes what did not change. */
  #folded: Promise<FoldedArticles> = Promise.resolve(new Map())
  #changedAt = Number.NEGATIVE_INFINITY

  constructor(users: UserPartsProvider, clock: Clock) {
    this.#users = users
    this.#clock = clock
  }

  /**
   * The list with whole texts. While the database cannot be asked, the last list that was read. @throws ApiFailure,
   * StorageFailure
   */
  async body(): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    shelf.body ??= new PreparedBody(JSON.stringify(shelf.published.map(presentArticle)))
    return shelf.body
  }

  /** The list with previews in place of the texts. */
  async previews(): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    shelf.previews ??= new PreparedBody(JSON.stringify(shelf.published.map((article) => presentPreview(article))))
    return shelf.previews
  }

  /** Previews of the articles that hold all words; matches in a title come first. */
  async search(words: readonly string[]): Promise<PreparedBody> {
    const shelf = await this.#shelf()
    const asked = words.join(' ')
    const known = shelf.found.get(asked)
    if (known !== undefined) return known
    if (shelf.folded === null) {
      this.#folded = this.#folded.then((before) => foldArticles(shelf.published, before))
      shelf.folded = this.#folded
    }
    const body = new PreparedBody(JSON.stringify(findArticles(shelf.published, await shelf.folded, words)))
    const [oldest] = shelf.found.keys()
    if (shelf.found.size >= MOST_FOUND && oldest !== undefined) shelf.found.delete(oldest)
    shelf.found.set(asked, body)
    return body
  }

  /** The published article with that id, or null. */
  async find(id: string): Promise<Article | null> {
    return (await this.#shelf()).published.find((article) => article.id === id) ?? null
  }

  /** The published articles; null while the database cannot be read. */
  async published(): Promise<readonly Article[] | null> {
    try {
      const { published } = await this.#shelf()
      return this.#isLost ? null : published
    } catch {
      return null
    }
  }

  /** All articles, drafts too, as they are now. @throws ApiFailure, StorageFailure */
  async all(): Promise<readonly Article[]> {
    return (await this.#newest()).all
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
    if (isCommitted && this.#kept !== null && now - this.#kept.time < KEPT_MS) return this.#kept.shelf
    const shelf = this.#read()
    this.#kept = isCommitted ? { time: now, shelf } : null
    return shelf
  }

  async #read(): Promise<Shelf> {
    try {
      const shelf = await this.#newest()
      this.#isLost = false
      return shelf
    } catch (error) {
      this.#isLost = true
      if (error instanceof StorageFailure && this.#last !== null) return this.#last
      this.#kept = null
      throw error
    }
  }

  /** The articles as they are in the database now. Texts are read again only where one changed. */
  async #newest(): Promise<Shelf> {
    const store = partsOf(this.#users).articles
    const last = this.#last
    if (last === null) return this.#keep(await store.all())
    const marks = new Map((await store.marks()).map((mark) => [mark.id, mark]))
    const isSame =
      last.all.length === marks.size && last.all.every(({ id, updatedAt }) => marks.get(id)?.updatedAt === updatedAt)
    if (!isSame) return this.#keep(await store.all())
    const viewsOf = ({ id, views }: Article) => marks.get(id)?.views ?? views
    if (last.all.every((article) => viewsOf(article) === article.views)) return last
    return this.#keep(last.all.map((article) => ({ ...article, views: viewsOf(article) })))
  }

  #keep(all: readonly Article[]): Shelf {
    const published = all.filter(({ isPublished }) => isPublished)
    this.#last = { all, published, body: null, previews: null, folded: null, found: new Map() }
    return this.#last
  }
}
