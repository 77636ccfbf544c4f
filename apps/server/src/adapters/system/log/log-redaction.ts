/** Field names of secrets, compared in lower case without separators (security.md 44). */
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

/** The form of tokens, renewal secrets, one-time addresses and most exchange keys; ids are shorter. */
const LONG_WORD = /[\w-]{43,}/g
/** Whether a long word looks random; hashes and people's words do not. One token in some thousand has no digit. */
const isSecretLike = (word: string) => /[A-Z]/.test(word) && /[a-z]/.test(word)
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
 * The data of a log line without values that are named like a secret or have the form of one. A second line of defence:
 * secrets are not passed to the log in the first place.
 */
export const withoutSecrets = (data: object): Record<string, unknown> => cleanedFields(data, 0)
