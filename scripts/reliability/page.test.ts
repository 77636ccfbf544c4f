import { expect, test } from 'vitest'
import { faultsIn, pageOf, tableLines } from './page.ts'
import { type MeasuredRow, renewed } from './record.ts'

const measured = (row: string, test = 'apps/one.test.ts'): MeasuredRow => ({
  row,
  wanted: '0 wrong rows',
  measured: 'a | b',
  seed: 7,
  date: '2026-11-21',
  test,
  commit: 'abc1234',
  code: 'c0de',
})
const FAULTS = [
  { row: 'F2', fault: 'half-open socket', wanted: 'noticed within 10 s' },
  { row: 'F10', fault: 'deeper than subscribed', wanted: 'memory flat' },
]

test('faults are read from the matrix, and nothing else of it', () => {
  const matrix =
    '# Matrix\n\n| row | fault | what must hold |\n|---|---|---|\n| F2 | half-open socket | noticed within 10 s |\n| F10 | deeper than subscribed | memory flat |\n'
  expect(faultsIn(matrix)).toEqual(FAULTS)
})

test('the table is in the order of the matrix, with its cells kept apart; what else was measured comes last', () => {
  const rows = [measured('SEC-4'), measured('F10'), measured('F2')]
  expect(tableLines(rows, FAULTS, () => 'current')).toEqual([
    '| F2 | half-open socket | 0 wrong rows | a \\| b | 7 | 2026-11-21 | `abc1234` | [one.test.ts](../apps/one.test.ts) |',
    '| F10 | deeper than subscribed | 0 wrong rows | a \\| b | 7 | 2026-11-21 | `abc1234` | [one.test.ts](../apps/one.test.ts) |',
    '| SEC-4 | [security.md](security.md) 4 | 0 wrong rows | a \\| b | 7 | 2026-11-21 | `abc1234` | [one.test.ts](../apps/one.test.ts) |',
  ])
})

test.each([
  ['current', '`abc1234`'],
  ['changed', '`abc1234`, old'],
  ['unknown', 'old: commit unknown'],
] as const)('a row whose code is %s says "%s"', (mark, cell) => {
  expect(tableLines([measured('F2')], FAULTS, () => mark)[0]).toContain(`| 2026-11-21 | ${cell} | [one.test.ts]`)
})

test('a fault without a figure was not measured, and a busy machine is named', () => {
  const lines = tableLines([{ ...measured('F2'), isBusy: true }], FAULTS, () => 'current')
  expect(lines[0]).toContain('| a \\| b (busy machine) |')
  expect(lines[1]).toBe('| F10 | deeper than subscribed | memory flat | not measured |  |  |  |  |')
})

test('what was wanted and not shown is named beside the figure', () => {
  const [row] = tableLines([{ ...measured('F2'), isBusy: true, notShown: 'a day' }], FAULTS, () => 'current')
  expect(row).toContain('| a \\| b (busy machine) **Not shown: a day** |')
})

test('the page names the commit of its marks', () => {
  expect(pageOf({ marksAt: 'fed4321', rows: [] }, FAULTS, () => 'current')).toContain('of commit `fed4321`')
})

test('a run renews the rows of the tests that it ran, a failed one loses them, and the others stay', () => {
  const before = [measured('F1', 'failed.test.ts'), measured('F2', 'passed.test.ts'), measured('F3', 'other.test.ts')]
  const now = { ...measured('F2', 'passed.test.ts'), measured: 'c' }
  expect(renewed(before, [now], ['failed.test.ts', 'passed.test.ts'])).toEqual([measured('F3', 'other.test.ts'), now])
})
