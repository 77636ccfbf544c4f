import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** A code of the second factor, or a recovery code where its form takes that too. */
export function OneTimeField(field: ComponentProps<typeof Field>) {
  return <Field autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} required {...field} />
}
