import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, type Outcome } from './outcome.ts'

const COMPILER = 'node_modules/assemblyscript/bin/asc.js'
const SOURCE = 'packages/domain/book-core/index.ts'
export const BOOK_CORE_BYTES = 'packages/domain/src/book/core-bytes.ts'

/** 32 MiB at the start: memory that is not touched costs nothing, and growing takes all views away. */
const PAGES = 512
const OPTIONS = ['--runtime', 'stub', '--noAssert', '--use', 'abort=', '-O3', '--initialMemory', String(PAGES)]
const FEATURES = ['--enable', 'simd', '--enable', 'bulk-memory']

/** The file that holds the module, made from its source. */
export function compiledBookCore(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'book-core-'))
  try {
    const target = join(folder, 'core.wasm')
    const args = [
      join(root, COMPILER),
      join(root, SOURCE),
      ...OPTIONS,
      ...FEATURES,
      '--disableWarning',
      '--outFile',
      target,
    ]
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    const base64 = readFileSync(target).toString('base64')
    return `/** Made of \`packages/domain/book-core\` by \`npm run book-core\`. */\nexport const BOOK_CORE =\n  '${base64}'\n`
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
