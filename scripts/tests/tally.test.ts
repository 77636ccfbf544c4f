import { expect, test } from 'vitest'
import type { Outcome } from '../../checks/outcome.ts'
import { ended, failuresAgain, journeyFigures, lastLine, sum, tallyPlaywright, tallyVitest } from './tally.ts'

const vitest = {
  success: true,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}
const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

test('the last line', () => {
  const tallies = [
    { passed: 1, failed: 0, skipped: 2, failures: [] },
    { passed: 3, failed: 1, skipped: 0, failures: ['a'] },
  ]
  expect(lastLine(sum(tallies))).toBe('4 passed, 1 failed, 2 skipped')
})

test.each([
  [
    'all good',
    { ...vitest, numPassedTests: 5, numPendingTests: 1, numTodoTests: 1 },
    0,
    '5 passed, 0 failed, 2 skipped',
  ],
  ['a failure', { ...vitest, numPassedTests: 5, numFailedTests: 2 }, 1, '5 passed, 2 failed, 0 skipped'],
  [
    'a file that does not load',
    {
      ...vitest,
      numPassedTests: 5,
      testResults: [{ name: 'x.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
    },
    1,
    '5 passed, 1 failed, 0 skipped',
  ],
  ['an error outside any test', { ...vitest, numPassedTests: 5 }, 1, '5 passed, 1 failed, 0 skipped'],
  ['zero tests', vitest, 0, '0 passed, 1 failed, 0 skipped'],
  ['everything skipped', { ...vitest, numPendingTests: 3 }, 0, '0 passed, 1 failed, 3 skipped'],
])('vitest: %s', (_name, report, exitCode, line) => {
  expect(lastLine(tallyVitest(report, exitCode))).toBe(line)
})

test.each([
  [
    'all good',
    { suites: [], errors: [], stats: { ...stats, expected: 4, skipped: 1 } },
    0,
    '4 passed, 0 failed, 1 skipped',
  ],
  [
    'flaky is failed',
    { suites: [], errors: [], stats: { ...stats, expected: 4, flaky: 1 } },
    0,
    '4 passed, 1 failed, 0 skipped',
  ],
  [
    'the server did not start',
    { suites: [], errors: [{ message: 'no server' }], stats },
    1,
    '0 passed, 1 failed, 0 skipped',
  ],
  ['zero tests', { suites: [], errors: [], stats }, 0, '0 passed, 1 failed, 0 skipped'],
])('playwright: %s', (_name, report, exitCode, line) => {
  expect(lastLine(tallyPlaywright(report, exitCode))).toBe(line)
})

test.each<readonly [Outcome, string, string]>([
  [{ kind: 'passed', looked: 3 }, '1 passed, 0 failed, 0 skipped', 'ok'],
  [{ kind: 'failed', problems: ['a', 'b'] }, '0 passed, 1 failed, 0 skipped', 'FAILED\na\nb'],
])('a check that has %o', (outcome, line, words) => {
  const { tally, words: said } = ended(outcome)
  expect([lastLine(tally), said]).toEqual([line, words])
})

test('each failure is named again at the end, with why, without colours', () => {
  const failed = { status: 'failed', fullName: 'adds up', failureMessages: ['\u001b[31mexpected 1\u001b[39m to be 2'] }
  const passed = { status: 'passed', fullName: 'counts', failureMessages: [] }
  const ofVitest = tallyVitest(
    {
      ...vitest,
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    },
    1,
  )
  const spec = (title: string, status: string) => ({
    title,
    file: 'site.spec.ts',
    tests: [{ status, results: [{ error: { message: `${title} was not seen` } }] }],
  })
  const ofPlaywright = tallyPlaywright(
    {
      suites: [{ specs: [spec('a door', 'expected')], suites: [{ specs: [spec('a page', 'unexpected')] }] }],
      errors: [{ message: 'no server' }],
      stats: { ...stats, expected: 1, unexpected: 1 },
    },
    1,
  )
  expect(failuresAgain(sum([ofVitest, ofPlaywright]))).toBe(
    [
      'FAILED a.test.ts: adds up',
      'expected 1 to be 2',
      'FAILED b.test.ts',
      'no such module',
      'FAILED site.spec.ts: a page',
      'a page was not seen',
      'FAILED no server',
    ].join('\n'),
  )
})

test('figures come from journeys that passed, with the files of all journeys that ran', () => {
  const figure = { row: 'C8', wanted: 'a', measured: 'b', seed: 0 }
  const annotations = [{ type: 'figure', description: JSON.stringify(figure) }, { type: 'slow' }]
  const spec = (file: string, status: string) => ({
    title: 'x',
    file,
    tests: [{ status, annotations, results: [] }],
  })
  const suites = [
    { specs: [], suites: [{ specs: [spec('a.spec.ts', 'expected')] }] },
    { specs: [spec('b.spec.ts', 'unexpected')] },
  ]
  expect(journeyFigures({ suites })).toEqual({
    figures: [{ ...figure, test: 'e2e/a.spec.ts' }],
    tests: ['e2e/a.spec.ts', 'e2e/b.spec.ts'],
  })
})
