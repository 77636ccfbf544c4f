/** Time limit of a read, ms: longer than the server's limit towards exchanges, so that the server answers first. */
export const READ_WITHIN_MS = 10_000
