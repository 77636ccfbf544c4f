import { and, eq, lt } from 'drizzle-orm'
import type { BuiltInArticle } from '../../../app/ports/support/articles.ts'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Statements } from '../database/database.ts'
import { deliveredArticles, helpArticles } from '../schema/support.ts'

/** Writes the product's own articles into the help centre (see `ArticleStore.deliver`). */
export async function deliverArticles(
  statements: Statements,
  articles: readonly BuiltInArticle[],
  at: number,
  audit: (article: BuiltInArticle) => AuditEntry,
): Promise<readonly string[]> {
  const written: string[] = []
  for (const article of articles) {
    const isWritten = (await add(statements, article, at)) || (await renew(statements, article, at))
    if (!isWritten) continue
    await addAuditLine(statements, audit(article))
    written.push(article.id)
  }
  return written
}

/** Marks an article as edited by an admin: no newer version of the product's own text replaces it. */
export async function touchArticle(statements: Statements, id: string): Promise<void> {
  await statements.update(deliveredArticles).set({ isTouched: true }).where(eq(deliveredArticles.articleId, id))
}

/** Adds an article; false where it was delivered before. Waits for another node that delivers it now. */
async function add(statements: Statements, { id, version, ...text }: BuiltInArticle, at: number): Promise<boolean> {
  const marked = await statements
    .insert(deliveredArticles)
    .values({ articleId: id, version })
    .onConflictDoNothing()
    .returning({ id: deliveredArticles.articleId })
  if (marked.length === 0) return false
  const time = new Date(at)
  const added = await statements
    .insert(helpArticles)
    .values({ id, ...text, isPublished: true, createdAt: time, updatedAt: time })
    .onConflictDoNothing()
    .returning({ id: helpArticles.id })
  return added.length > 0
}

async function renew(statements: Statements, { id, version, ...text }: BuiltInArticle, at: number): Promise<boolean> {
  // Locks in the order that an admin's change uses.
  await statements.select({ id: helpArticles.id }).from(helpArticles).where(eq(helpArticles.id, id)).for('update')
  const isOlder = and(
    eq(deliveredArticles.articleId, id),
    eq(deliveredArticles.isTouched, false),
    lt(deliveredArticles.version, version),
  )
  const due = await statements.update(deliveredArticles).set({ version }).where(isOlder).returning()
  if (due.length === 0) return false
  const renewed = await statements
    .update(helpArticles)
    .set({ ...text, updatedAt: new Date(at) })
    .where(eq(helpArticles.id, id))
    .returning({ id: helpArticles.id })
  return renewed.length > 0
}
