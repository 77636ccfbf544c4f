import type { Clock } from '../../../app/ports/system/clock.ts'

/** A clock that stands until it is moved. */
export function standingClock(): Clock & { advance(ms: number): void } {
  let now = 0
  const timers = new Set<{ time: number; run: () => void }>()
  return {
    now: () => now,
    after(ms, run) {
      const timer = { time: now + ms, run }
      timers.add(timer)
      return { cancel: () => void timers.delete(timer) }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ time }) => time <= end).sort((a, b) => a.time - b.time)
        if (next === undefined) break
        timers.delete(next)
        now = Math.max(now, next.time)
        next.run()
      }
      now = end
    },
  }
}
