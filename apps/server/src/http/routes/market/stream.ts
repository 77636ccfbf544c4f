import { ErrorBody, HEADERS, Mode, PATHS } from '@makas/contract'
import { z } from 'zod'
import { ApiFailure } from '../../api-failure.ts'
import type { App } from '../../fastify-app.ts'
import type { LiveAccess } from '../../policies/live-access.ts'
import type { OpenStreams } from '../../policies/open-streams.ts'
import type { SessionWatch, UncheckedWatch } from '../../policies/session-watch.ts'
import type { StreamHub } from '../../stream/stream-hub.ts'

const Query = z.object({ mode: Mode.default('spot') })

type Options = {
  readonly hub: StreamHub
  readonly access: LiveAccess
  readonly watchSession: SessionWatch
  readonly watchUnchecked: UncheckedWatch
  readonly open: OpenStreams
}

/** Server-sent events, written by hand: the reply is taken from the framework with the headers set so far. */
export function streamRoute(app: App, { hub, access, watchSession, watchUnchecked, open }: Options): void {
  app.get(
    PATHS.stream,
    {
      schema: {
        summary: 'The list of a mode as server-sent events: snapshot, delta, status',
        querystring: Query,
        response: { 200: z.string(), 400: ErrorBody, 429: ErrorBody, 503: ErrorBody },
      },
      exposeHeadRoute: true,
    },
    async (request, reply) => {
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD') return reply.send('')
      const { isLive, caller, isUnchecked } = await access(request)
      if (isLive) await hub.prepare(request.query.mode)
      const { raw } = reply
      // The client left meanwhile. A stream opened now would never learn it.
      if (raw.destroyed) return reply.hijack()
      // Nobody can take the place before the stream is joined.
      let leave = (): void => undefined
      const release = open.enter({ address: request.ip, userId: caller?.userId ?? null }, () => leave())
      if (typeof release === 'string') throw new ApiFailure(release, { retryAfterS: 10 })
      reply.hijack()
      raw.on('close', release)
      raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      raw.flushHeaders()
      raw.socket?.setNoDelay(true)
      const lastId = request.headers[HEADERS.lastEventId]
      leave = hub.join(raw, {
        mode: request.query.mode,
        isLive,
        lastId: typeof lastId === 'string' ? lastId : null,
      })
      if (caller !== null) raw.on('close', watchSession(caller.sessionId, leave))
      // The viewer reconnects, and gets the live list then.
      if (isUnchecked) raw.on('close', watchUnchecked(request.headers.authorization, leave))
      return reply
    },
  )
}
