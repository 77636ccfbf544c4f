import type { ComponentProps, ReactNode } from 'react'
import { useTied } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A checkbox with its label at the right. */
export function CheckField({ label, hint, error, ...input }: Props) {
  const { tied, under } = useTied({ hint, error }, 'pl-6.5')
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...input}
          {...tied}
          type="checkbox"
          className="peer mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-5"
        />
        <label htmlFor={tied.id} className="text-13 text-text-1 peer-disabled:text-text-3">
          {label}
        </label>
      </div>
      {under}
    </div>
  )
}
