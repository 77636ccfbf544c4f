/** A number from 0 up to 1: spreads reconnections and displaces displayed values; nothing secret hangs on it. */
export const chance = (): number => Math.random()
