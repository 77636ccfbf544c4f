import type { ArticlePreview } from '@makas/contract'
import { excerptOf, foldText, hasWords, plainText } from '@makas/domain'
import type { Article } from '../../app/ports/support/articles.ts'
import { presentPreview } from '../presenters/support.ts'

/** Letters that are folded in one turn of the event loop, so that other requests get theirs in between. */
const TURN_LETTERS = 100_000
/** Letters of context before the found word in a preview. */
const BEFORE = 60
const PREVIEW = 200

type FoldedArticle = {
  readonly updatedAt: number
  /** The words without marks. */
  readonly plain: string
  /** The title after `foldText`. */
  readonly title: string
  /** `plain` after `foldText`. */
  readonly text: string
}

export type FoldedArticles = ReadonlyMap<string, FoldedArticle>

/** Prepares articles for `findArticles`. Takes from `before` what did not change. */
export async function foldArticles(articles: readonly Article[], before: FoldedArticles): Promise<FoldedArticles> {
  const folded = new Map<string, FoldedArticle>()
  let letters = 0
  for (const { id, updatedAt, title, content } of articles) {
    const known = before.get(id)
    if (known?.updatedAt === updatedAt) {
      folded.set(id, known)
      continue
    }
    const plain = plainText(content).normalize('NFC')
    folded.set(id, { updatedAt, plain, title: foldText(title), text: foldText(plain) })
    letters += content.length
    if (letters < TURN_LETTERS) continue
    letters = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  return folded
}

/** Articles that hold all words, each as its preview around the first found word; matches in a title come first. */
export function findArticles(
  articles: readonly Article[],
  folded: FoldedArticles,
  words: readonly string[],
): readonly ArticlePreview[] {
  const inTitle: ArticlePreview[] = []
  const inText: ArticlePreview[] = []
  for (const article of articles) {
    const ready = folded.get(article.id)
    if (ready === undefined || !hasWords(`${ready.title}\n${ready.text}`, words)) continue
    const preview = presentPreview(article, around(ready, words))
    ;(hasWords(ready.title, words) ? inTitle : inText).push(preview)
  }
  return [...inTitle, ...inText]
}

/** The beginning of the text where it shows a found word, else the words around the first found word. */
function around({ plain, text }: FoldedArticle, words: readonly string[]): string {
  const places = words.map((word) => text.indexOf(word)).filter((at) => at >= 0)
  const first = Math.min(...places)
  if (places.length === 0 || first < PREVIEW - BEFORE) return excerptOf(plain, PREVIEW)
  const from = plain.lastIndexOf(' ', first - BEFORE) + 1
  const letters = [...plain.slice(from, from + 2 * PREVIEW)]
  const rest = letters.slice(0, PREVIEW).join('').trimEnd()
  return `…${rest}${from + rest.length < plain.length ? '…' : ''}`
}
