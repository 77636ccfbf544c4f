/** A read that takes longer has failed. The server asks exchanges for less long, so that its own word of them arrives first. */
export const READ_WITHIN_MS = 10_000
