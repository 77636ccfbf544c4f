/** Threshold of a figure; always drawn with a word or sign besides its colour. */
export type Level = 'good' | 'warn' | 'bad'

/** Confidence of ten on this page: green from 8, amber from 4 (CONST-17). */
export const badgeLevel = (ofTen: number): Level => (ofTen >= 8 ? 'good' : ofTen >= 4 ? 'warn' : 'bad')

/** Net ROI of a spot row in percent: green above 1, amber from 0.3 (CONST-19). */
export const netLevel = (percent: number): Level => (percent > 1 ? 'good' : percent >= 0.3 ? 'warn' : 'bad')

export const LEVEL_TEXT: Record<Level, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }
