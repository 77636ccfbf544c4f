import { HEADERS } from '@makas/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audience } from '../../app/ports/users/users.ts'
import { ApiFailure } from '../api-failure.ts'

/** The cookie that renews a session. Scripts never read it, other sites never send it (security.md 24). */
export type RenewalCookie = {
  /** The cookie's secret; null without one. @throws ApiFailure where the sending page is of another origin */
  readonly read: (request: FastifyRequest, audience: Audience) => string | null
  readonly write: (reply: FastifyReply, audience: Audience, value: string, keptMs: number) => void
  readonly clear: (reply: FastifyReply, audience: Audience) => void
}

/** `publicOrigin`: our public https address; null on plain http, where the cookie has no Secure. */
export function renewalCookie(publicOrigin: string | null): RenewalCookie {
  const secure = publicOrigin?.startsWith('https:') === true
  const origin = publicOrigin === null ? null : new URL(publicOrigin).origin
  const nameOf = (audience: Audience) => `${secure ? '__Host-' : ''}makas-${audience}`
  const settings = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    read(request, audience) {
      const { headers, server, protocol, host } = request
      const value = server.parseCookie(headers.cookie ?? '')[nameOf(audience)]
      if (value === undefined || value === '') return null
      // SameSite alone lets other origins of our site through. No other origin can add a header of our own (security.md
      // 60).
      const isOurs = headers.origin === (origin ?? `${protocol}://${host}`)
      if (!isOurs || headers[HEADERS.renewal] === undefined) throw new ApiFailure('foreign-origin')
      return value
    },
    write(reply, audience, value, keptMs) {
      reply.setCookie(nameOf(audience), value, { ...settings, maxAge: Math.floor(keptMs / 1_000) })
    },
    clear(reply, audience) {
      reply.clearCookie(nameOf(audience), settings)
    },
  }
}
