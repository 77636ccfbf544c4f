import { PATHS } from '@makas/contract'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { accountText } from '../../text/account/account.ts'

const words = accountText.proof

/** Asks for the password again, where the server wants a fresh proof before it goes on. */
export function ProofForm({ proven }: { readonly proven: () => void }) {
  const form = useSendForm({
    names: ['password'],
    check: ({ password }) => (password === '' ? { password: words.wrong } : {}),
    send: async ({ password }) => {
      await ask({ method: 'POST', path: `${PATHS.auth}/proof`, body: { password }, answer: NO_CONTENT, as: 'user' })
      proven()
      return true
    },
    fieldOf: { 'proof-wrong': { name: 'password', sentence: words.wrong } },
  })
  return (
    <form noValidate aria-label={words.form} onSubmit={form.submit} className="flex max-w-100 flex-col gap-3">
      <p className="text-13 text-text-2">{words.lead}</p>
      <PasswordField label={words.password} autoComplete="current-password" {...form.field('password')} />
      <FormFailure failure={form.failure} fallback={words.failed} />
      <SendButton label={words.send} sendingLabel={words.sending} isSending={form.isSending} />
    </form>
  )
}
