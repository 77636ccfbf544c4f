import type { ArticlePreview, Category } from '@makas/contract'

/** The subjects of the help centre in their order (CONST-32). */
export const SUBJECTS = ['genel', 'arbitraj', 'borsa', 'guvenlik', 'faturalama', 'teknik'] as const
export type Subject = (typeof SUBJECTS)[number]

/** The subject of a category: two subjects have a second name (product-decisions.md 11). */
export function subjectOf(category: Category): Subject {
  if (category === 'technical') return 'teknik'
  return category === 'billing' ? 'faturalama' : category
}

/** Number of articles of each subject. */
export function countsOf(articles: readonly ArticlePreview[]): ReadonlyMap<Subject, number> {
  const counts = new Map<Subject, number>(SUBJECTS.map((subject) => [subject, 0]))
  for (const { category } of articles) counts.set(subjectOf(category), (counts.get(subjectOf(category)) ?? 0) + 1)
  return counts
}

/** The subject that the address names; undefined if none. */
export const subjectIn = (value: unknown): Subject | undefined => SUBJECTS.find((subject) => subject === value)
