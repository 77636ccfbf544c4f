import { HEADERS, HistoryQuery, LIMITS, RouteHistory } from '@makas/contract'
import type { z } from 'zod'
import type { ScarceThings } from '../../../app/operation/scarce-things.ts'
import type { History, HistoryReader } from '../../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { FairQueue, type Sharer } from '../../../app/ports/system/fair-queue.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { App } from '../../fastify-app.ts'
import type { MarketBoard } from '../../market-board.ts'
import { sharerIn } from '../../policies/callers.ts'
import { cachingFor, type LiveAccess } from '../../policies/live-access.ts'
import { KeptBodies } from '../../presenters/kept-bodies.ts'
import { answerSource } from '../../presenters/market-view.ts'
import { PreparedBody } from '../../presenters/prepared-body.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { answers } from '../answers.ts'
import { RowParameters } from './row-parameters.ts'

const HOUR_MS = 3_600_000
/** Parts of the time range. The answer holds the last point of every event in each part, enough for a chart. */
const SLOTS = 300
/** TTL of a kept answer, ms, as of visitors' lists. */
const KEPT_MS = LIMITS.visitorFreezeMs
/** Cap of kept answers. */
const MOST_KEPT = 200
/** Most questions that the archive answers at once: it reads journals line by line. */
const ASKED_AT_ONCE = 2
/** Most questions that wait. */
const MOST_WAITING = 32

type Parts = {
  readonly history: HistoryReader | null
  readonly board: MarketBoard
  readonly clock: Clock
  readonly access: LiveAccess
  readonly scarce: ScarceThings
}

/**
 * The history of a row's route in the shown market. The archive is asked once in five seconds for each question,
 * however many viewers ask. Visitors get nothing newer than their list. Viewers share the archive fairly: a viewer who
 * asks for route after route keeps nobody waiting.
 */
export function historyRoute(app: App, { history, board, clock, access, scarce }: Parts): void {
  const kept = new KeptBodies(clock, KEPT_MS, MOST_KEPT)
  const questions = new FairQueue(ASKED_AT_ONCE, MOST_WAITING)
  scarce.add('questions to the archive', () => questions)

  async function ask(id: string, hours: number, isLive: boolean, now: number): Promise<PreparedBody | null> {
    const { source } = board
    const to = isLive ? now : now - LIMITS.visitorFreezeMs
    const from = to - hours * HOUR_MS
    // A replay has no history.
    const isKept = history !== null && source !== 'replay'
    const found = isKept ? await history.history({ source, route: id, from, to, slots: SLOTS }) : NOTHING
    return found === null ? null : new PreparedBody(JSON.stringify(present(id, source, from, to, found)))
  }

  /** The kept answer, or a new answer in the viewer's turn. @throws QueueFull */
  function bodyOf(id: string, hours: number, isLive: boolean, by: Sharer): Promise<PreparedBody | null> {
    const key = `${board.source} ${isLive} ${hours} ${id}`
    const ours = () => kept.add(key, (now) => ask(id, hours, isLive, now))
    return kept.find(key) ?? questions.run(by, () => kept.find(key) ?? ours())
  }

  app.get(
    '/api/opportunities/:id/history',
    {
      schema: {
        summary: "The life of a row's route: when it opened, changed and closed, and what it was worth",
        params: RowParameters,
        querystring: HistoryQuery,
        response: answers(RouteHistory, true),
      },
    },
    async (request, reply) => {
      const viewer = await access(request)
      const { isLive, caller } = viewer
      const body = await bodyOf(request.params.id, request.query.hours, isLive, sharerIn(request, caller))
      if (body === null) throw new ApiFailure('unavailable', { retryAfterS: 2 })
      reply.header(HEADERS.source, answerSource(board.source, isLive))
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', cachingFor(viewer))
      return sendPrepared(request, reply, body) as never
    },
  )
}

const NOTHING: History = { recorded: 0, points: [] }
const iso = (ms: number) => new Date(ms).toISOString()

function present(
  id: string,
  source: LifetimeSource | 'replay',
  from: number,
  to: number,
  { recorded, points }: History,
): z.input<typeof RouteHistory> {
  return {
    id,
    source,
    from: iso(from),
    to: iso(to),
    recorded,
    points: points.map(({ t, event, reason, netReturn, netPnl, size, ageMs, evidenceHash }) => ({
      t: iso(t),
      event,
      reason,
      net_return: netReturn,
      net_pnl: netPnl,
      size,
      age_ms: ageMs,
      evidence_hash: evidenceHash,
    })),
  }
}
