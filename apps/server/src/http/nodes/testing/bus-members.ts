import { afterEach, beforeEach } from 'vitest'
import { DirectBus } from '../../../adapters/bus/testing/direct-bus.ts'
import type { History } from '../../../app/ports/market/archive.ts'
import type { Bus } from '../../../app/ports/system/bus.ts'
import { ShiftedClock } from '../../testing/shifted-clock.ts'

export const HISTORY: History = { recorded: 3, points: [] }
const members = new Set<DirectBus>()
export let clock: ShiftedClock
export const ends: (() => Promise<void> | void)[] = []
export const logged: string[] = []
export const log = (_level: string, event: string) => void logged.push(event)
export const member = (): Bus => {
  const bus = new DirectBus(members, clock, log)
  ends.push(() => bus.stop())
  return bus
}

/** Makes the bus with its members and their clock anew for each test of the file that calls this. */
export function renewBus(): void {
  beforeEach(() => {
    members.clear()
    clock = new ShiftedClock({ steps: true })
    logged.length = 0
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
    clock.stop()
  })
}
