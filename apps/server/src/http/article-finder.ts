import type { ArticlePreview } from '@makas/contract'
import { excerptOf, foldText, hasWords, plainText } from '@makas/domain'
import type { Article } from '../app/ports/support/articles.ts'
import { presentPreview } from './presenters/support.ts'

/** Letters that are folded in one turn of the event loop, so that other requests get theirs in between. */
const TURN_LETTERS = 100_000
/** Letters of context before the found word in a preview. */
const BEFORE = 60
const PREVIEW = 200

/** An article prepared for search: its plain words, and the same text folded. */
type PreparedArticle = {
  readonly updatedAt: number
  readonly plain: string
  readonly title: string
  readonly text: string
}

/** Finds articles by words of title and text, compared after `foldText`. Each text is folded once. */
export class ArticleFinder {
  readonly #ready = new Map<string, PreparedArticle>()

  /** Articles that hold all words, each as its preview around the first found word; matches in a title come first. */
  async find(articles: readonly Article[], words: readonly string[]): Promise<readonly ArticlePreview[]> {
    await this.#makeReady(articles)
    const inTitle: ArticlePreview[] = []
    const inText: ArticlePreview[] = []
    for (const article of articles) {
      const ready = this.#ready.get(article.id)
      if (ready === undefined || !hasWords(`${ready.title}\n${ready.text}`, words)) continue
      const preview = presentPreview(article, around(ready, words))
      ;(hasWords(ready.title, words) ? inTitle : inText).push(preview)
    }
    return [...inTitle, ...inText]
  }

  async #makeReady(articles: readonly Article[]): Promise<void> {
    const ids = new Set(articles.map(({ id }) => id))
    for (const id of this.#ready.keys()) if (!ids.has(id)) this.#ready.delete(id)
    let letters = 0
    for (const { id, updatedAt, title, content } of articles) {
      if (this.#ready.get(id)?.updatedAt === updatedAt) continue
      const plain = plainText(content).normalize('NFC')
      this.#ready.set(id, { updatedAt, plain, title: foldText(title), text: foldText(plain) })
      letters += content.length
      if (letters < TURN_LETTERS) continue
      letters = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** The beginning of the text where that shows a word, else the words around the first one. */
function around({ plain, text }: PreparedArticle, words: readonly string[]): string {
  const places = words.map((word) => text.indexOf(word)).filter((at) => at >= 0)
  const first = Math.min(...places)
  if (places.length === 0 || first < PREVIEW - BEFORE) return excerptOf(plain, PREVIEW)
  const from = plain.lastIndexOf(' ', first - BEFORE) + 1
  const letters = [...plain.slice(from, from + 2 * PREVIEW)]
  const rest = letters.slice(0, PREVIEW).join('').trimEnd()
  return `…${rest}${from + rest.length < plain.length ? '…' : ''}`
}
