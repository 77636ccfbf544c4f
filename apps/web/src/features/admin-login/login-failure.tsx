import { FailureBox } from '../../shared/forms/form-failure.tsx'
import type { SendFailure } from '../../shared/forms/use-send-form.ts'
import { adminText } from '../../text/admin/admin.ts'
import { errors } from '../../text/frame/errors.ts'

const words = adminText.login

/** One sentence for a refused login, another for a login that could not be tried (ERR-15). */
export function LoginFailure({ failure }: { readonly failure: SendFailure | null }) {
  if (failure === null) return null
  const { reason } = failure
  const refusal = reason.kind === 'refused' && reason.status === 401 ? reason : null
  const hint = refusal?.detail?.startsWith(`${errors['invalid-credentials']}. `) ? refusal.detail : null
  return (
    <FailureBox failure={failure}>
      {(again) => (
        <div>
          <p>{refusal === null ? words.failed : words.refused}</p>
          {hint !== null && <p className="text-text-2">{hint}</p>}
          {refusal?.code === 'totp-wrong' && <p className="text-text-2">{errors['totp-wrong']}</p>}
          {again !== null && (
            <p aria-live="off" className="text-text-2">
              {again}
            </p>
          )}
        </div>
      )}
    </FailureBox>
  )
}
