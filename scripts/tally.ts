import type { Outcome } from '../checks/outcome.ts'

/** How many checks or tests ended how. */
export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number }

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }
const ONE_PASSED: Tally = { ...NOTHING, passed: 1 }
const ONE_SKIPPED: Tally = { ...NOTHING, skipped: 1 }
export const ONE_FAILED: Tally = { ...NOTHING, failed: 1 }

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    NOTHING,
  )

/** How a check counts, and what is said of it. */
export function ended(outcome: Outcome): { readonly tally: Tally; readonly words: string } {
  switch (outcome.kind) {
    case 'passed':
      return { tally: ONE_PASSED, words: ['ok', ...(outcome.remarks ?? [])].join('\n') }
    case 'skipped':
      return { tally: ONE_SKIPPED, words: `skipped: ${outcome.why}` }
    case 'failed':
      return { tally: ONE_FAILED, words: `FAILED\n${outcome.problems.join('\n')}` }
  }
}

/** The last line of `npm test`; other programs read it. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** What vitest's JSON reporter writes, as far as we count it. */
type VitestReport = {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

/**
 * Counts a vitest run. A file that failed before its first test, or an error outside any test, counts as one failure,
 * and so does a run that found nothing to do.
 */
export function tallyVitest(report: VitestReport, exitCode: number): Tally {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const passed = report.numPassedTests
  const failed = report.numFailedTests + brokenFiles.length
  return atLeastOneFailure({ passed, failed, skipped: report.numPendingTests + report.numTodoTests }, exitCode)
}

/** What Playwright's JSON reporter writes, as far as we count it. */
type PlaywrightReport = {
  readonly errors: readonly unknown[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** Counts a Playwright run. A test that needed a second try has failed: it says nothing about the code. */
export function tallyPlaywright({ stats, errors }: PlaywrightReport, exitCode: number): Tally {
  const failed = stats.unexpected + stats.flaky + errors.length
  return atLeastOneFailure({ passed: stats.expected, failed, skipped: stats.skipped }, exitCode)
}

/** A run that ended badly, or ran nothing, has failed even where its report names no failure. */
function atLeastOneFailure(tally: Tally, exitCode: number): Tally {
  const isBad = exitCode !== 0 || tally.passed + tally.failed === 0
  return isBad && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
