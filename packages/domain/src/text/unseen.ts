/** Characters that move a terminal's cursor, colour what follows, or turn it around. */
export const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Names the unseen characters of a text by their codes, so that they do nothing, except those in `kept`. */
export const visibleText = (text: string, kept: string): string =>
  text.replace(UNSEEN, (one) =>
    kept.includes(one) ? one : `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
