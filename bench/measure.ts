/** The middle of the values; of an even number, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** CPU time of this thread in µs: what else the machine does meanwhile does not count. */
export function cpuMicros(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** One side of a comparison: `prepare` is not timed, `run` is. */
export type Side = { readonly name: string; readonly prepare?: () => void; readonly run: () => void }

/**
 * Runs the sides in turns (A B C A B C …), so that a slow minute of the machine falls on all of them; some turns first
 * that do not count, for the compiler. Median CPU time in µs of each side.
 */
export function interleaved(sides: readonly Side[], rounds: number, warmups = 3): ReadonlyMap<string, number> {
  const times = sides.map((): number[] => [])
  for (let round = -warmups; round < rounds; round++) {
    for (const [at, { prepare, run }] of sides.entries()) {
      prepare?.()
      globalThis.gc?.()
      const began = cpuMicros()
      run()
      if (round >= 0) times[at]?.push(cpuMicros() - began)
    }
  }
  return new Map(sides.map(({ name }, at) => [name, median(times[at] ?? [])]))
}

/** Slope of ln(y) over ln(x) by least squares: 0 = no growth, 1 = in proportion. */
export function logLogSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return over / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/** Three or four digits are all that a measurement has. */
export function short(value: number): number {
  return Number(value.toPrecision(4))
}
