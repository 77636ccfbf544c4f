/** The grade of a figure; always drawn with a word or sign besides its colour. */
export type Grade = 'good' | 'warn' | 'bad'

/** Confidence of ten on this page: green from 8, amber from 4 (CONST-17). */
export const badgeGrade = (ofTen: number): Grade => (ofTen >= 8 ? 'good' : ofTen >= 4 ? 'warn' : 'bad')

/** Net ROI of a spot row in percent: green above 1, amber from 0.3 (CONST-19). */
export const netGrade = (percent: number): Grade => (percent > 1 ? 'good' : percent >= 0.3 ? 'warn' : 'bad')

export const GRADE_TEXT: Record<Grade, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }
