import type { AccountParts } from '../app/accounts/account-parts.ts'
import { deliverArticles } from '../app/help/deliver-articles.ts'
import type { Tell } from './log.ts'
import { reasonOf } from './terminal.ts'

/** Puts the product's own articles into the help centre; where the database does not answer, the next start does. */
export async function deliverHelp(parts: AccountParts, tell: Tell): Promise<void> {
  try {
    const { builtInArticles } = await import('../adapters/storage/help/built-in-articles.ts')
    const articles = await deliverArticles(parts, builtInArticles())
    if (articles.length > 0) tell('info', 'articles-delivered', { articles: articles.length })
  } catch (error) {
    tell('error', 'articles-not-delivered', { reason: reasonOf(error) })
  }
}
