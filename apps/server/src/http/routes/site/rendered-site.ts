import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * The pages that the build rendered. `html` stands in #root before the script runs; empty for pages that only the
 * script draws.
 */
const RenderedSite = z.object({
  pages: z.record(
    z.string(),
    z.object({
      title: z.string(),
      description: z.string(),
      html: z.string(),
      /** Addresses of the code that the page needs at once. */
      preload: z.array(z.string()),
    }),
  ),
  frame: z.object({ before: z.string(), after: z.string() }),
  /** `preload` of an article's page. */
  articlePreload: z.array(z.string()),
  banners: z.object({ demo: z.string(), replay: z.string() }),
})
export type RenderedSite = z.infer<typeof RenderedSite>

const NOTHING: RenderedSite = {
  pages: {},
  frame: { before: '', after: '' },
  articlePreload: [],
  banners: { demo: '', replay: '' },
}

/**
 * Reads the rendered pages of the built site. None where the file is missing or of another version: the script then
 * draws all pages.
 */
export function readRendered(folder: string): RenderedSite {
  const path = join(folder, '.pages.json')
  if (!existsSync(path)) return NOTHING
  return RenderedSite.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? NOTHING
}
