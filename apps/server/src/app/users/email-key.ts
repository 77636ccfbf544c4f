/**
 * The address as it is shown and mailed to: without the marks of direction that pasted text may carry (security.md 53).
 */
export const cleanEmail = (email: string): string =>
  email
    .normalize('NFC')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/**
 * The key of an address, unique per role. Folds only ASCII letters, so that ı and i stay different (security.md 21).
 */
export const emailKey = (email: string): string =>
  cleanEmail(email).replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))
