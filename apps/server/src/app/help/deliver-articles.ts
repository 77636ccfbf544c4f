import type { BuiltInArticle } from '../ports/support/articles.ts'
import type { UserParts } from '../users/user-parts.ts'

/**
 * Puts the product's own articles into the help centre, at every start; returns the ids of added or renewed articles.
 */
export function deliverArticles(
  { articles, clock }: Pick<UserParts, 'articles' | 'clock'>,
  builtIn: readonly BuiltInArticle[],
): Promise<readonly string[]> {
  const time = clock.now()
  return articles.deliver(builtIn, time, ({ id, version, title }) => ({
    time,
    actor: { kind: 'system' },
    action: 'article-delivered',
    subject: { kind: 'article', id },
    detail: { version, title },
    address: null,
    requestId: null,
  }))
}
