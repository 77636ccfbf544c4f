import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import type { Operator } from '@makas/contract'
import type { FastifyBaseLogger } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ScarceThings } from '../app/operation/scarce-things.ts'
import type { HistoryReader } from '../app/ports/market/archive.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import { FairQueue } from '../app/ports/system/fair-queue.ts'
import type { Metric } from '../app/ports/system/metric.ts'
import type { SilentPeers } from '../app/ports/system/silent-peers.ts'
import type { StorageState } from '../app/ports/system/storage.ts'
import { recentTicketChanges } from '../app/support/recent-ticket-changes.ts'
import { ArticleList } from './articles/article-list.ts'
import type { EngineClient } from './engine/engine-client.ts'
import { type App, createApp } from './fastify-app.ts'
import type { MarketBoard } from './market-board.ts'
import { callers } from './plugins/callers.ts'
import { type Draining, draining } from './plugins/draining.ts'
import { errors } from './plugins/errors.ts'
import { headers } from './plugins/headers.ts'
import { jsonBodies } from './plugins/json-bodies.ts'
import { limits } from './plugins/limits.ts'
import { otherOrigins } from './plugins/other-origins.ts'
import { requestMetrics } from './plugins/request-metrics.ts'
import { unheededProxy } from './plugins/unheeded-proxy.ts'
import { type UserStart, userStart } from './plugins/user-start.ts'
import { partsOf, type UserPartsProvider } from './policies/callers.ts'
import { deviceCookie } from './policies/device-cookie.ts'
import { idempotency } from './policies/idempotency.ts'
import { liveAccess } from './policies/live-access.ts'
import { LoadGauge, type LoopDelay } from './policies/load-gauge.ts'
import { limitConnections } from './policies/open-connections.ts'
import { OpenStreams } from './policies/open-streams.ts'
import { RateWindows } from './policies/rate-windows.ts'
import { renewalCookie } from './policies/renewal-cookie.ts'
import { sessionWatch, uncheckedWatch } from './policies/session-watch.ts'
import { adminRoutes } from './routes/admin/admin.ts'
import { adminSystemRoutes } from './routes/admin/admin-system.ts'
import { adminTicketRoutes } from './routes/admin/admin-tickets.ts'
import { adminUserRoutes } from './routes/admin/admin-users.ts'
import { healthRoutes, type ShardsHeard } from './routes/health.ts'
import { exchangeKeyRoutes, type KeyPartsProvider } from './routes/keys/exchange-keys.ts'
import { portfolioRoutes } from './routes/keys/portfolio.ts'
import { evidenceRoute } from './routes/market/evidence.ts'
import { historyRoute } from './routes/market/history.ts'
import { lifetimesRoute } from './routes/market/lifetimes.ts'
import { marketRoutes } from './routes/market/market.ts'
import { statusRoute } from './routes/market/status.ts'
import { streamRoute } from './routes/market/stream.ts'
import { metricsRoute } from './routes/metrics.ts'
import { openapiRoute } from './routes/openapi.ts'
import { siteRoutes } from './routes/site/site.ts'
import { supportRoutes } from './routes/support/support.ts'
import { ticketRoutes } from './routes/support/tickets.ts'
import { paperRoutes } from './routes/trades/paper.ts'
import { tradeRoutes } from './routes/trades/trades.ts'
import { sessionRoutes } from './routes/users/sessions.ts'
import { userRoutes } from './routes/users/users.ts'
import { viewRoutes } from './routes/views.ts'
import { StreamHub } from './stream/stream-hub.ts'
import { VERSION } from './version.ts'

/** Most questions by users that the engine's thread is asked at once: it answers them in turn, between frames. */
const ASKED_AT_ONCE = 4
/** Most questions that wait. */
const MOST_ASKING = 32
/** Most searches at once. */
const SEARCHED_AT_ONCE = 2
/** Most searches that wait. */
const MOST_SEARCHING = 32

const BEARER = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const

export type ServerSettings = {
  readonly publicOrigin: string | null
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly rateLimitScale: number
  readonly liveForAll: boolean
  /** Null: a second factor is required unless the demo market is shown. */
  readonly adminTotp: 'optional' | 'required' | null
  /** Bearer token of `/metrics`; null: open to everybody. */
  readonly metricsToken: string | null
  /** The operator of this installation, named in the legal pages. */
  readonly operator: Operator
}

export type ServerOptions = {
  readonly settings: ServerSettings
  readonly board: MarketBoard
  readonly engine: EngineClient
  /** Which shards are heard; left out where the engine runs in this process. */
  readonly shards?: (() => ShardsHeard) | undefined
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly storageState: () => StorageState
  readonly users: UserPartsProvider
  readonly keys: KeyPartsProvider
  /** Called when a stored trade may be run. */
  readonly wakeTrades: () => void
  /** Null where no history is kept. */
  readonly history: HistoryReader | null
  /** Starts the users' side while the server already serves; left out where it has started, or never does. */
  readonly startUsers?: UserStart | undefined
  readonly alarmed: (event: string) => void
  /** Figures beside the figures of HTTP and the market. */
  readonly ownMetrics: () => readonly Metric[]
  /** The scarce things, to which this server adds its own. */
  readonly scarce: ScarceThings
  readonly silentPeers: SilentPeers
  readonly siteFolder: string
  /** The histogram of event loop delays; left out: of the real loop. */
  readonly loopDelay?: LoopDelay | undefined
}

export type HttpServer = Pick<Draining, 'drain' | 'hold'> & {
  readonly app: App
  /** Requests that are being answered now, open streams included. */
  readonly inFlight: () => number
  /** Ends the open streams with a time to come back. */
  readonly endStreams: () => void
}

/** Site and API on one port, not listening yet. */
export async function createHttpServer(options: ServerOptions): Promise<HttpServer> {
  const { settings, board, engine, clock, log, scarce, siteFolder } = options
  const app = createApp(settings.trustProxy, log)
  const run = clock.now().toString(36)
  const hub = new StreamHub({ board, engine, clock, silentPeers: options.silentPeers, run })
  const gauge = new LoadGauge({
    clock,
    loopDelay: options.loopDelay,
    alarm: (p99Ms) => {
      options.alarmed('event-loop-slow')
      log.warn({ p99Ms, alarm: true }, 'event-loop-slow')
    },
  })
  const { users } = options
  const scale = settings.rateLimitScale
  const questions = new FairQueue(ASKED_AT_ONCE, MOST_ASKING)
  const searches = new FairQueue(SEARCHED_AT_ONCE, MOST_SEARCHING)
  const open = new OpenStreams(scale)
  const connections = limitConnections(app.server, settings.trustProxy, scale)
  scarce.add('connections', () => connections)
  scarce.add('streams', () => open.shared)
  scarce.add('password hashes', () => users()?.hashing.shared ?? null)
  scarce.add("the engine's questions", () => questions)
  scarce.add('searches', () => searches)
  const rates = new RateWindows(clock, scale)
  const access = liveAccess({ liveForAll: settings.liveForAll, users, rates })

  const metrics = requestMetrics(app, hub)
  headers(app, settings.publicOrigin)
  otherOrigins(app, settings.corsOrigins)
  const { isDraining, drain, hold } = draining(app)
  const untrustedProxy = unheededProxy(app, settings.trustProxy, log)
  limits(app, { rates, overload: gauge.overload })
  if (options.startUsers !== undefined) userStart(app, options.startUsers, clock)
  const wantsAdminTotp = () =>
    settings.adminTotp === null ? board.source !== 'demo' : settings.adminTotp === 'required'
  callers(app, { users, rates, wantsAdminTotp })
  app.decorate('idempotency', idempotency(users, clock))
  errors(app)
  jsonBodies(app)
  await app.register(cookie, { hook: false })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Makas', version: VERSION },
      components: { securitySchemes: { user: BEARER, admin: BEARER } },
    },
    transform: jsonSchemaTransform,
  })
  marketRoutes(app, board, access)
  statusRoute(app, board)
  evidenceRoute(app, { board, access, questions })
  historyRoute(app, { history: options.history, board, clock, access, scarce })
  lifetimesRoute(app, engine, clock, access)
  streamRoute(app, {
    hub,
    access,
    watchSession: sessionWatch(users, clock),
    watchUnchecked: uncheckedWatch(users, clock),
    open,
  })
  healthRoutes(app, {
    readiness: () => board.readiness,
    storageState: options.storageState,
    keys: options.keys,
    isDraining,
    shards: options.shards,
    isEngineGivenUp: () => engine.condition === 'stopped',
  })
  const ownMetrics = () => [...options.ownMetrics(), ...scarce.metrics()]
  const asked = metricsRoute(app, { engine, own: metrics, ownMetrics, token: settings.metricsToken, clock })
  scarce.add('metrics', asked)
  const renewal = renewalCookie(settings.publicOrigin)
  sessionRoutes(app, {
    users,
    cookie: renewal,
    device: deviceCookie(settings.publicOrigin),
    keys: options.keys,
    wantsAdminTotp,
  })
  userRoutes(app, { users, cookie: renewal, scarce })
  exchangeKeyRoutes(app, options.keys, clock)
  portfolioRoutes(app, { keys: options.keys, engine, board, clock, questions, scarce })
  paperRoutes(app, { users, engine, questions })
  tradeRoutes(app, { users, keys: options.keys, board, wake: options.wakeTrades, questions })
  const articles = new ArticleList(users, clock)
  supportRoutes(app, { users, articles, searches })
  const recent = recentTicketChanges(() => partsOf(users))
  viewRoutes(app, { users, clock })
  ticketRoutes(app, { users, recent, clock })
  adminTicketRoutes(app, { users, recent, searches })
  adminRoutes(app, { users, articles, searches })
  adminUserRoutes(app, users, searches)
  adminSystemRoutes(app, users, board, untrustedProxy)
  openapiRoute(app)
  siteRoutes(app, {
    folder: siteFolder,
    origin: () => settings.publicOrigin ?? app.listeningOrigin,
    source: () => board.source,
    operator: settings.operator,
    articles,
    scarce,
  })

  app.addHook('onReady', async () => {
    hub.start()
    gauge.start()
  })
  app.addHook('preClose', async () => {
    hub.close()
    gauge.stop()
  })
  return { app, inFlight: metrics.inFlight, drain, hold, endStreams: () => hub.close() }
}
