/** The middle of the values; of an even number of values, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return ofSorted(
    [...values].sort((a, b) => a - b),
    share,
  )
}

/** The value that a share of all values, which ascend, does not exceed; for a share of 1 the last one. */
export function ofSorted(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const never = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this thread for `ms`, off the processor; also for less than a timer's millisecond. */
export function pause(ms: number): void {
  Atomics.wait(never, 0, 0, ms)
}

/** Length of the pause in `cpuMicros`; a shorter one may end before the thread has left the processor. */
const PAUSE_MS = 0.1

/**
 * CPU time of this thread in µs; other work of the machine does not count. The system updates it when the thread leaves
 * the processor, otherwise only in ticks of some ms. A short pause makes it exact.
 */
export function cpuMicros(): number {
  pause(PAUSE_MS)
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/**
 * One side of a comparison. Only `run` is timed; `warm` comes right before it, `prepare` before a garbage collection.
 */
export type Side = {
  readonly name: string
  readonly prepare?: () => void
  readonly warm?: () => void
  readonly run: () => void
}

/** Runs of each side in one round. */
const RUNS_OF_A_ROUND = 3

/**
 * Runs the sides in turns (A B C A B C …), so that a slow minute of the machine falls on all of them; a first round,
 * for the compiler, is not counted. Returns the CPU time of one run of each side in µs, the `middle` (by default the
 * median) of all rounds. `runs`: runs of each side in a round; 1 for a side that reads on from run to run.
 */
export function interleaved(
  sides: readonly Side[],
  {
    rounds,
    runs = RUNS_OF_A_ROUND,
    middle = median,
  }: { readonly rounds: number; readonly runs?: number; readonly middle?: (values: readonly number[]) => number },
): ReadonlyMap<string, number> {
  const times = sides.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    const spent = sides.map(() => 0)
    for (let turn = 0; turn < runs; turn++) {
      for (const [at, { prepare, warm, run }] of sides.entries()) {
        prepare?.()
        globalThis.gc?.()
        warm?.()
        const began = cpuMicros()
        run()
        spent[at] = (spent[at] ?? 0) + cpuMicros() - began
      }
    }
    if (round >= 0) for (const [at, total] of spent.entries()) times[at]?.push(total / runs)
  }
  return new Map(sides.map(({ name }, at) => [name, middle(times[at] ?? [])]))
}

/** Slope of ln(y) over ln(x) by least squares: 0 = no growth, 1 = in proportion. */
export function logLogSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return over / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/** Rounds to four significant digits, more than a measurement has. */
export function short(value: number): number {
  return Number(value.toPrecision(4))
}

/**
 * Shared clock minus `performance.now()`, ms. A delay between the two readings makes a difference too small, so the
 * largest counts.
 */
const LEAD_MS = Math.max(
  ...Array.from({ length: 100 }, () => Number(process.hrtime.bigint()) / 1e6 - performance.now()),
)

/** Monotonic time in ms with fractions, by the clock that all processes of this machine share. */
export function sharedNow(): number {
  return performance.now() + LEAD_MS
}
