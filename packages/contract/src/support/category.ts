import { z } from '../calls/zod.ts'

/**
 * Subject of a ticket or an article (CONST-31). The ticket form and the help centre have different names for two
 * subjects: both names are accepted and kept, and shown under one label (product-decisions.md 11).
 */
export const CATEGORIES = [
  'genel',
  'teknik',
  'faturalama',
  'borsa',
  'arbitraj',
  'guvenlik',
  'technical',
  'billing',
] as const
export const Category = z.enum(CATEGORIES)
export type Category = z.infer<typeof Category>
