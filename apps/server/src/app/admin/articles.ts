import type { Article, ArticleLimits, ArticleText, ArticleWritten } from '../ports/support/articles.ts'
import type { UserParts } from '../users/user-parts.ts'
import { type AdminVisit, adminLine, difference } from './admin-line.ts'

type Parts = Pick<UserParts, 'articles' | 'randomness' | 'clock'>

/** Limits of the help centre: one answer has its whole public list, and every list is bounded (security.md 65). */
const ROOM: ArticleLimits = { articles: 1_000, characters: 5_000_000 }

const subject = (id: string) => ({ kind: 'article', id })

/** Fields of an article for the audit log; of its text only the length. */
const auditDetail = ({ category, title, content, order, isPublished }: Article) => ({
  title,
  category,
  order,
  is_published: isPublished,
  characters: content.length,
})

export function writeArticle(
  { articles, randomness, clock }: Parts,
  text: ArticleText,
  by: AdminVisit,
): Promise<ArticleWritten> {
  const { category, title, content, order, isPublished } = text
  const at = clock.now()
  const written = { category, title, content, order, isPublished }
  const article = { id: randomness.newId(), ...written, views: 0, createdAt: at, updatedAt: at }
  return articles.add(
    article,
    ROOM,
    adminLine(at, 'article-added', by, subject(article.id), { after: auditDetail(article) }),
  )
}

/** Changes the named fields. `expected`: nothing is written where the article was changed after that moment. */
export function changeArticle(
  { articles, clock }: Parts,
  id: string,
  change: Partial<ArticleText>,
  expected: number | null,
  by: AdminVisit,
) {
  const time = clock.now()
  return articles.change(id, change, ROOM, { time, expected }, (before, after) =>
    adminLine(time, 'article-changed', by, subject(id), {
      ...difference(auditDetail(before), auditDetail(after)),
      is_text_new: before.content !== after.content,
    }),
  )
}

/** Deletes an article; false where no article has the id. */
export function deleteArticle({ articles, clock }: Parts, id: string, by: AdminVisit): Promise<boolean> {
  const at = clock.now()
  return articles.remove(id, (before) =>
    adminLine(at, 'article-deleted', by, subject(id), { before: auditDetail(before) }),
  )
}
