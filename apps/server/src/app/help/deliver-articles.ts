import type { AccountParts } from '../accounts/account-parts.ts'
import type { BuiltInArticle } from '../ports/support/articles.ts'

/**
 * Puts the product's own articles into the help centre, at every start; returns the ids of added or renewed articles.
 */
export function deliverArticles(
  { articles, clock }: Pick<AccountParts, 'articles' | 'clock'>,
  builtIn: readonly BuiltInArticle[],
): Promise<readonly string[]> {
  const at = clock.now()
  return articles.deliver(builtIn, at, ({ id, version, title }) => ({
    at,
    actor: { kind: 'system' },
    action: 'article-delivered',
    subject: { kind: 'article', id },
    detail: { version, title },
    address: null,
    requestId: null,
  }))
}
