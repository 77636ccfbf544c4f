import type { Randomness } from '../../ports/users/secrets.ts'
import type { Guess } from '../throttle.ts'

/** Users that a device remembers, at most: those that logged in there last. */
const MOST_USERS = 4
/** A device's text: its random id, and a mark for each user that logged in there. */
const TEXT = /^([\w-]{20,64})((?:\.[\w-]{43}){1,4})$/

type Marks = Pick<Randomness, 'fingerprint' | 'fingerprints'>

/**
 * The id of the device in its text, if this user has logged in there before; else null. Only we can make a mark, and
 * it holds for its user and its device alone, so that nobody who guesses elsewhere counts as a device of the user.
 */
export function knownDevice(randomness: Marks, text: string | null, user: Guess): string | null {
  const device = parsed(text)
  if (device === null) return null
  const marks = randomness.fingerprints('device', textOf(device.id, user)).map(markOf)
  return marks.some((mark) => device.marks.includes(mark)) ? device.id : null
}

/** The text of a device on which a user has logged in, from the text that it had. */
export function rememberedDevice(
  randomness: Marks & Pick<Randomness, 'newId'>,
  text: string | null,
  user: Guess,
): string {
  const { id, marks } = parsed(text) ?? { id: randomness.newId(), marks: [] }
  const mark = markOf(randomness.fingerprint('device', textOf(id, user)))
  return [id, mark, ...marks.filter((one) => one !== mark)].slice(0, 1 + MOST_USERS).join('.')
}

function parsed(text: string | null): { readonly id: string; readonly marks: readonly string[] } | null {
  const parts = text === null ? null : TEXT.exec(text)
  return parts === null ? null : { id: parts[1] as string, marks: (parts[2] as string).slice(1).split('.') }
}

const textOf = (id: string, { what, key }: Guess) => `${id}\0${what}\0${key}`
const markOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64url')
