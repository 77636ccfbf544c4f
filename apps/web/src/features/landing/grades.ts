import type { Grade } from '../../shared/opportunity/row/grades.ts'

/** Grade of a sample's confidence, 0–10: green from 8, amber from 4. Rows have CONST-17. */
export const badgeGrade = (ofTen: number): Grade => (ofTen >= 8 ? 'good' : ofTen >= 4 ? 'warn' : 'bad')
