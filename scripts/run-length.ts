import { randomInt } from 'node:crypto'

/** True in `npm run test:long`: full counts and fresh seeds (reliability-matrix.md, Rules). LONG is read here only. */
export const isLongRun = process.env.LONG === '1'

/**
 * Factor for promised times: 1 in the long run, on a quiet machine, and 3 in the full one. In `npm test`, whose machine
 * may have other work, it makes them bounds against hanging.
 */
export const slack = isLongRun ? 1 : process.env.TIER === 'full' ? 3 : 10

/** How many messages a row gets: its full count; in `npm test` 1 % of it, but at least 10,000. */
export const messages = (full: number): number =>
  isLongRun ? full : Math.min(full, Math.max(10_000, Math.ceil(full / 100)))

/** How many cycles of a process fault a row gets: its full count; in `npm test` a tenth of it, 5 to 20. */
export const cycles = (full: number): number =>
  isLongRun ? full : Math.min(full, 20, Math.max(5, Math.ceil(full / 10)))

/** The seed of a row: fixed in `npm test`, fresh in the long run. It is printed, so that a failure can be repeated. */
export function seedFor(row: string, fixed: number): number {
  const seed = isLongRun ? randomInt(1, 2 ** 31) : fixed
  console.log(`${row}: seed ${seed}`)
  return seed
}

/** How long the soak of the long run takes, minutes; SOAK_MINUTES asks for more. */
export const soakMinutes = Number(process.env.SOAK_MINUTES ?? 20)
