/** Doubles are only trusted to reject: a loser may pass this margin, a winner never fails it. */
export const SCREEN_MARGIN = 1 + 1e-9

/** A gap is believed at once up to 5 % (formulas.md § 6): surely beyond that, and surely not; what is nearer is for exact numbers. */
export const SURELY_IMPLAUSIBLE = 1.05 * (1 + 1e-9)
export const SURELY_PLAUSIBLE = 1.05 * (1 - 1e-9)
