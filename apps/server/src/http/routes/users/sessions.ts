import type { FastifyReply, FastifyRequest } from 'fastify'
import { isListed } from '../../../app/api-keys/key-parts.ts'
import type { Audience, MaskedKey } from '../../../app/ports/users/users.ts'
import { whoAmI } from '../../../app/users/own-data.ts'
import { changePassword, resetPassword } from '../../../app/users/passwords.ts'
import { prove } from '../../../app/users/proof.ts'
import { register } from '../../../app/users/register.ts'
import { beginTotp, confirmTotp, removeTotp } from '../../../app/users/second-factor.ts'
import { rememberedDevice } from '../../../app/users/sessions/known-device.ts'
import { type Credentials, guessAt, login } from '../../../app/users/sessions/login.ts'
import { logout } from '../../../app/users/sessions/logout.ts'
import type { Renewal, SignedIn } from '../../../app/users/sessions/open-session.ts'
import { renew } from '../../../app/users/sessions/renew.ts'
import { UserRefusal } from '../../../app/users/user-parts.ts'
import { ApiFailure } from '../../api-failure.ts'
import { SESSION_CALLS, USER_CALLS } from '../../calls/user-calls.ts'
import type { App } from '../../fastify-app.ts'
import { callerOf, partsOf, type UserPartsProvider, visitOf } from '../../policies/callers.ts'
import type { DeviceCookie } from '../../policies/device-cookie.ts'
import { idempotencyKeyOf } from '../../policies/idempotency.ts'
import type { RenewalCookie } from '../../policies/renewal-cookie.ts'
import { presentAdmin, presentUser } from '../../presenters/user.ts'
import { WRONG_WITH_LETTER } from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import type { KeyPartsProvider } from '../keys/exchange-keys.ts'

type SessionRouteOptions = {
  readonly users: UserPartsProvider
  readonly cookie: RenewalCookie
  readonly device: DeviceCookie
  readonly keys: KeyPartsProvider
  readonly wantsAdminTotp: () => boolean
}

/** Sign-up, login and the calls about the own session, separate for users and admins. */
export function sessionRoutes(app: App, { users, cookie, device, keys, wantsAdminTotp }: SessionRouteOptions): void {
  const parts = () => partsOf(users)
  const listed = (own: readonly MaskedKey[]) => {
    const demo = keys()?.demo
    return own.filter((key) => demo === undefined || isListed(key, demo))
  }

  /** Sends the token for scripts in the body, the renewal secret in the cookie. */
  function handOut(reply: FastifyReply, audience: Audience, { accessToken, lifetimeMs, secret }: Renewal) {
    if (secret !== null) cookie.write(reply, audience, secret.value, secret.keptMs)
    return { access_token: accessToken, expires_in: Math.floor(lifetimeMs / 1_000) }
  }
  const asUser = (reply: FastifyReply, signedIn: SignedIn) => ({
    ...handOut(reply, 'user', signedIn),
    user: presentUser(signedIn.user, listed(signedIn.keys)),
  })

  /** Counts the next login of the user on this device apart from logins of strangers. */
  function remember(audience: Audience, email: string, request: FastifyRequest, reply: FastifyReply): void {
    device.write(reply, rememberedDevice(parts().randomness, device.read(request), guessAt(audience, email)))
  }

  /** A refusal names a rare letter of the typed address, whether the user exists or not (security.md 19, 21). */
  async function signIn(audience: Audience, given: Credentials, request: FastifyRequest): Promise<SignedIn> {
    try {
      return await login(parts(), audience, given, visitOf(request), device.read(request))
    } catch (error) {
      const [letter] = /\P{ASCII}/u.exec(given.email) ?? []
      if (letter === undefined || !(error instanceof UserRefusal) || error.code !== 'invalid-credentials') throw error
      throw new ApiFailure(error.code, { detail: WRONG_WITH_LETTER(letter) })
    }
  }

  answerCall(app, USER_CALLS.register, async (body, request, reply) => {
    const answer = asUser(reply, await register(parts(), body, idempotencyKeyOf(request), visitOf(request)))
    remember('user', body.email, request, reply)
    return answer
  })
  answerCall(app, SESSION_CALLS.user.login, async (body, request, reply) => {
    const answer = asUser(reply, await signIn('user', body, request))
    remember('user', body.email, request, reply)
    return answer
  })
  answerCall(app, SESSION_CALLS.admin.login, async (body, request, reply) => {
    const signedIn = await signIn('admin', body, request)
    const answer = { ...handOut(reply, 'admin', signedIn), user: presentAdmin(signedIn.user, wantsAdminTotp()) }
    remember('admin', body.email, request, reply)
    return answer
  })
  answerCall(app, SESSION_CALLS.user.me, async (_body, request) => {
    const { user, keys: own } = await whoAmI(parts(), callerIn(request))
    return presentUser(user, listed(own))
  })
  answerCall(app, SESSION_CALLS.admin.me, async (_body, request) => {
    const { user } = await whoAmI(parts(), callerIn(request))
    return presentAdmin(user, wantsAdminTotp())
  })

  for (const audience of ['user', 'admin'] as const) {
    const calls = SESSION_CALLS[audience]

    answerCall(app, calls.refresh, async (_body, request, reply) => {
      const secret = cookie.read(request, audience)
      if (secret === null) throw new ApiFailure('unauthorized')
      return handOut(reply, audience, await renew(parts(), audience, secret, visitOf(request)))
    })
    answerCall(app, calls.logout, async (_body, request, reply) => {
      const caller = await callerOf(users, audience, request.headers.authorization)
      await logout(parts(), audience, { caller, secret: cookieOf(request, caller !== null) }, visitOf(request))
      cookie.clear(reply, audience)
    })
    answerCall(app, calls.password, (body, request) => {
      const given = { current: body.current_password, next: body.new_password }
      return changePassword(parts(), callerIn(request), given, visitOf(request))
    })
    answerCall(app, calls.totp, async (_body, request) => {
      const { secret, address } = await beginTotp(parts(), callerIn(request))
      return { secret, otpauth_url: address }
    })
    answerCall(app, calls.totpConfirm, async (body, request) => ({
      recovery_codes: [...(await confirmTotp(parts(), callerIn(request), body.code, visitOf(request)))],
    }))
    answerCall(app, calls.totpOff, (body, request) => removeTotp(parts(), callerIn(request), body, visitOf(request)))
    answerCall(app, calls.proof, (body, request) => prove(parts(), callerIn(request), body, visitOf(request)))
    answerCall(app, calls.reset, (body, request) => resetPassword(parts(), body, visitOf(request)))

    /** With a valid token in the header, a cookie from another origin is ignored, not refused. */
    function cookieOf(request: FastifyRequest, hasToken: boolean): string | null {
      try {
        return cookie.read(request, audience)
      } catch (error) {
        if (hasToken && error instanceof ApiFailure) return null
        throw error
      }
    }
  }
}
