import type { GuessedPasswords } from '../ports/users/secrets.ts'

/** A user's own words, which make a password easy to guess. */
export type OwnWords = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
}

/** Passwords with fewer characters are weak (product-decisions.md 19). Equals `LIMITS.weakPassword` of the contract. */
export const WEAK_BELOW = 8
/** Least characters of an admin's password (security.md 11). Equals `LIMITS.adminPassword` of the contract. */
export const ADMIN_LEAST = 15
/** Least length of an own word that counts: shorter words occur in too many others. */
const TELLING = 3
const PRODUCT_WORDS = ['makas', 'arbitraj', 'kripto', 'borsa', 'sifre', 'parola', 'admin', 'password']

/** Folds accents, case and the dotless ı, which make no password stronger. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\u0131/g, 'i')

/**
 * Whether a password is short, in the list of guessed ones, or made of the user's own words (security.md 7, 8;
 * product-decisions.md 19).
 */
export function isWeakPassword(password: string, words: OwnWords, common: GuessedPasswords): boolean {
  const folded = fold(password)
  if ([...password].length < WEAK_BELOW || common.has(password) || common.has(folded)) return true
  return containsOwn(folded, words) || isMadeOf(folded, PRODUCT_WORDS) || isOneRun(folded)
}

/** Whether a password may be an admin's: long enough and not weak (security.md 11). */
export function isFitForAdmin(password: string, words: OwnWords, common: GuessedPasswords): boolean {
  return [...password].length >= ADMIN_LEAST && !isWeakPassword(password, words, common)
}

function containsOwn(folded: string, { email, firstName, lastName, phone }: OwnWords): boolean {
  const local = email.slice(0, email.lastIndexOf('@'))
  const digits = phone?.replace(/\D/g, '') ?? ''
  const own = [email, local, firstName, lastName].map(fold)
  if (own.some((word) => word.length >= TELLING && folded.includes(word))) return true
  return digits.length >= 7 && folded.includes(digits.slice(-7))
}

/** Whether a text consists of these words and digits alone. */
function isMadeOf(folded: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest !== folded && /^[\d\W_]{0,4}$/.test(rest)
}

/** Whether a text is one run, such as `aaaaaaaa`, `abcdefgh` or `87654321`. */
function isOneRun(folded: string): boolean {
  const codes = [...folded].map((one) => one.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  if (Math.abs(step) > 1) return false
  return codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step)
}
