import { z } from '../calls/zod.ts'

/** Facts of the installation's operator on the legal pages; each may be unset, and is then marked as missing. */
export const OPERATOR_FIELDS = ['title', 'address', 'mersis', 'registry', 'tax', 'email', 'kep', 'phone'] as const
export type OperatorField = (typeof OPERATOR_FIELDS)[number]

const Line = z
  .string()
  .regex(/^[^\p{Cc}]+$/u)
  .max(300)

/** The operator's data: the file that the server reads, which every page of the site carries in its head. */
export const Operator = z.partialRecord(z.enum(OPERATOR_FIELDS), Line)
export type Operator = z.infer<typeof Operator>
