import type { Article, ArticleStore } from '../app/ports/support/articles.ts'

/**
 * All articles, published or not. Texts are read again only for changed articles: reader counts change all the time.
 */
export class KnownArticles {
  readonly #store: () => Pick<ArticleStore, 'all' | 'marks'>
  #known: readonly Article[] | null = null

  constructor(store: () => Pick<ArticleStore, 'all' | 'marks'>) {
    this.#store = store
  }

  /**
   * The articles as they are in the database now; the same array as before where nothing changed. @throws
   * StorageFailure
   */
  async newest(): Promise<readonly Article[]> {
    const store = this.#store()
    const known = this.#known
    if (known === null) return this.#keep(await store.all())
    const marks = new Map((await store.marks()).map((mark) => [mark.id, mark]))
    const isSame =
      known.length === marks.size && known.every(({ id, updatedAt }) => marks.get(id)?.updatedAt === updatedAt)
    if (!isSame) return this.#keep(await store.all())
    const viewsOf = ({ id, views }: Article) => marks.get(id)?.views ?? views
    if (known.every((article) => viewsOf(article) === article.views)) return known
    return this.#keep(known.map((article) => ({ ...article, views: viewsOf(article) })))
  }

  #keep(articles: readonly Article[]): readonly Article[] {
    this.#known = articles
    return articles
  }
}
