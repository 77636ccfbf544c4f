import type { AuditEntry } from './audit-log.ts'

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
  /** Of the last change of what admins write; later than the one before it, so that it names one state of the article. */
  readonly updatedAt: number
}

/** What admins write of an article. */
export type ArticleText = Pick<Article, 'category' | 'title' | 'content' | 'order' | 'isPublished'>

/** How much the help centre may hold, for its list is read in one piece. */
export type ArticleRoom = { readonly articles: number; readonly characters: number }

/** What tells whether a list is still as it was read. */
type ArticleMark = Pick<Article, 'id' | 'updatedAt' | 'views'>

/** An article that comes with the product, and which version of it this is. */
export type BuiltInArticle = Pick<Article, 'id' | 'category' | 'title' | 'content' | 'order'> & {
  readonly version: number
}

export type ArticleWritten = { readonly kind: 'written'; readonly article: Article } | { readonly kind: 'full' }

/**
 * Where articles are kept, in the order in which they are shown. Whatever an admin changes is one transaction with its
 * audit line. Everything may throw a `StorageFailure`.
 */
export interface ArticleStore {
  published(): Promise<readonly Article[]>
  /** Of all of them, without their texts. */
  marks(): Promise<readonly ArticleMark[]>
  all(): Promise<readonly Article[]>
  /**
   * Those that hold all of these words in title or text, with no more than so many characters of each text, and how long the
   * whole one is. Without words all of them.
   */
  beginnings(
    characters: number,
    words: readonly string[],
  ): Promise<readonly (Article & { readonly characters: number })[]>
  /** Published or not; null where there is none. */
  find(id: string): Promise<Article | null>
  /**
   * Adds what was never here and renews what is here in an older version, unless an admin changed or deleted it since. The
   * ids of those that were added or renewed.
   */
  deliver(
    articles: readonly BuiltInArticle[],
    at: number,
    audit: (article: BuiltInArticle) => AuditEntry,
  ): Promise<readonly string[]>
  /** Counts a reader once in the hour that begins at `hour`; the count after it, or null where nothing is published. */
  countView(id: string, readerHash: Uint8Array, hour: number): Promise<number | null>
  add(article: Article, room: ArticleRoom, audit: AuditEntry): Promise<ArticleWritten>
  /** With `expected`, nothing is written where the article was changed since that moment. */
  change(
    id: string,
    change: Partial<ArticleText>,
    room: ArticleRoom,
    when: { readonly at: number; readonly expected: number | null },
    audit: (before: Article, after: Article) => AuditEntry,
  ): Promise<ArticleWritten | { readonly kind: 'not-found' } | { readonly kind: 'changed'; readonly current: Article }>
  /** False where there is none. */
  remove(id: string, audit: (before: Article) => AuditEntry): Promise<boolean>
}
