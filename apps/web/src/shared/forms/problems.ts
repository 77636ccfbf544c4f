import { fieldSentence } from '@makas/contract'
import type { z } from 'zod'

/** Error of each field of a form; a field that is not named is valid. */
export type Problems<N extends string> = Readonly<Partial<Record<N, string>>>

/** The first error of each field, in the server's words. */
export function problemsIn(schema: z.ZodType, values: unknown): Problems<string> {
  const problems: Record<string, string> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    problems[issue.path.join('.')] ??= fieldSentence(issue)
  }
  return problems
}
