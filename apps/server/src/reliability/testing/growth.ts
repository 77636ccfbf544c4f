/** A value at a moment, ms. */
export type Sample = { readonly time: number; readonly value: number }

const HOUR_MS = 3_600_000

/**
 * Growth per hour: the median of the slopes between all pairs of samples (Theil–Sen estimator), which single peaks do
 * not move. NaN for fewer than two moments.
 */
export function growthPerHour(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, place) =>
    samples
      .slice(place + 1)
      .flatMap((other) => (other.time > one.time ? [(other.value - one.value) / (other.time - one.time)] : [])),
  )
  return median(slopes) * HOUR_MS
}

/**
 * Whether a count does not grow: its lowest value in the last third is at most `slack` above that in the first third. A
 * leak raises the lowest count too, and all the time, so that a short run shows it; what comes and goes, such as the
 * connections that callers open while the machine is busy, raises only the others.
 */
export function isFlat(counts: readonly number[], slack: number): boolean {
  const third = Math.ceil(counts.length / 3)
  return counts.length >= 3 && Math.min(...counts.slice(-third)) - Math.min(...counts.slice(0, third)) <= slack
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
