/** Largest gap, in percent, that is believed without confirmation (formulas.md § 6). */
export const QUARANTINE_PERCENT = 5n
