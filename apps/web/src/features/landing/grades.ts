import type { Grade } from '../../shared/opportunity/row/grades.ts'

/** Confidence of ten, as the samples of this page state it: green from 8, amber from 4. Rows have CONST-17. */
export const badgeGrade = (ofTen: number): Grade => (ofTen >= 8 ? 'good' : ofTen >= 4 ? 'warn' : 'bad')
