import { TriangleAlert } from 'lucide-react'
import { useCallback } from 'react'
import { wholeSeconds } from '../../shared/format/times.ts'
import type { SendFailure } from '../../shared/forms/use-send-form.ts'
import { steadyNow } from '../../shared/time/steady.ts'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { adminText } from '../../text/admin/admin.ts'
import { errors } from '../../text/frame/errors.ts'
import { forms } from '../../text/frame/forms.ts'

const words = adminText.login

/** One sentence for a refused login, another for a login that could not be tried (ERR-15). */
export function LoginFailure({ failure }: { readonly failure: SendFailure | null }) {
  const againAt = failure?.againAt ?? null
  const again = useCallback(() => {
    const waitMs = (againAt ?? 0) - steadyNow()
    return waitMs <= 0 ? forms.againNow : forms.again(wholeSeconds(Math.ceil(waitMs / 1_000) * 1_000))
  }, [againAt])
  if (failure === null) return null
  const isRefused = failure.reason.kind === 'refused' && failure.reason.status === 401
  const isCodeWrong = isRefused && failure.reason.kind === 'refused' && failure.reason.code === 'totp-wrong'
  const detail = isRefused && failure.reason.kind === 'refused' ? failure.reason.detail : null
  const hint = detail?.startsWith(`${errors['invalid-credentials']}. `) ? detail : null
  return (
    <div
      key={failure.attempt}
      role="alert"
      className="figures flex items-start gap-2 rounded-control border border-bad/50 bg-bad-wash px-3 py-2 text-13 text-text-1"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      <div>
        <p>{isRefused ? words.refused : words.failed}</p>
        {hint !== null && <p className="text-text-2">{hint}</p>}
        {isCodeWrong && <p className="text-text-2">{errors['totp-wrong']}</p>}
        {againAt !== null && (
          <p aria-live="off" className="text-text-2">
            <Ticking text={again} />
          </p>
        )}
      </div>
    </div>
  )
}
