/** Characters that move a terminal's cursor, colour what follows, or turn it around. */
export const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A text whose unseen characters, but for those in `kept`, are named by their codes, so that they do nothing. */
export const visibleText = (text: string, kept: string): string =>
  text.replace(UNSEEN, (one) =>
    kept.includes(one) ? one : `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
