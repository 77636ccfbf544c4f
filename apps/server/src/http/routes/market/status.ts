import { PATHS, Status } from '@makas/contract'
import type { App } from '../../fastify-app.ts'
import type { MarketBoard } from '../../market-board.ts'
import { PreparedBody } from '../../presenters/prepared-body.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { answers } from '../answers.ts'

/** The state of each exchange's feed: the same for all viewers, never frozen. */
export function statusRoute(app: App, board: MarketBoard): void {
  let body = new PreparedBody('')
  let text = ''
  app.get(
    PATHS.status,
    { schema: { summary: 'State of the feeds and of the engine', response: answers(Status, true) } },
    (request, reply) => {
      const newest = board.statusText()
      if (newest !== text) {
        text = newest
        body = new PreparedBody(newest)
      }
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
      return sendPrepared(request, reply, body)
    },
  )
}
