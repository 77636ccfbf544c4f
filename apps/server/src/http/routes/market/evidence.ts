import { EvidenceAnswer, HEADERS } from '@makas/contract'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { App } from '../../fastify-app.ts'
import type { MarketBoard } from '../../market-board.ts'
import { sharerIn } from '../../policies/callers.ts'
import { cachingFor, type LiveAccess } from '../../policies/live-access.ts'
import { answers } from '../answers.ts'
import { RowParameters } from './row-parameters.ts'

type Parts = {
  readonly board: MarketBoard
  readonly access: LiveAccess
  /** Limits the questions to the engine. */
  readonly questions: FairQueue
}

/** Row and evidence of one evaluation: of the newest for live viewers, of the frozen list for visitors. */
export function evidenceRoute(app: App, { board, access, questions }: Parts): void {
  app.get(
    '/api/opportunities/:id/evidence',
    {
      schema: {
        summary: 'Everything needed to compute a row again',
        params: RowParameters,
        response: answers(EvidenceAnswer, false),
      },
    },
    async (request, reply) => {
      const viewer = await access(request)
      const { isLive, caller } = viewer
      const ask = () => board.evidence(request.params.id, isLive)
      const evidence = await (isLive ? questions.run(sharerIn(request, caller), ask) : ask())
      if (evidence.kind === 'closed') throw new ApiFailure('opportunity-closed')
      if (evidence.kind === 'unavailable') throw new ApiFailure('unavailable', { retryAfterS: 2 })
      reply.header(HEADERS.source, board.view(isLive).source).header('cache-control', cachingFor(viewer))
      reply.header('content-type', 'application/json; charset=utf-8')
      return reply.send(Buffer.from(evidence.json) as never)
    },
  )
}
