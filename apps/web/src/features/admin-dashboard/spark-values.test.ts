import type { DashboardTrends } from '@makas/contract'
import { expect, test } from 'vitest'
import { atEachEnd, goodShares } from './spark-values.ts'

type Day = DashboardTrends['days'][number]

const day = (date: string, values: Partial<Day>): Day => ({
  day: date,
  users: 0,
  logins: 0,
  tickets_opened: 0,
  tickets_closed: 0,
  opportunities: 0,
  good_minutes: null,
  ...values,
})

test('tickets at the end of each day: today’s count, and backwards by what came and went', () => {
  const days = [
    day('2026-11-20', { tickets_opened: 4, tickets_closed: 0 }),
    day('2026-11-21', { tickets_opened: 3, tickets_closed: 5 }),
    day('2026-11-22', { tickets_opened: 1, tickets_closed: 0 }),
    day('2026-11-23', { tickets_opened: 0, tickets_closed: 2 }),
  ]
  expect(atEachEnd(days, 6, (one) => one.tickets_opened - one.tickets_closed)).toEqual([9, 7, 8, 6])
  expect(atEachEnd(days, 20, (one) => one.tickets_opened)).toEqual([16, 19, 20, 20])
  // A count that is newer or older than the days never makes a negative one.
  expect(atEachEnd(days, 0, (one) => one.tickets_opened)).toEqual([0, 0, 0, 0])
  expect(atEachEnd([], 6, () => 1)).toEqual([])
})

test('uptime is a share of whole days, without today and days without a measurement', () => {
  const days = [
    day('2026-11-20', { good_minutes: 1_440 }),
    day('2026-11-21', {}),
    day('2026-11-22', { good_minutes: 720 }),
    day('2026-11-23', { good_minutes: 1_440 }),
    day('2026-11-24', { good_minutes: 30 }),
  ]
  expect(goodShares(days)).toEqual([100, 50, 100])
  // Just after midnight the new day has no minute yet.
  expect(goodShares([...days.slice(0, 4), day('2026-11-24', {})])).toEqual([100, 50, 100])
})

test('the first measured day is not an outage', () => {
  const days = [
    day('2026-11-20', {}),
    day('2026-11-21', { good_minutes: 15 }),
    day('2026-11-22', { good_minutes: 1_400 }),
    day('2026-11-23', { good_minutes: 1_440 }),
    day('2026-11-24', { good_minutes: 300 }),
  ]
  expect(goodShares(days)).toEqual([(100 * 1_400) / 1_440, 100])
  expect(goodShares([day('2026-11-20', {})])).toEqual([])
})
