import type { Category } from '@makas/contract'

/** A subject of the help articles (CONST-32). */
export type Subject = Exclude<Category, 'technical' | 'billing'>

/** The subject of a category: two subjects have a second name (product-decisions.md 11). */
export function subjectOf(category: Category): Subject {
  if (category === 'technical') return 'teknik'
  return category === 'billing' ? 'faturalama' : category
}
