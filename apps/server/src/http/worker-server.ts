import type { FastifyBaseLogger } from 'fastify'
import type { Figure } from '../app/ports/figure.ts'
import type { StorageState } from '../app/ports/storage.ts'
import { ApiFailure } from './api-failure.ts'
import { createApp } from './fastify-app.ts'
import { errors } from './plugins/errors.ts'
import { headers } from './plugins/headers.ts'
import { requestMetrics } from './plugins/request-metrics.ts'
import { standingDown } from './plugins/standing-down.ts'
import type { KeySide } from './routes/exchange-keys.ts'
import { healthRoutes } from './routes/health.ts'
import { metricsRoute } from './routes/metrics.ts'
import type { HttpServer } from './server.ts'

type Options = {
  readonly trustProxy: readonly string[]
  readonly log: FastifyBaseLogger
  readonly storageState: () => StorageState
  readonly keys: KeySide
  readonly figures: () => readonly Figure[]
}

/** What a process without site and API is asked: whether it is alive and ready, and its figures. Everything else is not there. */
export function createWorkerServer({ trustProxy, log, storageState, keys, figures }: Options): HttpServer {
  const app = createApp(trustProxy, log)
  const metrics = requestMetrics(app, () => 0)
  headers(app, null)
  const { isDraining, drain, hold } = standingDown(app)
  errors(app, () => new ApiFailure('not-found'))
  healthRoutes(app, { readiness: () => 'none', storageState, keys, isDraining })
  metricsRoute(app, null, metrics, figures)
  return { app, inFlight: metrics.inFlight, drain, hold, endStreams: () => undefined }
}
