// node prerender.mjs SITE: renders the pages that can be read without the script, and writes them beside the site's
// files.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './place.mjs'

// Stubs of the browser's globals that modules of the site read while they are loaded: a light, wide page without a
// login.
const nothing = () => undefined
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
})

// A store without a server snapshot gives its value at the opening of the site. Set before anything imports React.
const react = createRequire(join(root, 'apps', 'web', 'package.json'))('react')
const { useSyncExternalStore } = react
react.useSyncExternalStore = (watch, now, ahead = now) => useSyncExternalStore(watch, now, ahead)

const site = resolve(process.argv[2] ?? '')
const folder = join(site, '.prerender')
const { renderSite } = await import(join(folder, 'prerender.js'))
const { pages, articleModules, ...rest } = await renderSite()
const manifest = JSON.parse(readFileSync(join(site, '.vite', 'manifest.json'), 'utf8'))
const entry = new Set(reach('index.html'))

/** A chunk and all that it imports; by the keys of the manifest. */
function reach(key, seen = []) {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`nothing was built of ${key}`)
  if (seen.includes(key)) return seen
  seen.push(key)
  for (const next of chunk.imports ?? []) reach(next, seen)
  return seen
}

/** The files of these modules that the entry does not load. */
function filesOf(modules) {
  const keys = new Set(modules.flatMap((key) => reach(key)))
  return [...keys].filter((key) => !entry.has(key)).map((key) => `/${manifest[key].file}`)
}

const withFiles = Object.entries(pages).map(([path, { modules, ...page }]) => [
  path,
  { ...page, preload: filesOf(modules) },
])
const all = { ...rest, articlePreload: filesOf(articleModules), pages: Object.fromEntries(withFiles) }
writeFileSync(join(site, '.pages.json'), JSON.stringify(all))
rmSync(folder, { recursive: true, force: true })
// The router keeps timers of its own.
process.exit(0)
