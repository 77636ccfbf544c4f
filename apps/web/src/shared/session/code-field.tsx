import type { ComponentProps, RefObject } from 'react'
import { loginCodeText as words } from '../../text/account/second-factor.ts'
import type { Field } from '../forms/field.tsx'
import { OneTimeField } from '../forms/one-time-field.tsx'

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
      <OneTimeField label={words.label} hint={words.hint} {...field} />
    </div>
  )
}
