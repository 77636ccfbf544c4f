import { and, asc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Article, ArticleLimits, ArticleStore } from '../../../app/ports/support/articles.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { folded } from '../schema/columns.ts'
import { articleReaders, helpArticles } from '../schema/support.ts'
import { deliverArticles, touchArticle } from './article-delivery.ts'

type Row = Omit<typeof helpArticles.$inferSelect, 'searchKey'>
/** All columns but the search key, which only the database's search reads. */
const { searchKey: _, ...COLUMNS } = getTableColumns(helpArticles)

/** Articles in PostgreSQL; `database` may not have come up yet. */
export function articleStore(database: () => Database): ArticleStore {
  const inOrder = [asc(helpArticles.order), asc(helpArticles.createdAt), asc(helpArticles.id)]
  return {
    all: async () => {
      const rows = await database().run((statements) =>
        statements
          .select(COLUMNS)
          .from(helpArticles)
          .orderBy(...inOrder),
      )
      return rows.map(articleOf)
    },

    marks: async () => {
      const { id, updatedAt, views } = helpArticles
      const rows = await database().run((statements) => statements.select({ id, updatedAt, views }).from(helpArticles))
      return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.getTime() }))
    },

    beginnings: async (characters, words) => {
      const { content } = helpArticles
      const rows = await database().run((statements) =>
        statements
          .select({
            ...COLUMNS,
            content: sql<string>`left(${content}, ${characters})`,
            characters: sql<number>`length(${content})`,
          })
          .from(helpArticles)
          .where(and(...words.map(hasWord)))
          .orderBy(...inOrder),
      )
      return rows.map((row) => ({ ...articleOf(row), characters: row.characters }))
    },

    find: async (id) => {
      const [row] = await database().run((statements) =>
        statements.select(COLUMNS).from(helpArticles).where(eq(helpArticles.id, id)),
      )
      return row === undefined ? null : articleOf(row)
    },

    deliver: (articles, at, audit) =>
      database().transact((statements) => deliverArticles(statements, articles, at, audit)),

    countView: (id, readerHash, hour) =>
      database().transact(async (statements) => {
        const isPublished = and(eq(helpArticles.id, id), eq(helpArticles.isPublished, true))
        // Locked, so that it cannot be deleted meanwhile.
        const [article] = await statements
          .select({ views: helpArticles.views })
          .from(helpArticles)
          .where(isPublished)
          .for('update')
        if (article === undefined) return null
        const at = new Date(hour)
        const counted = await statements
          .insert(articleReaders)
          .values({ articleId: id, addressHash: Buffer.from(readerHash), hour: at })
          .onConflictDoNothing()
          .returning({ hour: articleReaders.hour })
        if (counted.length === 0) return article.views
        await statements
          .delete(articleReaders)
          .where(and(eq(articleReaders.articleId, id), lt(articleReaders.hour, at)))
        await statements
          .update(helpArticles)
          .set({ views: article.views + 1 })
          .where(isPublished)
        return article.views + 1
      }),

    add: (article, limits, audit) =>
      database().transact(async (statements) => {
        const times = { createdAt: new Date(article.createdAt), updatedAt: new Date(article.updatedAt) }
        if (!(await hasRoom(statements, limits, 1, article.content.length))) return { kind: 'full' }
        await statements.insert(helpArticles).values({ ...article, ...times })
        await addAuditLine(statements, audit)
        return { kind: 'written', article }
      }),

    change: (id, change, limits, { time, expected }, audit) =>
      database().transact(async (statements) => {
        const before = await hold(statements, id)
        if (before === null) return { kind: 'not-found' }
        if (expected !== null && before.updatedAt !== expected) return { kind: 'changed', current: before }
        const longer = (change.content ?? before.content).length - before.content.length
        if (longer > 0 && !(await hasRoom(statements, limits, 0, longer))) return { kind: 'full' }
        const [row] = await statements
          .update(helpArticles)
          .set({ ...change, updatedAt: new Date(Math.max(time, before.updatedAt + 1)) })
          .where(eq(helpArticles.id, id))
          .returning(COLUMNS)
        const article = articleOf(row as Row)
        await touchArticle(statements, id)
        await addAuditLine(statements, audit(before, article))
        return { kind: 'written', article }
      }),

    remove: (id, audit) =>
      database().transact(async (statements) => {
        const before = await hold(statements, id)
        if (before === null) return false
        await statements.delete(helpArticles).where(eq(helpArticles.id, id))
        await touchArticle(statements, id)
        await addAuditLine(statements, audit(before))
        return true
      }),
  }
}

/** A substring search without patterns: every typed character stands for itself. */
const hasWord = (word: string) => sql`strpos(${helpArticles.searchKey}, ${folded(sql`${word}::text`)}) > 0`

async function hold(statements: Statements, id: string): Promise<Article | null> {
  const [row] = await statements.select(COLUMNS).from(helpArticles).where(eq(helpArticles.id, id)).for('update')
  return row === undefined ? null : articleOf(row)
}

async function hasRoom(statements: Statements, limits: ArticleLimits, more: number, longer: number): Promise<boolean> {
  const [held] = await statements
    .select({
      articles: sql<string>`count(*)`,
      characters: sql<string>`coalesce(sum(length(${helpArticles.content})), 0)`,
    })
    .from(helpArticles)
  const { articles, characters } = held ?? { articles: 0, characters: 0 }
  return Number(articles) + more <= limits.articles && Number(characters) + longer <= limits.characters
}

const articleOf = ({ createdAt, updatedAt, ...row }: Row): Article => ({
  id: row.id,
  category: row.category,
  title: row.title,
  content: row.content,
  order: row.order,
  isPublished: row.isPublished,
  views: row.views,
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
})
