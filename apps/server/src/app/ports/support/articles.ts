import type { AuditEntry } from '../users/audit-log.ts'

/** An article of the help centre; times in epoch ms. */
export type Article = {
  readonly id: string
  readonly category: string
  readonly title: string
  /** Markdown, as it was written. */
  readonly content: string
  readonly order: number
  readonly isPublished: boolean
  readonly views: number
  readonly createdAt: number
  /** Last change of what admins write; strictly increasing, so that it identifies one state of the article. */
  readonly updatedAt: number
}

/** What admins write of an article. */
export type ArticleText = Pick<Article, 'category' | 'title' | 'content' | 'order' | 'isPublished'>

/** Limits of the help centre, whose list is read in one piece. */
export type ArticleLimits = { readonly articles: number; readonly characters: number }

/** Fields by which a list that was read before is known to be unchanged. */
type ArticleMark = Pick<Article, 'id' | 'updatedAt' | 'views'>

/** An article that comes with the product, with its version. */
export type BuiltInArticle = Pick<Article, 'id' | 'category' | 'title' | 'content' | 'order'> & {
  readonly version: number
}

export type ArticleWritten = { readonly kind: 'written'; readonly article: Article } | { readonly kind: 'full' }

/**
 * Storage of articles, which are listed in the order in which they are shown. Each change by an admin is one
 * transaction with its audit line. Every call may throw a `StorageFailure`.
 */
export interface ArticleStore {
  /** Marks of all articles, without their texts. */
  marks(): Promise<readonly ArticleMark[]>
  all(): Promise<readonly Article[]>
  /**
   * Articles that have all words in title or text, each with the first `characters` of its text and the length of the
   * whole text. Without words: all articles.
   */
  beginnings(
    characters: number,
    words: readonly string[],
  ): Promise<readonly (Article & { readonly characters: number })[]>
  /** An article, published or not; null where no article has the id. */
  find(id: string): Promise<Article | null>
  /**
   * Adds articles that were never here and renews older versions, unless an admin changed or deleted them since.
   * Returns the ids of added and renewed articles.
   */
  deliver(
    articles: readonly BuiltInArticle[],
    at: number,
    audit: (article: BuiltInArticle) => AuditEntry,
  ): Promise<readonly string[]>
  /**
   * Counts a reader once in the hour that begins at `hour` (epoch ms); returns the new count, or null where no such
   * article is published.
   */
  countView(id: string, readerHash: Uint8Array, hour: number): Promise<number | null>
  add(article: Article, limits: ArticleLimits, audit: AuditEntry): Promise<ArticleWritten>
  /** Changes an article. With `expected`, nothing is written where it was changed since that moment (epoch ms). */
  change(
    id: string,
    change: Partial<ArticleText>,
    limits: ArticleLimits,
    when: { readonly time: number; readonly expected: number | null },
    audit: (before: Article, after: Article) => AuditEntry,
  ): Promise<ArticleWritten | { readonly kind: 'not-found' } | { readonly kind: 'changed'; readonly current: Article }>
  /** False where there is no such article. */
  remove(id: string, audit: (before: Article) => AuditEntry): Promise<boolean>
}
