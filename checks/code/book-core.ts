import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { judge, type Outcome } from '../outcome.ts'
import { isProduction, readSources, type Source } from '../sources.ts'

const COMPILER = 'node_modules/assemblyscript/bin/asc.js'
const SOURCES = 'packages/domain/book-core'
const BOOKS = 'packages/domain/src/book/'
export const BOOK_CORE_BYTES = `${BOOKS}core-bytes.ts`

/** Initial memory in pages of 64 KiB, 32 MiB. Untouched memory costs nothing; growing it invalidates all views. */
const PAGES = 512
/** Largest memory in pages, 2 GiB, some 80,000 books of 400 levels a side: the host's addresses are signed 32-bit. */
const MOST_PAGES = 32_767
const OPTIONS = ['--runtime', 'stub', '--noAssert', '--use', 'abort=', '-O3']
const MEMORY = ['--initialMemory', String(PAGES), '--maximumMemory', String(MOST_PAGES)]
const FEATURES = ['--enable', 'simd', '--enable', 'bulk-memory']

/**
 * Turns the comment line `// @inline` before a function into AssemblyScript's decorator. TypeScript allows no decorator
 * there, so that neither Biome nor an editor could read the file with it.
 */
export function decorated(source: string): string {
  return source.replaceAll(/^\/\/ (?=@inline$)/gm, '')
}

/** Compiles the core into a module. */
function compiledCore(root: string): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'book-core-'))
  const names = readdirSync(join(root, SOURCES), { encoding: 'utf8', recursive: true }).filter((name) =>
    /^(?!testing\/).*(?<!\.test)\.ts$/.test(name),
  )
  try {
    for (const name of names) {
      mkdirSync(join(folder, dirname(name)), { recursive: true })
      writeFileSync(join(folder, name), decorated(readFileSync(join(root, SOURCES, name), 'utf8')))
    }
    const target = join(folder, 'core.wasm')
    const args = [
      join(root, COMPILER),
      join(folder, 'index.ts'),
      ...OPTIONS,
      ...MEMORY,
      ...FEATURES,
      '--disableWarning',
      '--outFile',
      target,
    ]
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return readFileSync(target)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Compiles the core; returns the text of the TypeScript file that holds its bytes. */
export function compiledBookCore(root: string): string {
  const bytes = compiledCore(root)
  const names = WebAssembly.Module.exports(new WebAssembly.Module(bytes))
    .filter(({ kind }) => kind === 'global')
    .map(({ name }) => `  | '${name}'\n`)
    .sort()
  return [
    '/** Made of `packages/domain/book-core` by `npm run book-core`. */\n',
    `export const BOOK_CORE =\n  '${bytes.toString('base64')}'\n\n`,
    '/** What the module says of its memory. */\n',
    `export type CoreConstant =\n${names.join('')}`,
  ].join('')
}

/** Problems of the committed file, given the file that the source compiles to. */
export function coreProblems(there: string, compiled: string): string[] {
  return there === compiled ? [] : [`${BOOK_CORE_BYTES} is not what its source compiles to: npm run book-core`]
}

/** An index into a view of the core's memory. */
const INDEX = /\b(?:doubles|words)\[([^\]]+)\]/g
/** A call that asks the module for an offset. */
const ASKED = /\b(?:constant|inDoubles|inWords)\('(\w+)'\)/g
/** Conversion of an address in bytes to an index of `doubles` or `words`. */
const IN_VIEW = />> [23]\b/g
const FIXED = /\b(?:\d[\w.]*|[A-Z][A-Z_]+)\b/g

/**
 * Uses of an offset, on the TypeScript side of the core, that the module does not export: a number, a constant that
 * does not come from `constant`, `inDoubles` or `inWords`, or a name that the module does not export.
 */
export function offsetProblems({ path, text }: Source, exported: ReadonlySet<string>): string[] {
  const told = new Set(
    [...text.matchAll(/\bconst (\w+) = .*\b(?:constant|inDoubles|inWords)\('/g)].map(([, name]) => name),
  )
  const written = [...text.matchAll(INDEX)].flatMap(([place, index = '']) =>
    [...index.replaceAll(IN_VIEW, '').matchAll(FIXED)]
      .filter(([offset]) => !told.has(offset))
      .map(([offset]) => `${path}: ${offset} in ${place} is not what the core says of its layout`),
  )
  const unknown = [...text.matchAll(ASKED)]
    .filter(([, name = '']) => !exported.has(name))
    .map(([, name]) => `${path} asks the core for ${name}, which it does not export`)
  return [...written, ...unknown]
}

/** Names of the constants that the module exports, read from the file that holds it. */
export const exportedConstants = (file: string): ReadonlySet<string> =>
  new Set([...file.matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, name = '']) => name))

/** The committed module is compiled from the committed source, and offsets in its memory come from the module alone. */
export function checkBookCore(root: string): Outcome {
  const there = readFileSync(join(root, BOOK_CORE_BYTES), 'utf8')
  const users = readSources(root, (path) => path.startsWith(BOOKS) && isProduction(path) && path !== BOOK_CORE_BYTES)
  const offsets = users.flatMap((source) => offsetProblems(source, exportedConstants(there)))
  return judge([...coreProblems(there, compiledBookCore(root)), ...offsets], users.length)
}
