import type { AuditEntry } from './audit-log.ts'

/** An article of the help centre; `createdAt` in epoch ms. */
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
}

/** What admins write of an article. */
export type ArticleText = Pick<Article, 'category' | 'title' | 'content' | 'order' | 'isPublished'>

/** How much the help centre may hold, for its list is read in one piece. */
export type ArticleRoom = { readonly articles: number; readonly characters: number }

export type ArticleWritten = { readonly kind: 'written'; readonly article: Article } | { readonly kind: 'full' }

/**
 * Where articles are kept, in the order in which they are shown. Whatever an admin changes is one transaction with its
 * audit line. Everything may throw a `StorageFailure`.
 */
export interface ArticleStore {
  published(): Promise<readonly Article[]>
  all(): Promise<readonly Article[]>
  /** Counts a reader once in the hour that begins at `hour`; the count after it, or null where nothing is published. */
  countView(id: string, readerHash: Uint8Array, hour: number): Promise<number | null>
  add(article: Article, room: ArticleRoom, audit: AuditEntry): Promise<ArticleWritten>
  change(
    id: string,
    change: Partial<ArticleText>,
    room: ArticleRoom,
    at: number,
    audit: (before: Article, after: Article) => AuditEntry,
  ): Promise<ArticleWritten | { readonly kind: 'not-found' }>
  /** False where there is none. */
  remove(id: string, audit: (before: Article) => AuditEntry): Promise<boolean>
}
