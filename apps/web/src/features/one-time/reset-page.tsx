import { LIMITS, PATHS, ResetBody } from '@makas/contract'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { oneTimeText } from '../../text/account/one-time.ts'
import { errors } from '../../text/frame/errors.ts'
import { withAgain } from './again.ts'
import { FormView, OutcomeView, UnusableView } from './one-time-page.tsx'
import { useOneTime } from './use-one-time.ts'

const words = oneTimeText.reset
const Typed = ResetBody.omit({ token: true })
/** The token names the account; this call takes tokens of users and of admins. */
const CALL = `${PATHS.auth}/reset`

/** `/reset#<token>`: a new password, through the address that `npm run admin -- reset` printed. */
export function ResetPage() {
  const { address, use } = useOneTime()
  // Held above the shown outcome: a new one-time address opened in this tab leaves the typed text in place.
  const form = useSendForm({
    names: ['password', 'again'],
    check: ({ password, again }) => withAgain(problemsIn(Typed, { password }), password, again),
    send: ({ password }) =>
      use((token) => ask({ method: 'POST', path: CALL, body: { token, password }, answer: NO_CONTENT, as: 'visitor' })),
    fieldOf: { 'password-weak': { name: 'password', sentence: errors['password-weak'] } },
  })
  if (address.kind === 'done') return <OutcomeView kind="done" {...words.done} />
  if (address.kind !== 'open') return <UnusableView address={address} words={words} />
  return (
    <FormView {...words}>
      <form noValidate aria-label={words.form} onSubmit={form.submit} className="flex flex-col gap-5">
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          required
          judged={{ typed: form.typedIn('password'), least: LIMITS.password }}
          {...form.field('password', 'again')}
        />
        <PasswordField label={words.again} autoComplete="new-password" required {...form.field('again')} />
        <FormFailure failure={form.failure} />
        <SendButton label={words.send} sendingLabel={words.sending} isSending={form.isSending} />
      </form>
    </FormView>
  )
}
