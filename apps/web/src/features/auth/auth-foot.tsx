import { CircleCheck, TriangleAlert } from 'lucide-react'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { SendButton } from '../../shared/forms/send-button.tsx'
import type { SendFailure } from '../../shared/forms/use-send-form.ts'
import type { AuthMode } from '../../shared/session/auth-dialog-store.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { authText as words } from '../../text/account/auth.ts'

/** Scrolls the success notice into view: it is higher than the button in its place. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Foot of both forms: the errors in one red box, then the button or, after success, the notice (AUTHUI-02). */
export function AuthFoot(props: {
  readonly mode: AuthMode
  /** Labels of the fields with an error, from top to bottom. */
  readonly wrong: readonly string[]
  readonly failure: SendFailure | null
  readonly isSending: boolean
  readonly done: string | null
  /** The server accepted the new password but calls it weak. */
  readonly isWeak?: boolean
}) {
  const { mode, wrong, failure } = props
  if (props.done !== null) {
    return (
      <div className="flex flex-col gap-2" ref={bringIntoView}>
        <p
          role="status"
          className="flex min-h-10 items-center gap-2 rounded-control border border-good/50 bg-good-wash px-3 py-2 text-14 font-medium text-text-1"
        >
          <CircleCheck size={16} aria-hidden className="shrink-0 text-good" />
          {props.done}
        </p>
        {props.isWeak && (
          <Notice tone="warn" role="status">
            {words.weak}
          </Notice>
        )}
      </div>
    )
  }
  return (
    <>
      {wrong.length > 0 && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control border border-bad/50 bg-bad-wash px-3 py-2 text-13 text-text-1"
        >
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
          <span>
            <strong className="font-semibold">{words.notSent[mode]}</strong>{' '}
            {words.toMend(wrong.length, wrong.join('; '))}
          </span>
        </p>
      )}
      {wrong.length === 0 && <FormFailure failure={failure} fallback={words.failed[mode]} />}
      <div className="flex gap-3 max-sm:flex-col [&>div:first-child]:flex-1 [&>div:first-child>button]:w-full">
        <SendButton label={words.send[mode]} sendingLabel={words.sending[mode]} isSending={props.isSending} />
        <button
          type="button"
          onClick={() => void sayAlert(words.googleSoon)}
          className={`${BUTTON} h-10 px-3 text-14 pointer-coarse:h-11`}
        >
          {words.google}
        </button>
      </div>
    </>
  )
}
