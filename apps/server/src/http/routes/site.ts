import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'
import type { App } from '../fastify-app.ts'
import { unknownAddress } from '../plugins/errors.ts'
import { sendPrepared } from '../presenters/send-prepared.ts'
import { isApi } from '../route-table.ts'
import { SITE_NOT_BUILT } from '../text.ts'
import { readSite, type SiteFile } from './site-files.ts'

/** Addresses of pages, which the site itself draws from index.html (spec ROUTE-01, as far as they exist). */
const PAGES = new Set(['/', '/opportunities', '/status', '/admin/setup', '/reset'])

const ALREADY_SMALL = /^(font\/woff2|image\/(png|jpeg|webp|x-icon))$/

/** The built site: its files, index.html for its pages, and index.html with 404 where a person went astray. */
export function siteRoutes(app: App, folder: string): void {
  const files = readSite(folder)
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (isApi(path)) throw unknownAddress(request)
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file !== undefined) return send(request, reply, file)
    const isPage = PAGES.has(path) || path === '/index.html'
    if (!isPage && !wantsPage(request, path)) throw new ApiFailure('not-found')
    const index = files.get('/index.html')
    if (index !== undefined) return send(request, reply.code(isPage ? 200 : 404), index)
    return reply
      .code(503)
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '60' })
      .send(SITE_NOT_BUILT)
  })
}

/** A person in a browser, not something that looks for a file. */
function wantsPage({ headers }: FastifyRequest, path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return headers.accept?.includes('text/html') === true && !last.includes('.') && !path.includes('/.')
}

function send(request: FastifyRequest, reply: FastifyReply, { body, type, isImmutable }: SiteFile) {
  reply.header('content-type', type)
  reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  // A page that is not there must not be answered from what the client has for one that is.
  if (ALREADY_SMALL.test(type) || reply.statusCode === 404) return reply.header('etag', body.etag).send(body.bytes)
  return sendPrepared(request, reply, body)
}
