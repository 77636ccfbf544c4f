import { createSystemClock, MACHINE } from '../adapters/system/system-clock.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'

/**
 * The clock of a process that outlives errors: it logs steps by more than two seconds. After a step back the process
 * ends, since marks in its memory would count as fresh for as long; its supervisor starts it again.
 */
export const processClock = (log: EventLog): Clock =>
  createSystemClock({
    ...MACHINE,
    onStep: (ms) => {
      log('error', 'clock-stepped', { ms: Math.round(ms), alarm: true })
      if (ms < 0) process.exit(1)
    },
  })
