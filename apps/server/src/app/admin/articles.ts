import type { AccountParts } from '../accounts/account-parts.ts'
import type { Article, ArticleRoom, ArticleText, ArticleWritten } from '../ports/articles.ts'
import { type AdminVisit, adminLine, difference } from './admin-line.ts'

type Parts = Pick<AccountParts, 'articles' | 'randomness' | 'clock'>

/** The list is read in one piece, by everybody: no list of ours is without an end (security.md 65). */
const ROOM: ArticleRoom = { articles: 1_000, characters: 5_000_000 }

const subject = (id: string) => ({ kind: 'article', id })

/** What the audit log says of an article: of its text only how long it is. */
const told = ({ category, title, content, order, isPublished }: Article) => ({
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
  const createdAt = clock.now()
  const article = { id: randomness.newId(), category, title, content, order, isPublished, views: 0, createdAt }
  return articles.add(
    article,
    ROOM,
    adminLine(createdAt, 'article-added', by, subject(article.id), { after: told(article) }),
  )
}

/** What is not named stays. */
export function changeArticle({ articles, clock }: Parts, id: string, change: Partial<ArticleText>, by: AdminVisit) {
  const at = clock.now()
  return articles.change(id, change, ROOM, at, (before, after) =>
    adminLine(at, 'article-changed', by, subject(id), {
      ...difference(told(before), told(after)),
      is_text_new: before.content !== after.content,
    }),
  )
}

/** False where there is none. */
export function deleteArticle({ articles, clock }: Parts, id: string, by: AdminVisit): Promise<boolean> {
  const at = clock.now()
  return articles.remove(id, (before) => adminLine(at, 'article-deleted', by, subject(id), { before: told(before) }))
}
