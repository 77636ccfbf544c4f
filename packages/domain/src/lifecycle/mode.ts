/** The ways to earn from a spread, in the order in which the site lists them; the words of the API. */
export const MODES = ['spot', 'carry', 'tri'] as const
export type Mode = (typeof MODES)[number]

/** One value for each mode. */
export type ByMode<T> = Record<Mode, T>

/** Computes the value of each mode. */
export function byMode<T>(of: (mode: Mode) => T): ByMode<T> {
  return Object.fromEntries(MODES.map((mode) => [mode, of(mode)])) as ByMode<T>
}

/** The sum of the numbers of all modes. */
export const sumOfModes = (counts: Readonly<ByMode<number>>): number =>
  MODES.reduce((sum, mode) => sum + counts[mode], 0)
