import type { FastifyBaseLogger } from 'fastify'
import { ScarceThings } from '../app/operation/scarce-things.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { Metric } from '../app/ports/system/metric.ts'
import type { StorageState } from '../app/ports/system/storage.ts'
import { ApiFailure } from './api-failure.ts'
import type { EngineClient } from './engine/engine-client.ts'
import { createApp } from './fastify-app.ts'
import type { Readiness } from './market-board.ts'
import { draining } from './plugins/draining.ts'
import { errors } from './plugins/errors.ts'
import { headers } from './plugins/headers.ts'
import { requestMetrics } from './plugins/request-metrics.ts'
import { limitConnections } from './policies/open-connections.ts'
import { healthRoutes } from './routes/health.ts'
import type { KeyPartsProvider } from './routes/keys/exchange-keys.ts'
import { metricsRoute } from './routes/metrics.ts'
import type { HttpServer } from './server.ts'

type Options = {
  readonly trustProxy: readonly string[]
  /** Bearer token of `/metrics`; null: open to everybody. */
  readonly metricsToken: string | null
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly storageState: () => StorageState
  readonly keys: KeyPartsProvider
  readonly ownMetrics: () => readonly Metric[]
  /** Readiness of the market; left out in a process without a market. */
  readonly readiness?: () => Readiness | 'none'
  readonly engine?: Pick<EngineClient, 'condition' | 'metrics'>
  readonly givenUp?: () => readonly number[]
}

/** Server of a process without site and API: /healthz, /readyz and /metrics. Any other address is a 404. */
export function createHealthServer(options: Options): HttpServer {
  const { trustProxy, log, storageState, keys, ownMetrics, readiness = () => 'none', engine = null } = options
  const app = createApp(trustProxy, log)
  const metrics = requestMetrics(app, { size: 0, mostWaiting: 0 })
  headers(app, null)
  const { isDraining, drain, hold } = draining(app)
  errors(app, () => new ApiFailure('not-found'))
  healthRoutes(app, { readiness, storageState, keys, isDraining, givenUp: options.givenUp })
  const scarce = new ScarceThings()
  const connections = limitConnections(app.server, trustProxy, 1)
  scarce.add('connections', () => connections)
  metricsRoute(app, {
    engine,
    own: metrics,
    ownMetrics: () => [...ownMetrics(), ...scarce.metrics()],
    token: options.metricsToken,
    clock: options.clock,
  })
  return { app, inFlight: metrics.inFlight, drain, hold, endStreams: () => undefined }
}
