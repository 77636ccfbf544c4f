/** Uptime in percent, shown where nothing is measured (CONST-37, product-decisions.md 14). */
export const UPTIME_DEFAULT = 99.9
