import { isAbsolute, relative } from 'node:path'
import { repositoryFiles } from '../../checks/sources.ts'
import { tierOfFile } from '../tiers.ts'

/** Test files that somebody named, by what runs them. */
export type NamedTests = {
  /** Files of vitest. */
  readonly units: readonly string[]
  /** Journeys of public screens (playwright.config.ts). */
  readonly open: readonly string[]
  /** Journeys of screens of single users. */
  readonly people: readonly string[]
}

type Naming =
  | { readonly kind: 'named'; readonly tests: NamedTests }
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

const JOURNEY = /^e2e\/.*\.spec\.ts$/
const PEOPLE = /^e2e\/people\//
const UNIT = /^(packages|apps|checks|scripts|bench)\/.*\.test\.tsx?$/

/**
 * Finds the tests that each name of `names` means: the file of that path, or every file whose path contains the name. A
 * name without a file is refused, and so is a load test: nothing would run.
 */
export function namedTests(root: string, names: readonly string[], files = repositoryFiles(root)): Naming {
  const tests = files.filter((file) => UNIT.test(file) || JOURNEY.test(file))
  const problems: string[] = []
  const found = new Set<string>()
  for (const name of names) {
    const path = isAbsolute(name) ? relative(root, name) : name.replace(/^\.\//, '')
    const own = tests.includes(path) ? [path] : tests.filter((file) => path !== '' && file.includes(path))
    if (own.length === 0) problems.push(`${name} matches no test file`)
    for (const file of own) {
      if (tierOfFile(file) !== 'long') found.add(file)
      else if (file === path) problems.push(`${name} runs at full length only: npm run test:long -- ${file}`)
    }
  }
  if (problems.length === 0 && found.size === 0)
    problems.push(`${names.join(' ')} matches load tests only: npm run test:long`)
  if (problems.length > 0) return { kind: 'refused', problems }
  const all = [...found].sort()
  return {
    kind: 'named',
    tests: {
      units: all.filter((file) => UNIT.test(file)),
      open: all.filter((file) => JOURNEY.test(file) && !PEOPLE.test(file)),
      people: all.filter((file) => PEOPLE.test(file)),
    },
  }
}
