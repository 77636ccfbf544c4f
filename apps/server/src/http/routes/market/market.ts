import { CryptoPrices, HEADERS, LISTS, MarketStats, PATHS } from '@makas/contract'
import { type ByMode, MODES } from '@makas/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { App } from '../../fastify-app.ts'
import type { MarketBoard } from '../../market-board.ts'
import { cachingFor, type LiveAccess } from '../../policies/live-access.ts'
import type { MarketView } from '../../presenters/market-view.ts'
import type { PreparedBody } from '../../presenters/prepared-body.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { answers } from '../answers.ts'

/** Summary of each list call, with the order of its rows. */
const SUMMARIES: Readonly<ByMode<string>> = {
  spot: 'Spot opportunities, best net ROI first',
  carry: 'Carry opportunities, best net APY first',
  tri: 'Triangular opportunities, best net ROI first',
}

/** What a viewer sees, live or as a visitor. */
type See = (isLive: boolean) => MarketView | Promise<MarketView>

/** A body with the time of its oldest input. */
type Answer = { readonly asOf: string; readonly body: PreparedBody }

/** The list calls, each from one consistent state: the newest for live viewers, the frozen state for visitors. */
export function marketRoutes(app: App, board: MarketBoard, access: LiveAccess): void {
  const answer =
    (see: See, pick: (view: MarketView) => Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
      const viewer = await access(request)
      const view = await see(viewer.isLive)
      const { asOf, body } = pick(view)
      reply.header(HEADERS.source, view.source).header(HEADERS.asOf, asOf)
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', cachingFor(viewer))
      return sendPrepared(request, reply, body)
    }
  const call = (path: string, summary: string, schema: ZodType, see: See, pick: (view: MarketView) => Answer) =>
    app.get(path, { schema: { summary, response: answers(schema, true) } }, answer(see, pick))
  const seen: See = (isLive) => board.view(isLive)

  for (const mode of MODES) {
    const listed: See = (isLive) => (isLive ? board.listed(mode) : board.view(false))
    call(PATHS.lists[mode], SUMMARIES[mode], LISTS[mode], listed, ({ lists }) => lists[mode])
  }
  call(PATHS.marketStats, 'How much of the market is watched and what it yields', MarketStats, seen, (view) => ({
    asOf: view.asOf,
    body: view.stats,
  }))
  call(PATHS.cryptoPrices, 'Mid prices by exchange and coin', CryptoPrices, seen, (view) => ({
    asOf: view.asOf,
    body: view.prices,
  }))
}
