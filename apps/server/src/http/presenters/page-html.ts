import type { MarketSource, Operator } from '@makas/contract'

/** A page as it is sent: its head, and the content of #root before the script runs. */
export type PageHtml = {
  readonly title: string
  readonly description: string
  /** Canonical address; null for a page that search engines should not list. */
  readonly address: string | null
  /** Absolute address of the picture beside a shared link. */
  readonly image: string
  readonly html: string
  /** Whether #root holds the page's own text, readable without the script. */
  readonly isReadable: boolean
  readonly preload: readonly string[]
  /** Addresses of the fonts that the first paint needs. */
  readonly fonts: readonly string[]
  readonly kind: 'website' | 'article'
}

export type PageFacts = {
  readonly source: MarketSource
  readonly operator: Operator
  readonly banners: { readonly demo: string; readonly replay: string }
}

const SITE_NAME = 'Makas'

/** Escapes text for an element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.codePointAt(0)};`)

const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`

/** Puts a page into `index`. It adds no script, so the content policy needs no exception. */
export function pageHtml(index: string, page: PageHtml, facts: PageFacts): string {
  const { title, description, address, image, kind } = page
  const head = [
    meta('makas-source', facts.source),
    meta('makas-operator', JSON.stringify(facts.operator)),
    ...page.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escaped(font)}">`),
    ...page.preload.map((file) => `<link rel="modulepreload" crossorigin href="${escaped(file)}">`),
    ...(address === null
      ? [meta('robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escaped(address)}">`,
          property('og:url', address),
          property('og:type', kind),
          property('og:site_name', SITE_NAME),
          property('og:locale', 'tr_TR'),
          property('og:title', title),
          property('og:description', description),
          property('og:image', image),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          meta('twitter:card', 'summary_large_image'),
        ]),
  ].join('\n    ')
  const whole = index
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta\s+name="description"\s+content="[^"]*"\s*\/?>/, () => meta('description', description))
    .replace('</head>', () => `  ${head}\n  </head>`)
  if (page.html === '') return whole
  const text = page.isReadable ? whole.replace(/<noscript>[^<]*<\/noscript>/, '') : whole
  return paintedFirst(text).replace(
    '<div id="root"></div>',
    () => `<div id="root">${withFacts(page.html, facts)}</div>`,
  )
}

/** Delays the scripts: `public/first.js` loads them once the page is painted. */
const paintedFirst = (html: string): string =>
  html
    .replace(/<link rel="modulepreload"([^>]*) href=/g, '<link data-then="modulepreload"$1 href=')
    .replace(/<script type="module"([^>]*) src="([^"]*)"><\/script>/g, '<link data-then="script"$1 href="$2">')

const SLOT = '<div data-banner=""></div>'

function withFacts(html: string, { source, operator, banners }: PageFacts): string {
  const banner = source === 'live' ? '' : banners[source]
  return html
    .replace(SLOT, () => `<div data-banner="">${banner}</div>`)
    .replace(/<span data-operator="(\w{1,20})"[^<>]*>[^<]*<\/span>/g, (marked, field: string) => {
      const value = new Map(Object.entries(operator)).get(field)
      return value === undefined ? marked : `<span data-operator="${field}">${escaped(value)}</span>`
    })
}
