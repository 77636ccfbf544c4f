import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { forms } from '../../text/frame/forms.ts'

type Texts = { readonly hint?: ReactNode; readonly error?: string | undefined }

/** Ties a control to hint and error: `tied` are props of the control, `under` are both texts below it. */
export function useTied({ hint, error }: Texts, hintLook = '') {
  const id = useId()
  const hintId = !hint ? null : `${id}-hint`
  const errorId = error === undefined ? null : `${id}-error`
  const describedBy = [errorId, hintId].filter((one) => one !== null).join(' ')
  const under = (
    <>
      {hintId !== null && (
        <div id={hintId} className={`${hintLook} text-12 text-text-3`}>
          {hint}
        </div>
      )}
      {errorId !== null && (
        <p id={errorId} className="flex items-start gap-1.5 text-13 text-bad">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </>
  )
  const tied = {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  }
  return { tied, under }
}

type FrameProps = Texts & {
  readonly label: string
  /** Marks the label; the control tells screen readers. */
  readonly required?: boolean | undefined
  readonly children: (tied: ReturnType<typeof useTied>['tied']) => ReactNode
}

/** 16 px letters on touch screens: a phone zooms into a field with smaller letters. */
export const CONTROL =
  'w-full rounded-control border border-text-3 bg-panel px-3 text-14 text-text-1 placeholder:text-text-3 hover:border-text-2 aria-invalid:border-bad disabled:border-line disabled:bg-raised disabled:text-text-2 pointer-coarse:text-16'

/** A control of one line. */
export const INPUT = `h-10 pointer-coarse:h-11 ${CONTROL}`

/** Label, control, hint and error, from top to bottom (design.md § 5). */
export function FieldFrame({ label, hint, error, required, children }: FrameProps) {
  const { tied, under } = useTied({ hint, error })
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={tied.id} className="text-13 font-medium text-text-1">
          {label}
        </label>
        {required === true && (
          <span aria-hidden className="text-12 text-text-3">
            {forms.required}
          </span>
        )}
      </div>
      {children(tied)}
      {under}
    </div>
  )
}

type FieldProps = Omit<FrameProps, 'children'> & ComponentProps<'input'>

/** One line of text. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={input.required}>
      {(tied) => <input className={INPUT} {...input} {...tied} />}
    </FieldFrame>
  )
}
