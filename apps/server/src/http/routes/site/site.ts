import { PAGES } from '@makas/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ScarceThings } from '../../../app/operation/scarce-things.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { ArticleList } from '../../articles/article-list.ts'
import { isApi } from '../../calls/route-table.ts'
import type { App } from '../../fastify-app.ts'
import { unknownAddress } from '../../plugins/errors.ts'
import type { PreparedBody } from '../../presenters/prepared-body.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { SITE_NOT_BUILT } from '../../text.ts'
import { readRendered } from './rendered-site.ts'
import { readSite, type SiteFile } from './site-files.ts'
import { type SiteFacts, SitePages } from './site-pages.ts'

/** The site's page addresses, split into segments; `$` stands for any one segment. */
const PAGE_FORMS = PAGES.map((page) => page.split('/'))

function isPageAddress(path: string): boolean {
  const parts = path.split('/')
  return PAGE_FORMS.some(
    (form) =>
      form.length === parts.length &&
      form.every((part, at) => (part.startsWith('$') ? parts[at] !== '' : part === parts[at])),
  )
}

const ALREADY_SMALL = /^(font\/woff2|image\/(png|jpeg|webp|x-icon))$/

export type SiteParts = SiteFacts & {
  readonly folder: string
  readonly articles: ArticleList
  readonly scarce: ScarceThings
}

const HTML = 'text/html; charset=utf-8'
/** Retry-After while the database is not there, s. */
const RETRY_SECONDS = '5'
/** Path of an article's page. The id is a random text, or a word in our own articles. */
const ARTICLE = /^\/help\/([\w-]{1,128})$/

/**
 * The built site: its files, a page for each of its addresses, and a page with 404 for browsers at unknown addresses.
 */
export function siteRoutes(app: App, { folder, articles, scarce, ...facts }: SiteParts): void {
  const files = readSite(folder)
  const isBuilt = files.has('/index.html')
  const pages = new SitePages(files, readRendered(folder), facts)
  scarce.add('rendered articles', () => ({ used: pages.keptArticles, waiting: 0, refused: 0 }))
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (isApi(path)) throw unknownAddress(request)
    if (path === '/robots.txt') return reply.type('text/plain; charset=utf-8').send(pages.robots())
    if (path === '/sitemap.xml') {
      const all = await articles.published()
      if (all === null) reply.code(503).header('retry-after', RETRY_SECONDS)
      return reply.type('application/xml; charset=utf-8').send(pages.sitemap(all ?? []))
    }
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file !== undefined) return send(request, reply, file)
    const isPage = isPageAddress(path) || path === '/index.html'
    if (!isPage && !wantsPage(request, path)) throw new ApiFailure('not-found')
    if (!isBuilt) {
      return reply
        .code(503)
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '60' })
        .send(SITE_NOT_BUILT)
    }
    const id = ARTICLE.exec(path)?.[1]
    const published = id === undefined ? null : await articles.published()
    const article = published?.find((one) => one.id === id)
    if (article !== undefined) return send(request, reply, page(pages.article(article)))
    if (!isPage || published !== null) reply.code(404)
    // It is not known whether the article exists: a search engine comes again, and the script asks by itself.
    else if (id !== undefined) reply.code(503).header('retry-after', RETRY_SECONDS)
    return send(request, reply, page(pages.page(path)))
  })
}

const page = (body: PreparedBody): SiteFile => ({ body, type: HTML, isImmutable: false })

/** Whether a browser asks for a page, not for a file. */
function wantsPage({ headers }: FastifyRequest, path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return headers.accept?.includes('text/html') === true && !last.includes('.') && !path.includes('/.')
}

function send(request: FastifyRequest, reply: FastifyReply, { body, type, isImmutable }: SiteFile) {
  reply.header('content-type', type)
  reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  // A 404 must not be answered by 304 from a page that the client has.
  if (ALREADY_SMALL.test(type) || reply.statusCode !== 200) return reply.header('etag', body.etag).send(body.bytes)
  return sendPrepared(request, reply, body)
}
