import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import type { Audience } from '../../app/ports/accounts/accounts.ts'
import type { TokenSigning, TokenSubject } from '../../app/ports/accounts/secrets.ts'
import { MOST_AHEAD_MS } from '../../app/ports/system/clock.ts'
import { newId } from './secret-texts.ts'

/** The only accepted algorithm: a token's own header is never believed (security.md 27). */
const ALGORITHM = 'HS256'
const ISSUER = 'makas'
const NAMES: Readonly<Record<Audience, { readonly aud: string; readonly kid: string }>> = {
  user: { aud: 'makas-user', kid: 'u1' },
  admin: { aud: 'makas-admin', kid: 'a1' },
}
/** Characters of a token, at most; ours have fewer than 500. */
const LONGEST = 1_024
const HEADER = ['alg', 'kid', 'typ']

/** Signs and verifies access tokens; users' and admins' have separate keys (security.md 16, 28). */
export function accessTokens(keys: Readonly<Record<Audience, Uint8Array>>): TokenSigning {
  const keyFor = (audience: Audience) => (header: JWTHeaderParameters) => {
    const isOurs = header.kid === NAMES[audience].kid && Object.keys(header).every((name) => HEADER.includes(name))
    if (!isOurs) throw new errors.JWSInvalid('foreign header')
    return keys[audience]
  }
  return {
    sign(audience, { accountId, sessionId }, now, lifetimeMs) {
      const seconds = Math.floor(now / 1_000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: NAMES[audience].kid, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(NAMES[audience].aud)
        .setSubject(accountId)
        .setJti(newId())
        .setIssuedAt(seconds)
        .setNotBefore(seconds - MOST_AHEAD_MS / 1_000)
        .setExpirationTime(seconds + Math.floor(lifetimeMs / 1_000))
        .sign(keys[audience])
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
        const subject: TokenSubject = { accountId: sub, sessionId: sid }
        return { ...subject, expiresAt: exp * 1_000 }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
