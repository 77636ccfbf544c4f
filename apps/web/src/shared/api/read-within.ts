/**
 * Time limit of a read, ms. The server's own limit towards exchanges is shorter, so that its answer about them arrives
 * first.
 */
export const READ_WITHIN_MS = 10_000
