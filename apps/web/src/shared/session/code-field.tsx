import type { ComponentProps, RefObject } from 'react'
import { loginCodeText as words } from '../../text/account/second-factor.ts'
import { Field } from '../forms/field.tsx'

type Props = {
  readonly box: RefObject<HTMLDivElement | null>
  readonly field: Omit<ComponentProps<typeof Field>, 'label'>
}

/** Code of the second factor, shown once a login needs it. */
export function CodeField({ box, field }: Props) {
  return (
    <div ref={box} className="flex flex-col gap-2">
      <p role="status" className="text-13 text-text-2">
        {words.asked}
      </p>
      <Field
        label={words.label}
        hint={words.hint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field}
      />
    </div>
  )
}
