import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Caller } from '../app/users/sessions/bearer-check.ts'
import { ApiFailure } from './api-failure.ts'
import { answerUnparsable, sendFailure } from './plugins/errors.ts'
import { BARE_HEADERS } from './plugins/headers.ts'
import { BODY_LIMIT } from './plugins/limits.ts'
import type { Idempotency } from './policies/idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The logged-in caller; null on routes that are open to everybody. */
    caller: Caller | null
  }
  interface FastifyInstance {
    idempotency: Idempotency
  }
}

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Makes the app with the limits of time and size in security.md 66. */
export function createApp(trustProxy: readonly string[], log: FastifyBaseLogger): App {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    routerOptions: { maxParamLength: 400 },
    http: {
      headersTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false,
    },
    frameworkErrors: (_error, request, reply) => {
      reply.headers(BARE_HEADERS).header('x-request-id', request.id)
      sendFailure(reply, new ApiFailure('bad-request'))
    },
    clientErrorHandler: (error, socket) => answerUnparsable(error, socket, log),
  }).withTypeProvider<ZodTypeProvider>()
  // Node answers an unknown `Expect` header by an empty 417; no call here needs one.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
