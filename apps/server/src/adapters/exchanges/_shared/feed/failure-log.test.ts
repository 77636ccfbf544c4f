import { expect, test } from 'vitest'
import { standingClock } from '../../testing/standing-clock.ts'
import { FailureLog } from './failure-log.ts'

test('a wrong certificate or name is an alarm at once, and again every five minutes while it is tried', () => {
  const clock = standingClock()
  const told: unknown[] = []
  const failures = new FailureLog({ clock, log: (level, event, data) => told.push([level, event, data]), event: 'x' })
  const failed = (reason: string) => {
    failures.failed({ reason })
    return told.at(-1)
  }
  const alarm = ['error', 'x', { reason: 'dns', alarm: true }]
  expect(failed('refused')).toEqual(['warn', 'x', { reason: 'refused' }])
  expect(failed('dns')).toEqual(alarm)
  for (let second = 0; second < 299; second++) {
    clock.advance(1_000)
    expect(failed('dns')).toEqual(['error', 'x', { reason: 'dns' }])
  }
  clock.advance(1_000)
  expect(failed('dns')).toEqual(alarm)
})
