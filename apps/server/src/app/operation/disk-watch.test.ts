import { expect, test } from 'vitest'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import type { Disk } from '../ports/system/disk.ts'
import { AlarmCount } from './alarm-count.ts'
import { DiskWatch } from './disk-watch.ts'

test('[S3] a disk with less than a tenth left is an alarm, once in six hours, and a figure', async () => {
  const clock = new ShiftedClock()
  const alarms = new AlarmCount()
  const logged: string[] = []
  let found: Awaited<ReturnType<Disk['fullest']>> = { folder: '/data', freeShare: 0.1 }
  const watch = new DiskWatch({
    disk: { fullest: async () => found },
    clock,
    log: (_level, event, data) => {
      if ('alarm' in data) alarms.count(event)
      logged.push(event)
    },
  })
  expect(watch.metric().samples).toEqual([])
  await watch.look()
  expect([logged, watch.metric().samples]).toEqual([[], [{ labels: {}, value: 0.1 }]])
  found = { folder: '/data', freeShare: 0.0999 }
  for (let hour = 0; hour < 7; hour++) {
    await watch.look()
    clock.leap(3_600_000)
  }
  expect(logged).toEqual(['disk-low', 'disk-low'])
  expect(alarms.metric().samples).toContainEqual({ labels: { alarm: 'disk-low' }, value: 2 })
  found = { folder: '/data', freeShare: 0.5 }
  await watch.look()
  found = { folder: '/data', freeShare: 0 }
  await watch.look()
  expect(logged.slice(2)).toEqual(['disk-has-room-again', 'disk-low'])
})
