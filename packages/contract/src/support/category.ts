import { z } from '../calls/zod.ts'

/**
 * What a ticket or an article is about (CONST-31). The ticket form and the help centre name two subjects each in its own
 * way: both names are taken and kept, and shown under one label (product-decisions.md 11).
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
