/** Istanbul is three hours ahead of UTC all year round, since 2016. */
const AHEAD_MS = 3 * 3_600_000

/** The day (`YYYY-MM-DD`) of a moment (epoch ms) in Istanbul. */
export const dayInIstanbul = (at: number): string => new Date(at + AHEAD_MS).toISOString().slice(0, 10)
