import { createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { OneTimeCodes } from '../../app/ports/accounts/secrets.ts'
import { seal, unseal } from './sealed.ts'
import { newId } from './secret-texts.ts'
import { wallTime } from './system-clock.ts'

const PERIOD_S = 30
const CODES = 10
/** 32 characters without look-alikes, five bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz123456789'
const LENGTH = 16

type Options = {
  readonly key: Buffer
  readonly keyId: string
  readonly issuer: string
  /** Epoch ms by the clock that authenticators follow; not our own, which takes days to follow a corrected clock. */
  readonly wall?: () => number
}

/** RFC 6238 with the parameters that every authenticator takes: SHA-1, six digits, 30 s (security.md 10). */
export function authenticatorCodes({ key, keyId, issuer, wall = wallTime }: Options): OneTimeCodes {
  const totp = (secret: Secret, label: string) =>
    new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret })
  const boundTo = (accountId: string) => `1|users|${accountId}|totp_secret`
  const recoveryHash = (code: string) =>
    createHmac('sha256', key)
      .update(`recovery\0${code.toLowerCase().replace(/[^a-z\d]/g, '')}`)
      .digest('base64url')
  return {
    newSecret(accountId, label) {
      const secret = new Secret({ size: 20 })
      const sealed = { bytes: seal(key, boundTo(accountId), Buffer.from(secret.bytes)), keyId }
      return { sealed, secret: secret.base32, address: totp(secret, label).toString() }
    },
    stepOf(accountId, sealed, code) {
      const digits = code.replaceAll(' ', '')
      if (!/^\d{6}$/.test(digits)) return null
      const bytes = unseal(key, boundTo(accountId), sealed.bytes)
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
      const now = wall()
      const delta = totp(secret, '').validate({ token: digits, timestamp: now, window: 1 })
      return delta === null ? null : Math.floor(now / 1_000 / PERIOD_S) + delta
    },
    newRecoveryCodes() {
      return Array.from({ length: CODES }, () => {
        const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
        const code = letters.replace(/(.{4})(?=.)/g, '$1-')
        return { code, id: newId(), hash: recoveryHash(code) }
      })
    },
    recoveryHash,
  }
}
