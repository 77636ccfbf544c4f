import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers keep no cookie longer. */
const KEPT_S = 400 * 86_400

/** The cookie by which a login recognises a device (`known-device.ts`). The cookie alone opens nothing. */
export type DeviceCookie = {
  readonly read: (request: FastifyRequest) => string | null
  readonly write: (reply: FastifyReply, text: string) => void
}

/** `publicOrigin`: our public https address; null on plain http, where the cookie has no Secure. */
export function deviceCookie(publicOrigin: string | null): DeviceCookie {
  const secure = publicOrigin?.startsWith('https:') === true
  const name = `${secure ? '__Host-' : ''}makas-device`
  return {
    read: ({ headers, server }) => server.parseCookie(headers.cookie ?? '')[name] ?? null,
    write(reply, text) {
      reply.setCookie(name, text, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: KEPT_S })
    },
  }
}
