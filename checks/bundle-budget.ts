import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { judge, type Outcome } from './outcome.ts'

/** One entry of Vite's manifest, with the fields that are read here. */
type Chunk = {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}
export type ViteManifest = Readonly<Record<string, Chunk>>

/** Largest first load of a page, compressed JavaScript in KB of 1000 bytes (performance.md, Targets). */
type Budget = { readonly page: string; readonly most: number; readonly route?: RegExp }

export const BUDGETS: readonly Budget[] = [
  { page: 'landing', most: 120, route: /features\/landing\/landing-page/ },
  { page: 'opportunities', most: 200, route: /features\/opportunities\/page\/opportunities-page/ },
]

/** Files of a page's first load: the entry, the route's own chunk, and the static imports of both. */
export function firstLoad(manifest: ViteManifest, route?: RegExp): string[] {
  const roots = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  if (route !== undefined) {
    const entries = roots.flatMap((key) => [...reach(manifest, key)])
    const lazy = new Set(entries.flatMap((key) => manifest[key]?.dynamicImports ?? []))
    const own = [...lazy].filter((key) => route.test(key))
    // A route without a lazy chunk was bundled into the entry or has moved: the figure would be wrong.
    if (own.length === 0) throw new Error(`no lazily loaded chunk of the manifest matches ${route}`)
    roots.push(...own)
  }
  const keys = new Set(roots.flatMap((key) => [...reach(manifest, key)]))
  return [...new Set([...keys].map((key) => manifest[key]?.file ?? ''))].filter((file) => file.endsWith('.js')).sort()
}

function reach(manifest: ViteManifest, start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen
  seen.add(start)
  for (const key of manifest[start]?.imports ?? []) reach(manifest, key, seen)
  return seen
}

/** Bytes of a page's first load, compressed, of the built site in `dist`. */
export function pageBytes(dist: string, route?: RegExp): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as ViteManifest
  return firstLoad(manifest, route).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  )
}

/** Compares the built site with its budgets. */
export function checkBundleBudget(root: string): Outcome {
  const problems: string[] = []
  let measured = 0
  for (const { page, most, route } of BUDGETS) {
    const kilobytes = pageBytes(join(root, 'dist'), route) / 1000
    if (kilobytes > 0) measured += 1
    if (kilobytes > most) problems.push(`${page} loads ${kilobytes.toFixed(1)} KB of JavaScript, at most ${most}`)
  }
  return judge(problems, measured, BUDGETS.length)
}
