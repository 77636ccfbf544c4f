/** A random number from 0 up to 1: spreads reconnections and displaces shown values; not for secrets. */
export const chance = (): number => Math.random()
