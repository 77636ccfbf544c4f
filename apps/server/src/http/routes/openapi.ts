import type { App } from '../fastify-app.ts'
import { PreparedBody } from '../presenters/prepared-body.ts'
import { sendPrepared } from '../presenters/send-prepared.ts'

/** The description of the API, made of the schemas that the routes are checked by. */
export function openapiRoute(app: App): void {
  let body: PreparedBody | null = null
  app.get('/api/openapi.json', { schema: { hide: true } }, (request, reply) => {
    body ??= new PreparedBody(JSON.stringify(app.swagger()), 9)
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
    return sendPrepared(request, reply, body)
  })
}
