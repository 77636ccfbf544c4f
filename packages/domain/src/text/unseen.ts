/** Characters that move a terminal's cursor, colour what follows, or turn it around. */
export const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
