import { HEADERS, LIMITS, LifetimeSource, Lifetimes, PATHS } from '@makas/contract'
import { z } from 'zod'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { EngineSupervisor } from '../../engine/engine-supervisor.ts'
import type { App } from '../../fastify-app.ts'
import { cachingFor, type LiveAccess } from '../../policies/live-access.ts'
import { KeptBodies } from '../../presenters/kept-bodies.ts'
import { answerSource } from '../../presenters/market-view.ts'
import { PreparedBody } from '../../presenters/prepared-body.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { answers } from '../answers.ts'

const Query = z.object({ source: LifetimeSource.default('live') })

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
  const kept = new KeptBodies(clock, LIMITS.visitorFreezeMs)

  async function ask(source: LifetimeSource): Promise<PreparedBody | null> {
    const text = await engine.lifetimes(source)
    return text === null ? null : new PreparedBody(text)
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
      const body = await (kept.find(source) ?? kept.add(source, () => ask(source)))
      if (body === null) throw new ApiFailure('unavailable', { retryAfterS: 2 })
      const viewer = await access(request)
      const { isLive } = viewer
      reply.header(HEADERS.source, answerSource(source, isLive))
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', cachingFor(viewer))
      return sendPrepared(request, reply, body) as never
    },
  )
}
