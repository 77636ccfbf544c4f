/** Uptime that is shown if nothing is measured, percent (CONST-37, product-decisions.md 14). */
export const UPTIME_DEFAULT = 99.9
