/** The three ways to earn from a spread; the words of the API. */
export const MODES = ['spot', 'carry', 'tri'] as const
export type Mode = (typeof MODES)[number]
