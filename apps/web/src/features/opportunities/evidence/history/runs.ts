import type { HistoryPoint } from '@makas/contract'

/** A period in which the route was open. */
export type Run = {
  /** Epoch ms; null where it was open before the first record. */
  readonly openedAt: number | null
  /** Epoch ms; null while it is open. */
  readonly closedAt: number | null
  readonly reason: string | null
  /** Recorded points that have a value, oldest first. */
  readonly steps: readonly { readonly t: number; readonly value: number }[]
}

/** Groups the recorded points of a route into the periods in which it was open, oldest first. */
export function runsOf(points: readonly HistoryPoint[]): readonly Run[] {
  const runs: {
    openedAt: number | null
    closedAt: number | null
    reason: string | null
    steps: Run['steps'][number][]
  }[] = []
  for (const { t, event, reason, net_return } of points) {
    const at = Date.parse(t)
    let run = runs.at(-1)
    if (run === undefined || run.closedAt !== null || event === 'opened') {
      run = { openedAt: event === 'opened' ? at : null, closedAt: null, reason: null, steps: [] }
      runs.push(run)
    }
    if (net_return !== null) run.steps.push({ t: at, value: net_return })
    if (event !== 'closed') continue
    run.closedAt = at
    run.reason = reason
  }
  return runs
}
