import { HEADERS, LIMITS, LifetimeSource, Lifetimes, PATHS } from '@makas/contract'
import { z } from 'zod'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { EngineSupervisor } from '../../engine/engine-supervisor.ts'
import type { App } from '../../fastify-app.ts'
import { cachingFor, type LiveAccess } from '../../policies/live-access.ts'
import { answerSource } from '../../presenters/market-view.ts'
import { PreparedBody } from '../../presenters/prepared-body.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { answers } from '../answers.ts'

const Query = z.object({ source: LifetimeSource.default('live') })

type CachedBody = { readonly at: number; readonly body: Promise<PreparedBody | null> }

/**
 * How long opportunities last. The engine computes the curves, so it is asked at most once in five seconds for each
 * source. A missing answer is not kept.
 */
export function lifetimesRoute(
  app: App,
  engine: Pick<EngineSupervisor, 'lifetimes'>,
  clock: Clock,
  access: LiveAccess,
): void {
  const kept = new Map<LifetimeSource, CachedBody>()

  async function ask(source: LifetimeSource): Promise<PreparedBody | null> {
    const text = await engine.lifetimes(source)
    if (text !== null) return new PreparedBody(text)
    kept.delete(source)
    return null
  }

  function bodyOf(source: LifetimeSource): Promise<PreparedBody | null> {
    const now = clock.now()
    const known = kept.get(source)
    if (known !== undefined && now - known.at < LIMITS.visitorFreezeMs) return known.body
    const body = ask(source)
    kept.set(source, { at: now, body })
    return body
  }

  app.get(
    PATHS.lifetimes,
    {
      schema: {
        summary: 'How long opportunities last, by mode and route, and how good our forecasts of it were',
        querystring: Query,
        response: answers(Lifetimes, true),
      },
    },
    async (request, reply) => {
      const { source } = request.query
      const body = await bodyOf(source)
      if (body === null) throw new ApiFailure('unavailable', { retryAfterS: 2 })
      const reader = await access(request)
      const { isLive } = reader
      reply.header(HEADERS.source, answerSource(source, isLive))
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', cachingFor(reader))
      return sendPrepared(request, reply, body) as never
    },
  )
}
