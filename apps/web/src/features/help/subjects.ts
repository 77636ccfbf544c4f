import type { ArticlePreview } from '@makas/contract'
import { type Subject, subjectOf } from '../../shared/help/subject.ts'

/** The subjects of the help centre in their order (CONST-32). */
export const SUBJECTS = [
  'genel',
  'arbitraj',
  'borsa',
  'guvenlik',
  'faturalama',
  'teknik',
] as const satisfies readonly Subject[]

/** Number of articles of each subject. */
export function countsOf(articles: readonly ArticlePreview[]): ReadonlyMap<Subject, number> {
  const counts = new Map<Subject, number>(SUBJECTS.map((subject) => [subject, 0]))
  for (const { category } of articles) counts.set(subjectOf(category), (counts.get(subjectOf(category)) ?? 0) + 1)
  return counts
}

/** The subject that the address names; undefined if the address names none. */
export const subjectIn = (value: unknown): Subject | undefined => SUBJECTS.find((subject) => subject === value)
