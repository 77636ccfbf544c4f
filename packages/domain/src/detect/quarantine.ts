/** A gap of more percent is not believed before it is confirmed; exactly this much is (formulas.md § 6). */
export const QUARANTINE_PERCENT = 5n
