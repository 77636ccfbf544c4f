import { isFullRun } from '../scripts/tiers.ts'

/** Widths of the window, px, at which a journey looks at a screen: all in the full run, one in the quick run. */
export const WIDTHS: readonly number[] = isFullRun ? [1440, 768, 390] : [1440]

/** Themes in which a journey looks at a screen, likewise. */
export const THEMES: readonly ('dark' | 'light')[] = isFullRun ? ['dark', 'light'] : ['dark']

/** The tag that leaves a journey to the full run (playwright.config.ts), unless it is the one of its kind for the quick run. */
export const fullUnless = (isForQuickRun: boolean): string[] => (isForQuickRun ? [] : ['@full'])
