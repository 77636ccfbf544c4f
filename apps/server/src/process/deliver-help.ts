import { deliverArticles } from '../app/help/deliver-articles.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { UserParts } from '../app/users/user-parts.ts'
import { reasonOf } from './terminal.ts'

/** Puts the product's own articles into the help centre; where the database does not answer, the next start does. */
export async function deliverHelp(parts: UserParts, logEvent: EventLog): Promise<void> {
  try {
    const { builtInArticles } = await import('../adapters/storage/help/built-in-articles.ts')
    const articles = await deliverArticles(parts, builtInArticles())
    if (articles.length > 0) logEvent('info', 'articles-delivered', { articles: articles.length })
  } catch (error) {
    logEvent('error', 'articles-not-delivered', { reason: reasonOf(error) })
  }
}
