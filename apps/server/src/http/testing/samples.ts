/**
 * Times are judged by how many of them were over their limit, never by the best one: a single good one hides a fault that
 * comes and goes, and a single bad one may be the machine's, which does other things too.
 */

/** The chance that of `tries`, each of which happens with `chance` on its own, `count` or more happen. */
export function chanceOfAtLeast(count: number, tries: number, chance: number): number {
  let sum = 0
  // The chance of none, and from it that of one more each time.
  let term = (1 - chance) ** tries
  for (let happened = 0; happened <= tries; happened++) {
    if (happened >= count) sum += term
    term *= ((tries - happened) / (happened + 1)) * (chance / (1 - chance))
  }
  return sum
}

/**
 * How many of `tries` are more than chance explains: if each happens with `chance` on its own, so many happen with a
 * probability below `error`, which therefore is that of a test failing where nothing is wrong.
 */
export function tooMany(tries: number, chance: number, error: number): number {
  for (let count = 1; count <= tries; count++) if (chanceOfAtLeast(count, tries, chance) < error) return count
  throw new Error(`${tries} tries cannot show anything with an error of ${error}`)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
