import { LEGAL_PAGES } from '@makas/contract'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { pageHeads } from '../text/frame/page-heads.ts'
import { tr } from '../text/frame/tr.ts'
import { landing } from '../text/site/landing.ts'
import { Site } from './frame/site.tsx'
import { Banner } from './frame/source-banner.tsx'
import { router } from './router.tsx'

/**
 * What the server needs to send a page. `html`: content of #root before the script runs; empty where only the frame is
 * rendered.
 */
export type RenderedPage = {
  readonly title: string
  readonly description: string
  readonly html: string
  /** Source files whose code the page needs at once. */
  readonly modules: readonly string[]
}

export type RenderedSite = {
  readonly pages: Readonly<Record<string, RenderedPage>>
  /** HTML of the frame before and after a page's own content. */
  readonly frame: { readonly before: string; readonly after: string }
  /** Source files whose code an article of the help centre needs at once. */
  readonly articleModules: readonly string[]
  /** The banner of each source that has one, for the place that every page keeps for it. */
  readonly banners: { readonly demo: string; readonly replay: string }
}

/** Source file of each page that only the script draws. */
const DRAWN_BY = {
  '/opportunities': 'src/features/opportunities/page/opportunities-page.tsx',
  '/status': 'src/features/status/status-page.tsx',
  '/help': 'src/features/help/help-page.tsx',
  '/support': 'src/features/support/support-page.tsx',
} as const satisfies Record<keyof typeof pageHeads, string>

/** Loaded by every page that calls the server. */
const CALLS = ['src/app/queries.tsx']

/** Renders the pages that can be read without the script to HTML; run once, when the site is built. */
export async function renderSite(): Promise<RenderedSite> {
  const pages: Record<string, RenderedPage> = {}
  const say = async (path: string, title: string, description: string, modules: readonly string[]) => {
    pages[path] = { title: `${title} · ${tr.brand}`, description, html: await render(path), modules }
  }
  await say('/', landing.title, landing.description, [
    'src/features/landing/landing-page.tsx',
    'src/features/landing/lower-sections.tsx',
  ])
  const { legalDocument } = await import('../features/legal/documents.ts')
  for (const name of LEGAL_PAGES) {
    const text = await legalDocument(name)
    if (text === null) throw new Error(`there is no text of the legal page ${name}`)
    await say(`/legal/${name}`, text.title, text.description, [
      'src/features/legal/documents.ts',
      'src/features/legal/legal-page.tsx',
      `src/text/legal/${name}.ts`,
    ])
  }
  for (const [path, { title, description }] of Object.entries(pageHeads)) {
    const modules = [DRAWN_BY[path as keyof typeof pageHeads], ...CALLS]
    pages[path] = { title: `${title} · ${tr.brand}`, description, html: '', modules }
  }
  const frame = frameOf(pages['/legal/kunye']?.html ?? '')
  const articleModules = ['src/features/help/article-page.tsx', ...CALLS]
  return { pages, frame, articleModules, banners: { demo: banner('demo'), replay: banner('replay') } }
}

function frameOf(html: string): RenderedSite['frame'] {
  const parts = /^(.*<main[^>]*>).*(<\/main>.*)$/s.exec(html)
  if (parts === null) throw new Error('the frame has no <main>')
  return { before: parts[1] ?? '', after: parts[2] ?? '' }
}

async function render(path: string): Promise<string> {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  const html = renderToString(<Site takeOverSteps={null} />)
  if (!html.includes('<h1')) throw new Error(`${path} was rendered without its heading`)
  return html
}

const banner = (source: 'demo' | 'replay') =>
  renderToString(
    <RouterContextProvider router={router}>
      <Banner source={source} />
    </RouterContextProvider>,
  )
