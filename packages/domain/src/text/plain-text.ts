/** Patterns of Markdown and their replacements, applied in this order. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[ \t]{2,}/g, ' '],
  // Comments and tags are never shown, so no preview has them either.
  [/<!--[\s\S]*?-->/g, ' '],
  [/<\/?[a-zA-Z][^<>]*>/g, ' '],
  [/^ {0,3}(```|~~~).*$/gm, ' '],
  // The line beneath a table's head, and rules.
  [/^[ \t]*(?:\|[ \t]*:?-|:?-{3,})[-:| \t]*$/gm, ' '],
  [/^[*_ \t]*$/gm, ''],
  [/^[ \t]*>[> \t]*/gm, ''],
  // In one line, a heading, an item or a table's row would run into the next text, so each ends with a mark.
  [/^[ \t]*#{1,6}[ \t]+(.*[^\s.,:;!?…*_`#][*_`]*)[ \t]*#*[ \t]*$/gm, '$1:'],
  [/^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t].*[^\s.,:;!?…])[ \t]*$(?!\n[ \t]+\S)/gm, '$1.'],
  [/^[ \t]*\|[ \t]*(.*[^\s|.])\.?[ \t|]*$/gm, '$1.'],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*([-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/!?\[([^[\]]*)\]\([^()]*\)/g, '$1'],
  [/[*`]+|__/g, ''],
  [/[ \t]*\|[ \t]*/g, ' · '],
  [/\s+/g, ' '],
]

/** Markdown as one line of words, without its marks: what a preview shows. */
export const plainText = (markdown: string): string =>
  PLAIN.reduce((text, [mark, word]) => text.replace(mark, word), markdown).trim()

/** The first `most` characters of a Markdown text in words, with an ellipsis where more follows. */
export function excerptOf(markdown: string, most: number): string {
  // 40 times the length leaves enough: marks rarely outweigh words that much.
  const letters = [...plainText(markdown.slice(0, 40 * most))]
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most).join('').trimEnd()}…`
}
