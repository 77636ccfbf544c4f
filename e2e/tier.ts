import { isFullRun } from '../scripts/tiers.ts'

/** Widths of the window, px, at which a journey looks at a screen: all in the full run, one in the quick run. */
export const WIDTHS: readonly number[] = isFullRun ? [1440, 768, 390] : [1440]

/** Themes in which a journey looks at a screen, likewise. */
export const THEMES: readonly ('dark' | 'light')[] = isFullRun ? ['dark', 'light'] : ['dark']

/** The tag of a journey for the full run alone (playwright.config.ts); none for the one of its kind in the quick run. */
export const fullUnless = (isForQuickRun: boolean): string[] => (isForQuickRun ? [] : ['@full'])
