import { isFullRun } from '../scripts/tiers.ts'

/** Widths of the window at which a journey looks at a screen, px: three in the full run, one in the quick run. */
export const WIDTHS: readonly number[] = isFullRun ? [1440, 768, 390] : [1440]

/** Themes in which a journey looks at a screen: both in the full run, one in the quick run. */
export const THEMES: readonly ('dark' | 'light')[] = isFullRun ? ['dark', 'light'] : ['dark']

/** The tag of a journey of the full run (playwright.config.ts); no tag for the case that the quick run has too. */
export const fullUnless = (isForQuickRun: boolean): string[] => (isForQuickRun ? [] : ['@full'])
