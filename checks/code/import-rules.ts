import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { judge, type Outcome } from '../outcome.ts'

/** A broken import rule: its name in .dependency-cruiser.cjs, the importing file and the imported file. */
export type BrokenRule = { readonly rule: string; readonly from: string; readonly to: string }

const LEAST_MODULES = 10

const home = join(import.meta.dirname, '..', '..')

/**
 * Checks every import of packages/ and apps/ under `root` against our rules. Uses the API and counts modules, because
 * the command line reports success over zero modules.
 */
export async function readImports(root: string): Promise<{ broken: BrokenRule[]; modules: number; imports: number }> {
  const options = await extractDepcruiseOptions(join(home, '.dependency-cruiser.cjs'))
  const tsConfig = extractTSConfig(join(home, 'tsconfig.json'))
  const { output } = await cruise(['packages', 'apps'], { ...options, validate: true, baseDir: root }, undefined, {
    tsConfig,
  })
  const result = output as ICruiseResult
  const own = result.modules.filter((module) => /^(packages|apps)\//.test(module.source))
  return {
    broken: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: own.length,
    imports: own.reduce((sum, module) => sum + module.dependencies.length, 0),
  }
}

/** Import rules 1–12 of CONTRIBUTING.md, except those that knip and the ambient check enforce. */
export async function checkImports(root: string): Promise<Outcome> {
  const { broken, modules, imports } = await readImports(root)
  const problems = broken.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)
  return judge(problems, Math.min(modules, imports), LEAST_MODULES)
}
