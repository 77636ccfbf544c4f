import type { ComponentProps, ReactNode } from 'react'
import { parts } from '../../text/frame/parts.ts'
import { whole } from '../format/numbers.ts'
import { CONTROL, FieldFrame } from './field.tsx'

type Props = ComponentProps<'textarea'> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** The typed text and its most characters, for the count below the field. */
  readonly counted?: { readonly typed: string; readonly most: number }
}

/** A text field of several lines, `rows` high; a person may pull it higher. */
export function TextAreaField({ label, hint, error, counted, rows = 6, ...area }: Props) {
  const count = counted && parts.count(whole([...counted.typed].length), whole(counted.most))
  const under =
    counted === undefined ? (
      hint
    ) : (
      <span className="flex justify-between gap-3">
        <span>{hint}</span>
        <span className="figures">{count}</span>
      </span>
    )
  return (
    <FieldFrame label={label} hint={under} error={error} required={area.required}>
      {(tied) => <textarea rows={rows} {...area} {...tied} className={`${CONTROL} min-h-20 resize-y py-2`} />}
    </FieldFrame>
  )
}
