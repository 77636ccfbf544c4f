import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Article, ArticleRoom, ArticleStore } from '../../app/ports/articles.ts'
import { addAuditLine } from './audit-log.ts'
import type { Database, Statements } from './database.ts'
import { articleReaders, helpArticles } from './schema/support.ts'

type Row = typeof helpArticles.$inferSelect

/** Articles in PostgreSQL; `database` may not have come up yet. */
export function articleStore(database: () => Database): ArticleStore {
  const list = async (isPublishedOnly: boolean) => {
    const rows = await database().run((statements) =>
      statements
        .select()
        .from(helpArticles)
        .where(isPublishedOnly ? eq(helpArticles.isPublished, true) : undefined)
        .orderBy(asc(helpArticles.order), asc(helpArticles.createdAt), asc(helpArticles.id)),
    )
    return rows.map(articleOf)
  }
  return {
    published: () => list(true),
    all: () => list(false),

    countView: (id, readerHash, hour) =>
      database().transact(async (statements) => {
        const isPublished = and(eq(helpArticles.id, id), eq(helpArticles.isPublished, true))
        // Held, so that it cannot be deleted meanwhile.
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

    add: (article, room, audit) =>
      database().transact(async (statements) => {
        const at = new Date(article.createdAt)
        if (!(await hasRoom(statements, room, 1, article.content.length))) return { kind: 'full' }
        await statements.insert(helpArticles).values({ ...article, createdAt: at, updatedAt: at })
        await addAuditLine(statements, audit)
        return { kind: 'written', article }
      }),

    change: (id, change, room, at, audit) =>
      database().transact(async (statements) => {
        const before = await hold(statements, id)
        if (before === null) return { kind: 'not-found' }
        const longer = (change.content ?? before.content).length - before.content.length
        if (longer > 0 && !(await hasRoom(statements, room, 0, longer))) return { kind: 'full' }
        const [row] = await statements
          .update(helpArticles)
          .set({ ...change, updatedAt: new Date(at) })
          .where(eq(helpArticles.id, id))
          .returning()
        const article = articleOf(row as Row)
        await addAuditLine(statements, audit(before, article))
        return { kind: 'written', article }
      }),

    remove: (id, audit) =>
      database().transact(async (statements) => {
        const before = await hold(statements, id)
        if (before === null) return false
        await statements.delete(helpArticles).where(eq(helpArticles.id, id))
        await addAuditLine(statements, audit(before))
        return true
      }),
  }
}

async function hold(statements: Statements, id: string): Promise<Article | null> {
  const [row] = await statements.select().from(helpArticles).where(eq(helpArticles.id, id)).for('update')
  return row === undefined ? null : articleOf(row)
}

async function hasRoom(statements: Statements, room: ArticleRoom, more: number, longer: number): Promise<boolean> {
  const [held] = await statements
    .select({
      articles: sql<string>`count(*)`,
      characters: sql<string>`coalesce(sum(length(${helpArticles.content})), 0)`,
    })
    .from(helpArticles)
  const { articles, characters } = held ?? { articles: 0, characters: 0 }
  return Number(articles) + more <= room.articles && Number(characters) + longer <= room.characters
}

const articleOf = ({ id, category, title, content, order, isPublished, views, createdAt }: Row): Article => ({
  id,
  category,
  title,
  content,
  order,
  isPublished,
  views,
  createdAt: createdAt.getTime(),
})
