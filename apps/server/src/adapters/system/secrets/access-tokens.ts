import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import { MOST_AHEAD_MS } from '../../../app/ports/system/clock.ts'
import type { TokenSigning, TokenSubject } from '../../../app/ports/users/secrets.ts'
import type { Audience } from '../../../app/ports/users/users.ts'
import type { Keys, KeyVersion } from '../keys/key-ring.ts'
import { newId } from './secret-texts.ts'

/** The only accepted algorithm: a token's own header is never believed (security.md 27). */
const ALGORITHM = 'HS256'
const ISSUER = 'makas'
const NAMES = {
  user: { aud: 'makas-user', use: 'user-tokens', letter: 'u' },
  admin: { aud: 'makas-admin', use: 'admin-tokens', letter: 'a' },
} as const
/** Characters of a token, at most; ours have fewer than 500. */
const LONGEST = 1_024
const HEADER = ['alg', 'kid', 'typ']

/** The name of a key in a token's header: the audience's letter and the key's version. */
const kidOf = (audience: Audience, { version }: KeyVersion) => `${NAMES[audience].letter}${version}`

/**
 * Signs and verifies access tokens; users' and admins' have separate keys (security.md 16, 28). A token of a former key
 * is taken as long as tokens live (security.md 89).
 */
export function accessTokens(keys: Keys): TokenSigning {
  const keyFor = (audience: Audience) => (header: JWTHeaderParameters) => {
    const found = keys.accepted(NAMES[audience].use).find((one) => header.kid === kidOf(audience, one))
    const isOurs = found !== undefined && Object.keys(header).every((name) => HEADER.includes(name))
    if (!isOurs) throw new errors.JWSInvalid('foreign header')
    return found.key
  }
  return {
    sign(audience, { userId, sessionId }, now, lifetimeMs) {
      const seconds = Math.floor(now / 1_000)
      const current = keys.current(NAMES[audience].use)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: kidOf(audience, current), typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(NAMES[audience].aud)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt(seconds)
        .setNotBefore(seconds - MOST_AHEAD_MS / 1_000)
        .setExpirationTime(seconds + Math.floor(lifetimeMs / 1_000))
        .sign(current.key)
    },
    async read(audience, token, now) {
      if (token.length > LONGEST) return null
      try {
        const { payload } = await jwtVerify(token, keyFor(audience), {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: NAMES[audience].aud,
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
          currentDate: new Date(now),
        })
        const { sub, sid, exp } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null
        const subject: TokenSubject = { userId: sub, sessionId: sid }
        return { ...subject, expiresAt: exp * 1_000 }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
