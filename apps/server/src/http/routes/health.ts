import { z } from 'zod'
import type { StorageState } from '../../app/ports/storage.ts'
import type { App } from '../fastify-app.ts'
import type { MarketBoard } from '../market-board.ts'

const Alive = z.object({ status: z.literal('ok') })
const Ready = z.object({
  market: z.enum(['starting', 'live', 'demo', 'replay', 'cache', 'empty', 'draining']),
  database: z.enum(['starting', 'ready', 'down']),
  keys: z.literal('none'),
})

/**
 * `/healthz`: the process is alive. `/readyz`: the market part can serve (reliability.md 10); 503 only before that and
 * while draining: the market never waits for the database. There is no key store yet.
 */
export function healthRoutes(
  app: App,
  board: MarketBoard,
  storageState: () => StorageState,
  isDraining: () => boolean,
): void {
  app.get('/healthz', { schema: { response: { 200: Alive } } }, (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const }
  })
  app.get('/readyz', { schema: { response: { 200: Ready, 503: Ready } } }, (_request, reply) => {
    const market: z.infer<typeof Ready>['market'] = isDraining() ? 'draining' : board.readiness
    reply.header('cache-control', 'no-store')
    if (market === 'draining' || market === 'starting') reply.code(503).header('retry-after', '1')
    return { market, database: storageState(), keys: 'none' as const }
  })
}
