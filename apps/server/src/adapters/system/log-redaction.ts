/** Names under which a secret would stand (security.md 44), however they are written. */
const SECRET_NAMES = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'password',
  'currentpassword',
  'newpassword',
  'apikey',
  'apisecret',
  'secretkey',
  'secret',
  'passphrase',
  'accesstoken',
  'token',
  'totp',
  'recoverycodes',
])
const plainName = (name: string) => name.replace(/[_-]/g, '').toLowerCase()

/** What our tokens, renewal secrets and one-time addresses consist of, and most keys of exchanges; no id is as long. */
const LONG_WORD = /[\w-]{43,}/g
/** Hashes, and words that people write, are no secrets. */
const isSecretLike = (word: string) => /[A-Z]/.test(word) && /[a-z]/.test(word) && /\d/.test(word)
const DEEPEST = 5
const INSTEAD = '[secret]'

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replace(LONG_WORD, (word) => (isSecretLike(word) ? INSTEAD : word))
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1))
  return isPlain(value) ? cleanedFields(value, depth) : value
}

const cleanedFields = (data: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      SECRET_NAMES.has(plainName(name)) ? INSTEAD : cleaned(value, depth + 1),
    ]),
  )

/**
 * The data of a log line without what is named like a secret or has the form of one. Nothing of the kind is ever handed
 * to the log; this is for the day when somebody does.
 */
export const withoutSecrets = (data: object): Record<string, unknown> => cleanedFields(data, 0)
