import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Modules that a pure test may import beside files of its repository. We assume that any other module opens something.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['async_hooks', 'buffer', 'crypto', 'events', 'fs', 'fs/promises', 'os', 'path', 'perf_hooks', 'readline'].map(
    (name) => `node:${name}`,
  ),
  ...['stream', 'stream/promises', 'timers/promises', 'url', 'util', 'zlib'].map((name) => `node:${name}`),
  ...[
    '@makas/contract',
    '@makas/domain',
    'fast-check',
    'otpauth',
    'pino',
    'prom-client',
    'typescript',
    'vitest',
    'zod',
  ],
])

/** An import or a re-export of values: types are gone when the code runs. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[\w\s{},*$]*\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** Paths, from `root`, of the tests of `globs` whose imports open no database, socket, thread or process. */
export function pureTests(root: string, globs: readonly string[]): string[] {
  const known = new Map<string, readonly string[]>()
  const importsOf = (path: string): readonly string[] => {
    const found = known.get(path) ?? readImports(path)
    known.set(path, found)
    return found
  }
  const isPure = (test: string): boolean => {
    const reached = new Set([test])
    // The set grows meanwhile.
    for (const path of reached)
      for (const name of importsOf(path)) {
        if (name.startsWith('/')) reached.add(name)
        else if (!HARMLESS.has(name)) return false
      }
    return true
  }
  return globSync([...globs], { cwd: root })
    .filter((path) => isPure(join(root, path)))
    .sort()
}

/**
 * The files (as whole paths) and packages that a file imports. Imports that stand in texts and name no existing file
 * are left out.
 */
function readImports(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)]
    .map(([, whole, later]) => whole ?? later ?? '')
    .map((name) => (name.startsWith('.') ? resolve(dirname(path), name) : name))
    .filter((name) => !name.startsWith('/') || existsSync(name))
}
