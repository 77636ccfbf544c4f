import { foldText } from './fold.ts'

/** The words that a search asks for, folded, each once. */
export function searchWords(query: string): readonly string[] {
  return [...new Set(foldText(query).split(/\s+/u).filter(Boolean))]
}

/** Whether each word stands somewhere in the folded text. */
export const hasWords = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => folded.includes(word))

/** A stretch of a text: from `start`, up to and without `end`. */
export type Stretch = { readonly start: number; readonly end: number }

/** The stretches of a text in which the words stand, in order and without overlap: a page marks them. */
export function stretchesOf(text: string, words: readonly string[]): readonly Stretch[] {
  const folded = foldLetters(text)
  const found: Stretch[] = []
  for (const word of words) {
    for (let at = folded.text.indexOf(word); at >= 0 && word !== ''; at = folded.text.indexOf(word, at + word.length)) {
      found.push({ start: folded.starts[at] ?? 0, end: folded.ends[at + word.length - 1] ?? text.length })
    }
  }
  return found
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .reduce<Stretch[]>((kept, next) => {
      const last = kept.at(-1)
      if (last === undefined || next.start >= last.end) kept.push(next)
      else if (next.end > last.end) kept[kept.length - 1] = { start: last.start, end: next.end }
      return kept
    }, [])
}

/** A letter with its combining marks: the unit that folds independently of its neighbours. */
const CLUSTER = /\P{M}\p{M}*|\p{M}/gsu

type FoldedText = { readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[] }

/** A text folded letter by letter, with the stretch of the text from which each code unit of the result came. */
function foldLetters(given: string): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  for (const { 0: cluster, index } of given.matchAll(CLUSTER)) {
    const piece = foldText(cluster)
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
    text += piece
  }
  return { text, starts, ends }
}
