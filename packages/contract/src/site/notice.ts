/**
 * Version of the information notice on `/legal/kvkk`: the page shows it, and each user keeps the version that was
 * shown (security.md 72). It changes with every change of that text.
 */
export const NOTICE_VERSION = '2026-11-28'

/** All versions that were ever shown, the newest last. A sign-up with any other version is refused. */
export const NOTICE_VERSIONS = ['2026-11-27', NOTICE_VERSION] as const
