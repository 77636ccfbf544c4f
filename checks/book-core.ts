import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, type Outcome } from './outcome.ts'

const COMPILER = 'node_modules/assemblyscript/bin/asc.js'
const SOURCES = 'packages/domain/book-core'
export const BOOK_CORE_BYTES = 'packages/domain/src/book/core-bytes.ts'

/** 32 MiB at the start: memory that is not touched costs nothing, and growing takes all views away. */
const PAGES = 512
const OPTIONS = ['--runtime', 'stub', '--noAssert', '--use', 'abort=', '-O3', '--initialMemory', String(PAGES)]
const FEATURES = ['--enable', 'simd', '--enable', 'bulk-memory']

/**
 * AssemblyScript knows the decorator of an inlined function only before that function, where TypeScript allows none and
 * neither Biome nor an editor could read the file. So it stands there as a comment, `// @inline`, in a line of its own.
 */
export function decorated(source: string): string {
  return source.replaceAll(/^\/\/ (?=@inline$)/gm, '')
}

/** The file that holds the module, made from its source. */
export function compiledBookCore(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'book-core-'))
  try {
    for (const name of readdirSync(join(root, SOURCES))) {
      if (!/(?<!\.test)\.ts$/.test(name)) continue
      writeFileSync(join(folder, name), decorated(readFileSync(join(root, SOURCES, name), 'utf8')))
    }
    const target = join(folder, 'core.wasm')
    const args = [
      join(root, COMPILER),
      join(folder, 'index.ts'),
      ...OPTIONS,
      ...FEATURES,
      '--disableWarning',
      '--outFile',
      target,
    ]
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    const bytes = readFileSync(target)
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
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What is wrong with the file that is there, beside the one that its source makes. */
export function coreProblems(there: string, compiled: string): string[] {
  return there === compiled ? [] : [`${BOOK_CORE_BYTES} is not what its source compiles to: npm run book-core`]
}

/** The module that runs is the one whose source is read. */
export function checkBookCore(root: string): Outcome {
  return judge(coreProblems(readFileSync(join(root, BOOK_CORE_BYTES), 'utf8'), compiledBookCore(root)), 1)
}
