import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { errors } from '../../text/frame/errors.ts'
import { forms } from '../../text/frame/forms.ts'
import { wholeSeconds } from '../format/times.ts'
import { steadyNow } from '../time/steady.ts'
import { Ticking } from '../ui/ticking.tsx'
import type { SendFailure } from './use-send-form.ts'

/** The red box of a failure. `children` get the ticking words on the next attempt, null if there is no wait. */
export function FailureBox(props: {
  readonly failure: SendFailure
  readonly children: (again: ReactNode) => ReactNode
}) {
  const { againAt, attempt } = props.failure
  const again = useCallback(() => {
    const waitMs = (againAt ?? 0) - steadyNow()
    return waitMs <= 0 ? forms.againNow : forms.again(wholeSeconds(Math.ceil(waitMs / 1_000) * 1_000))
  }, [againAt])
  return (
    <div
      key={attempt}
      role="alert"
      className="figures flex items-start gap-2 rounded-control border border-bad/50 bg-bad-wash px-3 py-2 text-13 text-text-1"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      {props.children(againAt === null ? null : <Ticking text={again} />)}
    </div>
  )
}

/** Says why sending failed, beside the button that sends again; stays until sending succeeds. */
export function FormFailure(props: {
  readonly failure: SendFailure | null
  /** Sentence shown where the server gives none (ERR-01). */
  readonly fallback?: string
}) {
  const { failure, fallback } = props
  if (failure === null) return null
  return (
    <FailureBox failure={failure}>
      {(again) => (
        <p>
          {sentence(failure, fallback)} {again !== null && <span aria-live="off">{again}</span>}
        </p>
      )}
    </FailureBox>
  )
}

function sentence({ reason, againAt }: SendFailure, fallback: string | undefined): string {
  if (reason.kind !== 'refused')
    return fallback === undefined ? forms[reason.kind] : `${fallback}. ${forms[reason.kind]}`
  if (againAt !== null && (reason.code === 'rate-limited' || reason.code === 'unavailable')) {
    return forms.waiting[reason.code]
  }
  return reason.detail ?? (reason.code === null ? (fallback ?? forms.refused) : errors[reason.code])
}
