import type { StoredPassword } from '../../../app/ports/users/users.ts'
import type { KeyVersion } from './key-ring.ts'
import { wrapped } from './wrapped-tag.ts'

/** A password's hash as it is stored: memory, passes, lanes, salt, tag. */
export const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z\d+/]{22})\$([A-Za-z\d+/]{43})$/

/** Bytes as PHC writes them. */
export const phcText = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash without its tag: it stays the same until the password is set anew, whichever pepper the tag is under. */
export const untagged = (hash: string): string => hash.slice(0, hash.lastIndexOf('$') + 1)

/**
 * A stored hash whose tag is under a further pepper, without the password (security.md 89). A text that is no hash (a
 * void password) stays, under the new pepper alone.
 */
export function rewrapped({ hash, pepperId }: StoredPassword, pepper: KeyVersion): StoredPassword {
  const tag = PHC.exec(hash)?.[5]
  if (tag === undefined) return { hash, pepperId: pepper.id }
  const further = wrapped({ tag: Buffer.from(tag, 'base64'), ids: pepperId }, pepper)
  return { hash: `${untagged(hash)}${phcText(further.tag)}`, pepperId: further.ids }
}
