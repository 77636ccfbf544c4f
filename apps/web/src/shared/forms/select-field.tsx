import type { ComponentProps } from 'react'
import { FieldFrame, INPUT } from './field.tsx'

type Choice<V extends string> = { readonly value: V; readonly label: string }

type Props<V extends string> = Omit<ComponentProps<'select'>, 'children'> & {
  readonly label: string
  readonly choices: readonly Choice<V>[]
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** One of a few choices, by the browser's own control: it works with every keyboard and phone. */
export function SelectField<V extends string>({ label, choices, hint, error, ...select }: Props<V>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={select.required}>
      {(tied) => (
        <select className={`${INPUT} disabled:text-text-3`} {...select} {...tied}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
