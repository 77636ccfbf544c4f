import { CryptoPrices, HEADERS, MarketStats, OpportunityRows, PATHS } from '@makas/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { App } from '../fastify-app.ts'
import type { MarketBoard } from '../market-board.ts'
import type { LiveAccess } from '../policies/live-access.ts'
import type { MarketView } from '../presenters/market-view.ts'
import type { PreparedBody } from '../presenters/prepared-body.ts'
import { sendPrepared } from '../presenters/send-prepared.ts'
import { answers } from './answers.ts'

/** The list calls: one consistent state each, the newest for live readers and the frozen one for visitors. */
export function marketRoutes(app: App, board: MarketBoard, maySeeLive: LiveAccess): void {
  const answer = (pick: (view: MarketView) => PreparedBody) => (request: FastifyRequest, reply: FastifyReply) => {
    const view = board.view(maySeeLive(request.headers.authorization))
    reply.header(HEADERS.source, view.source).header(HEADERS.asOf, view.asOf)
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
    return sendPrepared(request, reply, pick(view))
  }
  const call = (path: string, summary: string, schema: ZodType, pick: (view: MarketView) => PreparedBody) =>
    app.get(path, { schema: { summary, response: answers(schema, true) } }, answer(pick))

  call(PATHS.lists.spot, 'Spot opportunities, best net ROI first', OpportunityRows, (view) => view.list)
  call(PATHS.marketStats, 'How much of the market is watched and what it yields', MarketStats, (view) => view.stats)
  call(PATHS.cryptoPrices, 'Mid prices by exchange and coin', CryptoPrices, (view) => view.prices)
}
