/**
 * Version of the information notice on `/legal/kvkk`: the page says it, and it is kept with every account which one was
 * shown (security.md 72). It changes with every change of that text.
 */
export const NOTICE_VERSION = '2026-11-26'
