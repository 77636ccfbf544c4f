import { expect, test } from 'vitest'
import { recordFigure } from './figure.ts'
import { reliabilityTable, renewed, tableRows } from './reliability-table.ts'
import { cycles, isLongRun, messages } from './run-length.ts'

const figure = (row: string) => ({ row, wanted: '0 wrong rows', measured: 'a | b', seed: 7 })
const measured = (row: string, test = 'one.test.ts') => ({ ...figure(row), date: '2026-11-21', test })

test('the table is in the order of the rows, with its cells kept apart', () => {
  expect(reliabilityTable([measured('F10'), measured('F2')]).split('\n')).toEqual([
    '| row | wanted | measured | seed | date | test |',
    '|---|---|---|---|---|---|',
    '| F2 | 0 wrong rows | a \\| b | 7 | 2026-11-21 | one.test.ts |',
    '| F10 | 0 wrong rows | a \\| b | 7 | 2026-11-21 | one.test.ts |',
    '',
  ])
})

test('a table reads back as it was written, and a page without one is empty', () => {
  const rows = [measured('F2'), measured('F10', 'two.test.ts')]
  expect(tableRows(`# Measured\n\n${reliabilityTable(rows)}`)).toEqual(rows)
  expect(tableRows('# Measured\n')).toEqual([])
})

test('a run renews the rows of the tests that it ran, a failed one loses them, and the others stay', () => {
  const before = [measured('F1', 'failed.test.ts'), measured('F2', 'passed.test.ts'), measured('F3', 'other.test.ts')]
  const now = { ...measured('F2', 'passed.test.ts'), measured: 'c' }
  expect(renewed(before, [now], ['failed.test.ts', 'passed.test.ts'])).toEqual([measured('F3', 'other.test.ts'), now])
})

test('figures stay with their test', () => {
  const task = { meta: {} } as Parameters<typeof recordFigure>[0]['task']
  recordFigure({ task }, figure('F1'))
  recordFigure({ task }, figure('F2'))
  expect(task.meta.figures?.map(({ row }) => row)).toEqual(['F1', 'F2'])
})

test.skipIf(isLongRun)('the short run takes 1 % of the messages, never under 10,000, and at most 20 cycles', () => {
  expect([messages(1_000_000), messages(5_000_000), messages(4_000)]).toEqual([10_000, 50_000, 4_000])
  expect([cycles(100), cycles(5)]).toEqual([20, 5])
})
