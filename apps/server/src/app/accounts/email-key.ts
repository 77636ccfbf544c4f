/** As it is shown and written to. */
export const cleanEmail = (email: string): string => email.normalize('NFC').trim()

/** Two addresses with the same key are one account. Only ASCII letters are folded, so that ı and i never merge two (security.md 21). */
export const emailKey = (email: string): string =>
  cleanEmail(email).replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))
