import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkAmbient } from '../checks/code/ambient.ts'
import { checkBookCore } from '../checks/code/book-core.ts'
import { checkFieldNames } from '../checks/code/field-names.ts'
import { checkFileShape } from '../checks/code/file-shape.ts'
import { checkImports } from '../checks/code/import-rules.ts'
import { checkUnsafeTexts } from '../checks/code/unsafe-texts.ts'
import { checkUnusedCode } from '../checks/code/unused-code.ts'
import { checkCitations } from '../checks/documents/citations.ts'
import { checkExchangePlaces } from '../checks/documents/exchange-places.ts'
import { checkSpecIds } from '../checks/documents/spec-ids.ts'
import { checkTurkishText } from '../checks/documents/turkish-text.ts'
import { checkManifests } from '../checks/manifests.ts'
import { checkMigrations } from '../checks/migrations.ts'
import type { Outcome } from '../checks/outcome.ts'
import { root, runTool } from './run-command.ts'
import { ended, sum, type Tally } from './tests/tally.ts'

type StaticCheck = { readonly name: string; readonly run: () => Promise<Outcome> }

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
// The native compiler is much faster. Checks that read code through the compiler's API need version 6 (decision 0001).
const TSC = 'node_modules/typescript-7/bin/tsc'

/** The projects of types, each with the files that its types depend on. */
const PROJECTS: readonly (readonly [config: string, reads: RegExp])[] = [
  ['packages/domain/tsconfig.json', /^packages\/domain\//],
  ['packages/contract/tsconfig.json', /^packages\//],
  ['apps/server/tsconfig.json', /^(packages|apps\/server)\//],
  ['apps/web/tsconfig.json', /^(packages|apps\/web)\//],
  ['apps/web/tsconfig.tests.json', /^(packages|apps\/web)\//],
  ['tsconfig.tests.json', /^(packages|apps\/server|scripts)\//],
  ['tsconfig.json', /^(packages|apps|scripts|checks|e2e|bench)\/|^[^/]+\.config\.ts$/],
]
/** Files on which all types depend. */
const OF_ALL_TYPES = /^package(-lock)?\.json$|^tsconfig\.base\.json$/

const tool = (name: string, script: string, args: readonly string[]): StaticCheck => ({
  name,
  run: async () => {
    const { exitCode, output } = await runTool(script, args)
    if (exitCode === 0) return { kind: 'passed', looked: 1 }
    return { kind: 'failed', problems: [output.trim() || `ended with exit code ${exitCode}`] }
  },
})

const own = (name: string, check: (root: string) => Outcome | Promise<Outcome>): StaticCheck => ({
  name,
  run: async () => check(root),
})

const typesOf = ([config]: (typeof PROJECTS)[number]): StaticCheck =>
  tool(`types ${config}`, TSC, ['--noEmit', '-p', config])

const CHECKS: readonly StaticCheck[] = [
  tool('format', BIOME, ['format', '.']),
  tool('lint', BIOME, ['lint', '--error-on-warnings', '.']),
  ...PROJECTS.map(typesOf),
  own('import rules', checkImports),
  own('clock, chance, formats, environment', checkAmbient),
  own('statements and patterns', checkUnsafeTexts),
  own('unused code', checkUnusedCode),
  own('names and sizes of files', checkFileShape),
  own('names of fields', checkFieldNames),
  own('Turkish text in its place', checkTurkishText),
  own('ids in test titles', checkSpecIds),
  own('citations of documents', checkCitations),
  own('places of an exchange', checkExchangePlaces),
  own('pinned versions', checkManifests),
  own('migrations that only add', checkMigrations),
  own('compiled core of the books', checkBookCore),
]

// Checks at once: two. Types take most of the time, and each run uses one core.
const AT_ONCE = 2

/** Runs every static check and prints each result as it comes; each counts as one. */
export const runStaticChecks = (): Promise<Tally> => runChecks(CHECKS)

/** Formats and lints changed files, and checks the types that depend on them. */
export function runChecksOf(changed: readonly string[]): Promise<Tally> {
  const here = changed.filter((file) => existsSync(join(root, file)))
  const projects = PROJECTS.filter(([config, reads]) =>
    changed.some((file) => reads.test(file) || OF_ALL_TYPES.test(file) || file === config),
  )
  const biome = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...here]
  return runChecks([...(here.length === 0 ? [] : [tool('format and lint', BIOME, biome)]), ...projects.map(typesOf)])
}

async function runChecks(checks: readonly StaticCheck[]): Promise<Tally> {
  const waiting = [...checks]
  const tallies: Tally[] = []
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { tally, words } = ended(await outcomeOf(check))
      tallies.push(tally)
      console.log(`[${tallies.length}/${checks.length}] ${check.name}: ${words}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return sum(tallies)
}

/** A check that breaks down has not passed. */
async function outcomeOf({ run }: StaticCheck): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    return { kind: 'failed', problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  }
}
