import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, INPUT } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'inputMode'> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Unit, shown inside the field. */
  readonly unit?: string
}

/** A number in Turkish notation. Not `type="number"`: there some browsers take no comma, and the wheel changes it. */
export function NumberField({ label, hint, error, unit, ...input }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={input.required}>
      {(tied) => (
        <div className="relative">
          <input
            autoComplete="off"
            {...input}
            {...tied}
            type="text"
            inputMode="decimal"
            className={`${INPUT} figures ${unit === undefined ? '' : 'pr-16'}`}
          />
          {unit !== undefined && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-13 text-text-3"
            >
              {unit}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
