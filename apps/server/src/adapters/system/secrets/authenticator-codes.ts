import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { OneTimeCodes } from '../../../app/ports/users/secrets.ts'
import type { SealedSecret } from '../../../app/ports/users/users.ts'
import { KeyRefusal, type Keys, type KeyVersion } from '../keys/key-ring.ts'
import { tagOf, tagsUnder, type WrappedTag, wrapped } from '../keys/wrapped-tag.ts'
import { wallTime } from '../system-clock.ts'
import { seal, unseal } from './sealed.ts'
import { newId } from './secret-texts.ts'

const PERIOD_S = 30
const CODES = 10
/** 32 characters without look-alikes, five bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz123456789'
const LENGTH = 16

type Options = {
  readonly keys: Keys
  readonly issuer: string
  /** Epoch ms by the clock that authenticators follow. Our own clock takes days to follow a corrected one. */
  readonly wall?: () => number
}

/** The associated data of a user's sealed secret: copied to another user it does not open. */
const boundTo = (userId: string) => `1|users|${userId}|totp_secret`

/** Seals a stored secret anew under a further key; null where it does not open with the key that it names. */
export function resealSecret(
  userId: string,
  { bytes, keyId }: SealedSecret,
  keys: Pick<Keys, 'by'>,
  fresh: KeyVersion,
): SealedSecret | null {
  const former = keys.by('totp', keyId)
  if (former === null) return null
  let secret: Buffer
  try {
    secret = unseal(former.key, boundTo(userId), bytes)
  } catch {
    return null
  }
  try {
    return { bytes: seal(fresh.key, boundTo(userId), secret), keyId: fresh.id }
  } finally {
    secret.fill(0)
  }
}

/**
 * The stored text of a recovery code's hash. A hash without ids was made with the first key, before hashes named their
 * keys.
 */
const hashText = ({ tag, ids }: WrappedTag) => `${ids}:${tag.toString('base64url')}`

/** A recovery code's stored hash under a further key, without the code; `first` made the hashes that name no key. */
export function rewrappedCode(hash: string, first: KeyVersion, fresh: KeyVersion): string {
  const [tag = '', ids = first.id] = hash.split(':').reverse()
  return hashText(wrapped({ tag: Buffer.from(tag, 'base64url'), ids }, fresh))
}

/** RFC 6238 with the parameters that every authenticator takes: SHA-1, six digits, 30 s (security.md 10). */
export function authenticatorCodes({ keys, issuer, wall = wallTime }: Options): OneTimeCodes {
  const totp = (secret: Secret, label: string) =>
    new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret })
  const recoveryText = (code: string) => `recovery\0${code.toLowerCase().replace(/[^a-z\d]/g, '')}`
  return {
    newSecret(userId, label) {
      const secret = new Secret({ size: 20 })
      const { id: keyId, key } = keys.current('totp')
      const sealed = { bytes: seal(key, boundTo(userId), Buffer.from(secret.bytes)), keyId }
      return { sealed, secret: secret.base32, address: totp(secret, label).toString() }
    },
    stepOf(userId, sealed, code) {
      const digits = code.replaceAll(' ', '')
      if (!/^\d{6}$/.test(digits)) return null
      const key = keys.by('totp', sealed.keyId)?.key
      if (key === undefined) throw new KeyRefusal(`the key file lacks ${sealed.keyId}, which sealed a second factor`)
      const bytes = unseal(key, boundTo(userId), sealed.bytes)
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
      const now = wall()
      const delta = totp(secret, '').validate({ token: digits, timestamp: now, window: 1 })
      return delta === null ? null : Math.floor(now / 1_000 / PERIOD_S) + delta
    },
    newRecoveryCodes() {
      const key = keys.current('totp')
      return Array.from({ length: CODES }, () => {
        const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
        const code = letters.replace(/(.{4})(?=.)/g, '$1-')
        return { code, id: newId(), hash: hashText(tagOf(recoveryText(code), key)) }
      })
    },
    recoveryHashes(code) {
      const all = keys.accepted('totp').toSorted((one, other) => one.version - other.version)
      return tagsUnder(recoveryText(code), all).flatMap((one) => {
        const isOfFirst = one.ids === all[0]?.id && all[0].version === 1
        return isOfFirst ? [hashText(one), one.tag.toString('base64url')] : [hashText(one)]
      })
    },
  }
}
