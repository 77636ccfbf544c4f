import { TriangleAlert } from 'lucide-react'
import { useCallback } from 'react'
import { tr } from '../../text/tr.ts'
import { wholeSeconds } from '../format/times.ts'
import { steadyNow } from '../time/steady.ts'
import { Ticking } from '../ui/ticking.tsx'
import type { SendFailure } from './use-send-form.ts'

/** Why nothing was sent or done, beside the button that tries it again; it stays until that works. */
export function FormFailure({ failure }: { readonly failure: SendFailure | null }) {
  const againAt = failure?.againAt ?? null
  const again = useCallback(() => {
    const waitMs = (againAt ?? 0) - steadyNow()
    return waitMs <= 0 ? tr.forms.againNow : tr.forms.again(wholeSeconds(Math.ceil(waitMs / 1_000) * 1_000))
  }, [againAt])
  if (failure === null) return null
  return (
    <div
      key={failure.attempt}
      role="alert"
      className="figures flex items-start gap-2 rounded-control border border-bad/50 bg-bad-wash px-3 py-2 text-13 text-text-1"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      <p>
        {sentenceOf(failure)}{' '}
        {againAt !== null && (
          <span aria-live="off">
            <Ticking text={again} />
          </span>
        )}
      </p>
    </div>
  )
}

function sentenceOf({ reason, againAt }: SendFailure): string {
  if (reason.kind !== 'refused') return tr.forms[reason.kind]
  if (againAt !== null && (reason.code === 'rate-limited' || reason.code === 'unavailable')) {
    return tr.forms.waiting[reason.code]
  }
  return reason.code === null ? tr.forms.refused : tr.errors[reason.code]
}
