import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A checkbox with its label at the right. */
export function CheckField({ label, hint, error, ...input }: Props) {
  const id = useId()
  const hintId = hint === undefined ? null : `${id}-hint`
  const errorId = error === undefined ? null : `${id}-error`
  const describedBy = [errorId, hintId].filter((one) => one !== null).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          className="peer mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-5"
        />
        <label htmlFor={id} className="text-13 text-text-1 peer-disabled:text-text-3">
          {label}
        </label>
      </div>
      {hintId !== null && (
        <div id={hintId} className="pl-6.5 text-12 text-text-3">
          {hint}
        </div>
      )}
      {errorId !== null && (
        <p id={errorId} className="flex items-start gap-1.5 text-13 text-bad">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
