/** It has no mark that could be taken off. */
const DOTLESS_I = 0x131

/** What has been folded already: there are few letters beyond ASCII, and each stands in every article. */
const known = new Map<string, string>()

/**
 * A text as search sees it: without case, accents and the dots that Turkish keyboards put or leave out, so that CEKIM,
 * çekim and ÇEKİM are one word. It has exactly as many UTF-16 units as the text in its composed form (NFC): what is found
 * at a place here stands at the same place there.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\0-\x7f]/gu, foldLetter)
    .toLowerCase()
}

function foldLetter(letter: string): string {
  const before = known.get(letter)
  if (before !== undefined) return before
  const folded = baseOf(letter)
  const kept = folded.length === letter.length ? folded : letter
  known.set(letter, kept)
  return kept
}

function baseOf(letter: string): string {
  if (letter.codePointAt(0) === DOTLESS_I) return 'i'
  const [base = letter, ...rest] = letter.normalize('NFD')
  const isMarked = rest.length > 0 && rest.every((mark) => /\p{M}/u.test(mark))
  return (isMarked ? base : letter).toLowerCase()
}

/** The words that a search asks for, folded, each once. */
export function searchWords(query: string): readonly string[] {
  return [...new Set(foldText(query).split(/\s+/u).filter(Boolean))]
}

/** Whether each word stands somewhere in the folded text. */
export const hasWords = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => folded.includes(word))

/** A stretch of a text: from `start`, up to and without `end`. */
export type Stretch = { readonly start: number; readonly end: number }

/** Where the words stand in a text in its composed form, in order and without overlap: what a page marks. */
export function stretchesOf(text: string, words: readonly string[]): readonly Stretch[] {
  const folded = foldText(text)
  const found: Stretch[] = []
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0 && word !== ''; at = folded.indexOf(word, at + word.length)) {
      found.push({ start: at, end: at + word.length })
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
