import type { Outcome } from '../../checks/outcome.ts'
import { FIGURE, type Figure } from '../figure.ts'

/** Counts of passed, failed and skipped checks or tests, and each failure with its reason. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
const ONE_PASSED: Tally = { ...NOTHING, passed: 1 }
export const oneFailed = (why: string): Tally => ({ ...NOTHING, failed: 1, failures: [why] })

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
    }),
    NOTHING,
  )

/** The tally of a check, and the words printed for it. */
export function ended(outcome: Outcome): { readonly tally: Tally; readonly words: string } {
  switch (outcome.kind) {
    case 'passed':
      return { tally: ONE_PASSED, words: 'ok' }
    case 'failed':
      return { tally: oneFailed(outcome.problems.join('\n')), words: `FAILED\n${outcome.problems.join('\n')}` }
  }
}

/** The last line of `npm test`; other programs read it. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** All failures again, at the end of a long run's output. */
export const failuresAgain = ({ failures }: Tally): string =>
  failures.map((failure) => `FAILED ${withoutColours(failure).slice(0, MOST_OF_A_FAILURE)}`).join('\n')

const MOST_OF_A_FAILURE = 2_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colour codes begin with a control character.
const withoutColours = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '')

/** The part of vitest's JSON report that is read here. */
type VitestReport = {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * Counts a vitest run. A file that failed before its first test, or an error outside any test, counts as one failure,
 * and so does a run that found nothing to do.
 */
export function tallyVitest(report: VitestReport, exitCode: number): Tally {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`),
  )
  return atLeastOneFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [...failures, ...brokenFiles.map(({ name, message }) => `${name}\n${message}`)],
    },
    exitCode,
  )
}

type PlaywrightSuite = {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** The part of Playwright's JSON report that is read here. */
export type PlaywrightReport = {
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** Counts a Playwright run. A test that needed a second try has failed: it says nothing about the code. */
export function tallyPlaywright({ suites, stats, errors }: PlaywrightReport, exitCode: number): Tally {
  return atLeastOneFailure(
    {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
      failures: [...suites.flatMap(failuresOf), ...errors.map(({ message }) => message ?? 'an error outside any test')],
    },
    exitCode,
  )
}

const failuresOf = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => `${file}: ${title}\n${results.map(({ error }) => error?.message ?? '').join('\n')}`),
  ),
  ...suites.flatMap(failuresOf),
]

type JourneyFigures = {
  readonly figures: readonly (Figure & { readonly test: string })[]
  /** The files of all journeys that ran. */
  readonly tests: readonly string[]
}

/** The figures of passed journeys, each with its file. */
export function journeyFigures({ suites }: Pick<PlaywrightReport, 'suites'>): JourneyFigures {
  const specs = suites.flatMap(specsOf)
  const figures = specs.flatMap(({ file, tests }) =>
    tests
      .filter(({ status }) => status === 'expected')
      .flatMap(({ annotations = [] }) => annotations)
      .filter(({ type }) => type === FIGURE)
      .map(({ description = '' }) => ({ ...(JSON.parse(description) as Figure), test: `e2e/${file}` })),
  )
  return { figures, tests: [...new Set(specs.map(({ file }) => `e2e/${file}`))] }
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Counts a run that ended badly, or ran nothing, as failed even where its report names no failure. */
function atLeastOneFailure(tally: Tally, exitCode: number): Tally {
  const isBad = exitCode !== 0 || tally.passed + tally.failed === 0
  if (!isBad || tally.failed > 0) return tally
  return sum([tally, oneFailed(`a run that ended with exit code ${exitCode} after ${tally.passed} tests that passed`)])
}
