import type { MarketSource, Operator } from '@makas/contract'
import type { Article } from '../../../app/ports/support/articles.ts'
import { markdownHtml } from '../../presenters/markdown.ts'
import { escaped, type PageHtml, pageHtml } from '../../presenters/page-html.ts'
import { PreparedBody } from '../../presenters/prepared-body.ts'
import { SITE_HEAD } from '../../text.ts'
import type { RenderedSite } from './rendered-site.ts'
import type { SiteFile } from './site-files.ts'

export type SiteFacts = {
  /** The public origin, with which the canonical addresses begin. */
  readonly origin: () => string
  readonly source: () => MarketSource
  readonly operator: Operator
}

const ROBOTS_SHUT = ['/api/', '/admin', '/reset', '/dashboard', '/api-management', '/settings/', '/account']
const DESCRIPTION_LENGTH = 160
/** Most articles whose bodies are kept: to render and compress an article costs some milliseconds. */
const MOST_ARTICLES = 300

/** The pages of the site as they are sent: each with its own head, and with its text if the build rendered it. */
export class SitePages {
  readonly #index: string
  readonly #rendered: RenderedSite
  readonly #facts: SiteFacts
  readonly #fonts: readonly string[]
  /** Bodies by path and source, each made at the first request. */
  readonly #bodies = new Map<string, PreparedBody>()
  /** Bodies of articles by state and source, oldest first. */
  readonly #articles = new Map<string, PreparedBody>()

  constructor(files: ReadonlyMap<string, SiteFile>, rendered: RenderedSite, facts: SiteFacts) {
    this.#index = files.get('/index.html')?.body.bytes.toString('utf8') ?? ''
    this.#fonts = [...files.keys()].filter((path) => /\/inter-latin-(ext-)?wght-normal-[\w-]+\.woff2$/.test(path))
    this.#rendered = rendered
    this.#facts = facts
  }

  get keptArticles(): number {
    return this.#articles.size
  }

  /** The page at an address that the site knows. */
  page(path: string): PreparedBody {
    const page = this.#rendered.pages[path]
    const { before, after } = this.#rendered.frame
    // Pages without a description share one head: the admin panel, one-time addresses, unknown addresses.
    return this.#cachedPage(page === undefined ? '' : path, () => ({
      title: page?.title ?? SITE_HEAD.title,
      description: page?.description ?? SITE_HEAD.description,
      address: page === undefined ? null : this.#address(path),
      html: page === undefined ? '' : page.html || before + after,
      isReadable: page !== undefined && page.html !== '',
      preload: page?.preload ?? [],
      kind: 'website',
    }))
  }

  /** A help article, readable without the script. */
  article(article: Article): PreparedBody {
    const { id, updatedAt } = article
    const key = `${this.#facts.source()} ${id} ${updatedAt}`
    const known = this.#articles.get(key)
    if (known !== undefined) return known
    const made = this.#renderedArticle(article)
    this.#articles.set(key, made)
    for (const [oldest] of this.#articles) {
      if (this.#articles.size <= MOST_ARTICLES) break
      this.#articles.delete(oldest)
    }
    return made
  }

  #renderedArticle({ id, title, content }: Article): PreparedBody {
    const { before, after } = this.#rendered.frame
    // The lines are as high as the script's lines: otherwise the browser counts a new paint when the script takes over.
    const html = `<article class="mx-auto w-full max-w-[68ch] px-4 py-8 text-16" style="line-height:1.6"><h1 class="text-28 font-semibold">${escaped(title)}</h1>${markdownHtml(content)}</article>`
    return this.#prepared(
      {
        title: `${title} · ${SITE_HEAD.title}`,
        description: wordsOf(content),
        address: this.#address(`/help/${encodeURIComponent(id)}`),
        html: before === '' ? '' : before + html + after,
        isReadable: before !== '',
        preload: this.#rendered.articlePreload,
        kind: 'article',
      },
      4,
    )
  }

  robots(): string {
    const lines = ['User-agent: *', ...ROBOTS_SHUT.map((path) => `Disallow: ${path}`), 'Allow: /']
    return `${lines.join('\n')}\n\nSitemap: ${this.#address('/sitemap.xml')}\n`
  }

  sitemap(articles: readonly Article[]): string {
    const paths = [...Object.keys(this.#rendered.pages), ...articles.map(({ id }) => `/help/${encodeURIComponent(id)}`)]
    const urls = paths.map((path) => `  <url><loc>${escaped(this.#address(path))}</loc></url>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  }

  #address(path: string): string {
    return new URL(path, this.#facts.origin()).href
  }

  #cachedPage(path: string, page: () => Omit<PageHtml, 'image' | 'fonts'>): PreparedBody {
    const key = `${this.#facts.source()} ${path}`
    const known = this.#bodies.get(key)
    if (known !== undefined) return known
    const made = this.#prepared(page(), 9)
    this.#bodies.set(key, made)
    return made
  }

  #prepared(page: Omit<PageHtml, 'image' | 'fonts'>, quality: number): PreparedBody {
    const { operator, source } = this.#facts
    const facts = { operator, source: source(), banners: this.#rendered.banners }
    const image = this.#address('/social.png')
    return new PreparedBody(pageHtml(this.#index, { ...page, image, fonts: this.#fonts }, facts), quality)
  }
}

/** The beginning of a Markdown text in plain words, for the page's description. */
function wordsOf(markdown: string): string {
  const words = markdown
    .slice(0, 20 * DESCRIPTION_LENGTH)
    .replace(/\[([^[\]]{1,500})\]\([^()]{1,500}\)/g, '$1')
    .replace(/[#*`>|_~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length <= DESCRIPTION_LENGTH ? words : `${words.slice(0, DESCRIPTION_LENGTH).trimEnd()}…`
}
