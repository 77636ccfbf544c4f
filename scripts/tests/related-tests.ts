import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { oneFailed, sum, type Tally } from './tally.ts'

/** Files at once: two for each of the three workers of vitest.config.ts. */
const BATCH = 6

type Options = {
  readonly root: string
  /** Changed files, by path from the root. */
  readonly changed: readonly string[]
  /** Whether there is time for more tests. */
  readonly hasTime: () => boolean
}

type Related = {
  readonly tally: Tally
  /** Test files that ran, by path from the root. */
  readonly ran: readonly string[]
  /** Test files for which there was no time left. */
  readonly left: readonly string[]
}

/**
 * Runs the tests of the quick tier that import a changed file or stand beside it, while there is time: tests of pure
 * code first, then the tests nearest to a change.
 */
export async function runRelatedTests({ root, changed, hasTime }: Options): Promise<Related> {
  const here = changed.filter((file) => existsSync(join(root, file)))
  const beside = here
    .map((file) => file.replace(/\.(tsx?|mjs)$/, '.test.$1'))
    .filter((file) => existsSync(join(root, file)))
  const files = [...here, ...beside].map((file) => join(root, file))
  const vitest = await createVitest('test', { root, watch: false, run: true, related: files, reporters: ['default'] })
  try {
    // Only this call tells reporters of their run.
    await vitest.standalone()
    const found = await vitest.getRelevantTestSpecifications()
    const pathOf = ({ moduleId }: { readonly moduleId: string }) => relative(root, moduleId)
    const isPure = ({ project }: TestSpecification) => project.name === 'pure'
    const near = (spec: TestSpecification) => nearness(pathOf(spec), changed)
    const others = found.filter((spec) => !isPure(spec)).sort((one, other) => near(other) - near(one))
    const batches = [found.filter(isPure)]
    while (others.length > 0) batches.push(others.splice(0, BATCH))
    const tallies: Tally[] = []
    const ran: string[] = []
    const left: string[] = []
    for (const batch of batches) {
      if (!hasTime()) left.push(...batch.map(pathOf))
      else if (batch.length > 0) {
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(batch)
        tallies.push(...testModules.map((module) => tallyOf(module, pathOf(module))))
        tallies.push(...unhandledErrors.map((error) => oneFailed(String(error))))
        ran.push(...batch.map(pathOf))
      }
    }
    return { tally: sum(tallies), ran, left }
  } finally {
    await vitest.close()
  }
}

/** How many folders, and at last its name, a test shares with the nearest changed file. */
export function nearness(test: string, changed: readonly string[]): number {
  const parts = (path: string) => path.replace(/(\.test)?\.\w+$/, '').split('/')
  const own = parts(test)
  return Math.max(
    0,
    ...changed.map((file) => {
      const others = parts(file)
      const differs = own.findIndex((part, at) => part !== others[at])
      return differs === -1 ? own.length : differs
    }),
  )
}

function tallyOf(module: TestModule, path: string): Tally {
  const tests = [...module.children.allTests()]
  const count = (state: 'passed' | 'failed' | 'skipped') => tests.filter((test) => test.result().state === state).length
  const failures = tests
    .filter((test) => test.result().state === 'failed')
    .map(
      (test) =>
        `${path}: ${test.fullName}\n${test
          .result()
          .errors?.map(({ message }) => message)
          .join('\n')}`,
    )
  // A file that does not load has no tests.
  const broken =
    module.ok() || failures.length > 0
      ? []
      : [
          `${path}\n${module
            .errors()
            .map(({ message }) => message)
            .join('\n')}`,
        ]
  return {
    passed: count('passed'),
    failed: failures.length + broken.length,
    skipped: count('skipped'),
    failures: [...failures, ...broken],
  }
}
