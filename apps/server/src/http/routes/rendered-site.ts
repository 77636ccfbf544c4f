import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What the build rendered ahead: a page's `html` stands in #root before the script runs; empty where only that draws what stands in the frame. */
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
  /** What `preload` is for a page, for an article. */
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

/** Reads it from the built site; nothing where there is none, or one of another version: the script then draws it all. */
export function readRendered(folder: string): RenderedSite {
  const path = join(folder, '.pages.json')
  if (!existsSync(path)) return NOTHING
  return RenderedSite.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? NOTHING
}
