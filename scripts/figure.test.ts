import { expect, test } from 'vitest'
import { recordFigure } from './figure.ts'
import { cycles, isLongRun, messages } from './run-length.ts'

const figure = (row: string) => ({ row, wanted: '0 wrong rows', measured: 'a | b', seed: 7 })

test('figures stay with their test', () => {
  const task = { meta: {} } as Parameters<typeof recordFigure>[0]['task']
  recordFigure({ task }, figure('F1'))
  recordFigure({ task }, figure('F2'))
  expect(task.meta.figures?.map(({ row }) => row)).toEqual(['F1', 'F2'])
})

test.skipIf(isLongRun)('the short run takes 1 % of the messages, never under 10,000, and at most 20 cycles', () => {
  expect([messages(1_000_000), messages(5_000_000), messages(4_000)]).toEqual([10_000, 50_000, 4_000])
  expect([cycles(1_000), cycles(100), cycles(20), cycles(3)]).toEqual([20, 10, 5, 3])
})
