import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEGAL_PAGES, type MarketSource, type Operator } from '@makas/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Article } from '../../../app/ports/support/articles.ts'
import { readRendered } from './rendered-site.ts'
import { readSite } from './site-files.ts'
import { SitePages } from './site-pages.ts'

const INDEX = `<!doctype html><html lang="tr"><head><title>Makas</title>
    <script type="module" crossorigin src="/assets/entry.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base.js">
    <meta
      name="description"
      content="eski"
    /></head><body><div id="root"></div><noscript>JavaScript</noscript></body></html>`
const KUNYE =
  '<div data-banner=""></div><main id="content"><p><span data-operator="title" class="x">[unvan yok]</span></p></main>'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'makas-pages-'))
  writeFileSync(join(folder, 'index.html'), INDEX)
  const page = (name: string) => ({
    title: `${name} · Makas`,
    description: `${name} hakkında`,
    html: KUNYE,
    preload: [],
  })
  writeFileSync(
    join(folder, '.pages.json'),
    JSON.stringify({
      pages: {
        '/': { ...page('Giriş'), preload: ['/assets/landing.js'] },
        '/opportunities': { ...page('Fırsatlar'), html: '', preload: ['/assets/opportunities.js'] },
        ...Object.fromEntries(LEGAL_PAGES.map((name) => [`/legal/${name}`, page(name)])),
      },
      articlePreload: ['/assets/article.js'],
      frame: { before: '<div data-banner=""></div><main>', after: '</main>' },
      banners: { demo: '<b>demo</b>', replay: '<b>kayıt</b>' },
    }),
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

const pagesOf = (source: MarketSource = 'live', operator: Operator = {}) =>
  new SitePages(readSite(folder), readRendered(folder), {
    origin: () => 'https://makas.example',
    source: () => source,
    operator,
  })
const text = (body: { readonly bytes: Buffer }) => body.bytes.toString('utf8')

const ARTICLE: Article = {
  id: 'carry-nedir',
  category: 'arbitraj',
  title: 'Carry "nedir" <b>?',
  content: '## Carry\n\nSpot alır, vadeli **satarsınız**.\n\n<script>alert(1)</script>',
  order: 0,
  isPublished: true,
  views: 0,
  createdAt: 0,
  updatedAt: 0,
}

test('each page has its own title, description, address and card, and its text before any script', () => {
  const pages = pagesOf()
  for (const [path, name] of [['/', 'Giriş'], ...LEGAL_PAGES.map((one) => [`/legal/${one}`, one])]) {
    const html = text(pages.page(path ?? ''))
    expect(html).toContain(`<title>${name} · Makas</title>`)
    expect(html).toContain(`<meta name="description" content="${name} hakkında">`)
    expect(html).toContain(`<link rel="canonical" href="https://makas.example${path}">`)
    expect(html).toContain('<meta property="og:image" content="https://makas.example/social.png">')
    expect(html).toContain('<div id="root"><div data-banner="">')
    expect(html).not.toContain('noscript')
  }
})

test('a page with text is painted before any script is loaded; an empty page loads its script at once', () => {
  const pages = pagesOf()
  const frames = [text(pages.page('/')), text(pages.page('/opportunities')), text(pages.article(ARTICLE))]
  const own = ['landing', 'opportunities', 'article']
  for (const [at, html] of frames.entries()) {
    expect(html).not.toMatch(/<script|rel="modulepreload"/)
    expect(html).toContain('<link data-then="script" crossorigin href="/assets/entry.js">')
    expect(html).toContain('<link data-then="modulepreload" crossorigin href="/assets/base.js">')
    expect(html).toContain(`<link data-then="modulepreload" crossorigin href="/assets/${own[at]}.js">`)
  }
  const empty = text(pages.page('/reset'))
  expect(empty).toContain('<script type="module" crossorigin src="/assets/entry.js"></script>')
  expect(empty).toContain('<link rel="modulepreload" crossorigin href="/assets/base.js">')
  expect(empty).not.toContain('data-then')
})

test('a page that only the script draws comes with the frame around it, and says that it wants the script', () => {
  const html = text(pagesOf('demo').page('/opportunities'))
  expect(html).toContain('<div id="root"><div data-banner=""><b>demo</b></div><main></main></div>')
  expect(html).toContain('<noscript>JavaScript</noscript>')
})

test('a page that no search should find says so, and has no canonical address', () => {
  const html = text(pagesOf().page('/reset'))
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain('<title>Makas</title>')
  expect(html).toContain(
    '<meta name="description" content="Binance, OKX, Bybit ve Kraken arasındaki fiyat makasları; komisyon ve kayma düşülmüş hâliyle, kanıtıyla.">',
  )
  expect(html).not.toContain('canonical')
  expect(html).toContain('<div id="root"></div>')
})

test('the operator’s data stand in the text, escaped; what is not set stays marked', () => {
  expect(text(pagesOf().page('/legal/kunye'))).toContain('[unvan yok]')
  const html = text(pagesOf('live', { title: 'A & B <i> A.Ş.' }).page('/legal/kunye'))
  expect(html).toContain('<span data-operator="title">A &#38; B &#60;i&#62; A.Ş.</span>')
  expect(html).not.toContain('[unvan yok]')
  expect(html).toContain('<meta name="makas-operator" content="{&#34;title&#34;:&#34;A &#38; B')
})

test.each([
  ['live', '<div data-banner=""></div>'],
  ['demo', '<div data-banner=""><b>demo</b></div>'],
  ['replay', '<div data-banner=""><b>kayıt</b></div>'],
] as const)('the banner of %s stands there from the first paint', (source, banner) => {
  const html = text(pagesOf(source).page('/'))
  expect(html).toContain(banner)
  expect(html).toContain(`<meta name="makas-source" content="${source}">`)
})

test('[SEC-57] an article is sent with its text, and nothing of it can become a tag', () => {
  const html = text(pagesOf().article(ARTICLE))
  expect(html).toContain('<title>Carry &#34;nedir&#34; &#60;b&#62;? · Makas</title>')
  expect(html).toContain('<h2>Carry</h2>')
  expect(html).toContain('<p>Spot alır, vadeli <strong>satarsınız</strong>.</p>')
  expect(html).toContain('<link rel="canonical" href="https://makas.example/help/carry-nedir">')
  expect(html).toContain('<meta property="og:type" content="article">')
  expect(html).not.toContain('<script')
})

test('an article is rendered once for each of its states, however often it is asked for', () => {
  const pages = pagesOf()
  const first = pages.article(ARTICLE)
  expect(pages.article({ ...ARTICLE, views: 7 })).toBe(first)
  const changed = pages.article({ ...ARTICLE, content: 'Başka.', updatedAt: ARTICLE.updatedAt + 1 })
  expect(text(changed)).toContain('<p>Başka.</p>')
})

test('robots and the sitemap name whole addresses, of articles too', () => {
  const pages = pagesOf()
  expect(pages.robots()).toContain('Sitemap: https://makas.example/sitemap.xml')
  expect(pages.robots()).toContain('Disallow: /admin')
  const map = pages.sitemap([ARTICLE])
  expect(map).toContain('<loc>https://makas.example/</loc>')
  expect(map).toContain('<loc>https://makas.example/legal/kvkk</loc>')
  expect(map).toContain('<loc>https://makas.example/help/carry-nedir</loc>')
})

test('a site of another version is drawn by its script', () => {
  writeFileSync(join(folder, '.pages.json'), '{"pages":{}}')
  expect(text(pagesOf().page('/'))).toContain('<div id="root"></div>')
})
