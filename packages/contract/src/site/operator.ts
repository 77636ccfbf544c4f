import { z } from '../calls/zod.ts'

/** Facts of the installation's operator on the legal pages. Each may be unset; the pages then mark it as missing. */
export const OPERATOR_FIELDS = ['title', 'address', 'mersis', 'registry', 'tax', 'email', 'kep', 'phone'] as const
export type OperatorField = (typeof OPERATOR_FIELDS)[number]

const Line = z
  .string()
  .regex(/^[^\p{Cc}]+$/u)
  .max(300)

/** The operator's data. The server reads it from a file, and every page of the site carries it in its head. */
export const Operator = z.partialRecord(z.enum(OPERATOR_FIELDS), Line)
export type Operator = z.infer<typeof Operator>
