import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuessedPasswords } from '../../../app/ports/users/secrets.ts'

/**
 * The 10,000 most common passwords of six characters or more, in the order of @zxcvbn-ts/language-common 4.1.3 (MIT
 * licence), and before them 55 of Turkish speakers.
 */
const BUNDLED = join(import.meta.dirname, 'guessed-passwords.txt')

/** The bundled list and the operator's, one password a line (security.md 7). */
export function guessedPasswords(breachListFile: string | null): GuessedPasswords {
  const files = breachListFile === null ? [BUNDLED] : [BUNDLED, breachListFile]
  const known = new Set(
    files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim().toLowerCase()),
    ),
  )
  known.delete('')
  return { has: (password) => known.has(password.toLowerCase()) }
}
