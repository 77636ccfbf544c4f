import type { HistoryPoint } from '@makas/contract'
import { expect, test } from 'vitest'
import { runsOf } from './runs.ts'

const START = Date.parse('2026-11-23T10:00:00Z')

const point = (s: number, event: HistoryPoint['event'], net_return: number | null = 0.4): HistoryPoint => ({
  t: new Date(START + s * 1_000).toISOString(),
  event,
  reason: event === 'closed' ? 'negative' : null,
  net_return,
  net_pnl: 1,
  size: 2,
  age_ms: 3,
  evidence_hash: 'ab'.repeat(32),
})
const short = (points: readonly HistoryPoint[]) =>
  runsOf(points).map(({ openedAt, closedAt, steps }) => [
    openedAt === null ? null : (openedAt - START) / 1_000,
    closedAt === null ? null : (closedAt - START) / 1_000,
    steps.map(({ value }) => value),
  ])

test.each([
  ['nothing', [], []],
  ['one that is open', [point(0, 'opened', 0.1), point(5, 'changed', 0.2)], [[0, null, [0.1, 0.2]]]],
  [
    'one that closed and opened again',
    [point(0, 'opened', 0.1), point(9, 'closed', 0.1), point(20, 'opened', 0.3)],
    [
      [0, 9, [0.1, 0.1]],
      [20, null, [0.3]],
    ],
  ],
  [
    'one that was open before the first record',
    [point(3, 'changed', 0.2), point(4, 'closed', 0.2)],
    [[null, 4, [0.2, 0.2]]],
  ],
  [
    'an opening whose closing was left out',
    [point(0, 'opened', 0.1), point(9, 'opened', 0.3)],
    [
      [0, null, [0.1]],
      [9, null, [0.3]],
    ],
  ],
  ['a return that no number says', [point(0, 'opened', null), point(5, 'changed', 0.2)], [[0, null, [0.2]]]],
])('%s', (_name, points, runs) => {
  expect(short(points)).toEqual(runs)
})
