import { isLongRun } from '../../../../../scripts/run-length.ts'

const STEP_MS = 2

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let [own, lookedAt, used] = [0, performance.now(), usedMs()]

function look(leastMs: number): void {
  const [now, usedNow] = [performance.now(), usedMs()]
  own += Math.min(now - lookedAt, Math.max(leastMs, usedNow - used))
  lookedAt = now
  used = usedNow
}
setInterval(() => look(STEP_MS), STEP_MS).unref()

/**
 * Time for durations that a test judges, ms. In a short run it is the time that this thread had: what it computed, and
 * what it waited for; it stands still while others have the processor. In the long run, on a quiet machine, it is that
 * of the wall.
 */
export const ownTime: () => number = isLongRun
  ? () => performance.now()
  : () => {
      look(0)
      return own
    }

/** Waits for `ms` of this thread's own time, in which it reads what its sockets have as often on a busy machine. */
export async function pause(ms: number): Promise<void> {
  for (const until = ownTime() + ms; ownTime() < until; ) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
}
