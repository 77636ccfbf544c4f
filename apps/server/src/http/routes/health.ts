import { z } from 'zod'
import type { StorageState } from '../../app/ports/system/storage.ts'
import type { App } from '../fastify-app.ts'
import type { Readiness } from '../market-board.ts'
import type { KeyPartsProvider } from './keys/exchange-keys.ts'

const SHARDS = ['all', 'some', 'none', 'refused'] as const
/** Which shards are heard. `refused`: an engine with another number of shards leads one of them. */
export type ShardsHeard = (typeof SHARDS)[number]

const Alive = z.object({ status: z.literal('ok') })
const Failed = z.object({ status: z.literal('engine-stopped') })
const Ready = z.object({
  market: z.enum(['starting', 'live', 'demo', 'replay', 'cache', 'empty', 'draining', 'none']),
  database: z.enum(['starting', 'ready', 'down']),
  keys: z.enum(['none', 'ok', 'unavailable']),
  shards: z.enum(SHARDS).optional(),
  given_up: z.array(z.number()).readonly().optional(),
})

/** Readiness values of a market that is being received. */
const SHOWING: ReadonlySet<string> = new Set(['live', 'demo', 'replay'])

export type HealthOptions = {
  /** Readiness of the market; `none` in a process that shows none. */
  readonly readiness: () => Readiness | 'none'
  readonly storageState: () => StorageState
  readonly keys: KeyPartsProvider
  readonly isDraining: () => boolean
  /** Left out where the engine runs in this process. */
  readonly shards?: (() => ShardsHeard) | undefined
  /** Whether the engine of this process failed so often that only a restart brings it back. */
  readonly isEngineGivenUp?: (() => boolean) | undefined
  /** Shards that this process gave up because their engines failed again and again. */
  readonly givenUp?: (() => readonly number[]) | undefined
}

/**
 * `/healthz`: the process is alive and needs no restart. 503 once its engine was given up; the site goes on with the
 * last list.
 * `/readyz`: the market can be served (reliability-matrix.md 10). 503 only before, and while draining: the market never
 * waits for the database. In a process without a market the database decides.
 * `keys`: `none` until there is a key store; `unavailable` while its database is down, or since the vault failed or
 * ended by itself. A vault that was not needed yet counts as `ok`: the first question starts it, not this call.
 * `shards`: which engines an API hears. While an engine is set to another number of shards the API is not ready,
 * whatever it served before. `given_up`: shards that the process of an engine no longer leads.
 */
export function healthRoutes(app: App, options: HealthOptions): void {
  const { readiness, storageState, keys, isDraining, shards, givenUp, isEngineGivenUp = () => false } = options
  const keyState = (): z.infer<typeof Ready>['keys'] => {
    const side = keys()
    if (side === null) return 'none'
    return storageState() === 'ready' && side.vault.isWorking ? 'ok' : 'unavailable'
  }
  app.get('/healthz', { schema: { response: { 200: Alive, 503: Failed } } }, (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const isBroken = isEngineGivenUp() && !isDraining()
    if (isBroken) reply.code(503)
    return { status: isBroken ? ('engine-stopped' as const) : ('ok' as const) }
  })
  app.get('/readyz', { schema: { response: { 200: Ready, 503: Ready } } }, (_request, reply) => {
    const market: z.infer<typeof Ready>['market'] = isDraining() ? 'draining' : readiness()
    reply.header('cache-control', 'no-store')
    const isWaiting = market === 'starting' || (market === 'none' && storageState() !== 'ready')
    const heard = shards?.()
    const isOtherwiseTold = heard === 'refused' && !SHOWING.has(market)
    if (market === 'draining' || isWaiting || isOtherwiseTold) reply.code(503).header('retry-after', '1')
    const said = { market, database: storageState(), keys: keyState() }
    const given_up = givenUp?.() ?? []
    const more = { ...(heard === undefined ? {} : { shards: heard }), ...(given_up.length === 0 ? {} : { given_up }) }
    return { ...said, ...more }
  })
}
