/**
 * Times are judged by how many were over their limit, never by the best one: a single good time hides a fault that
 * comes and goes, and a single bad time may be caused by other load on the machine.
 */

/** Probability of `count` or more events in `tries` independent ones of probability `chance`. */
export function chanceOfAtLeast(count: number, tries: number, chance: number): number {
  let sum = 0
  // Terms of the binomial distribution: none, then one more each time.
  let term = (1 - chance) ** tries
  for (let happened = 0; happened <= tries; happened++) {
    if (happened >= count) sum += term
    term *= ((tries - happened) / (happened + 1)) * (chance / (1 - chance))
  }
  return sum
}

/**
 * Least count of `tries` that chance does not explain: if each happens with `chance` on its own, this many happen with
 * a probability below `error`, the probability of a failing test where nothing is wrong.
 */
export function tooMany(tries: number, chance: number, error: number): number {
  for (let count = 1; count <= tries; count++) if (chanceOfAtLeast(count, tries, chance) < error) return count
  throw new Error(`${tries} tries cannot show anything with an error of ${error}`)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
