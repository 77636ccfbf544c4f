import { LIMITS, PATHS, PasswordBody, SIGN_UP } from '@makas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { accountText } from '../../text/account/account.ts'

const words = accountText.password

/** Changes the password, which needs the old password and ends every other session. */
export function PasswordPanel() {
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const form = useSendForm({
    names: ['current_password', 'new_password', 'again'],
    check: (values) => ({
      ...problemsIn(PasswordBody, values),
      ...(values.again === values.new_password ? {} : { again: SIGN_UP.passwordsDiffer }),
    }),
    send: async ({ current_password, new_password }) => {
      setDone(false)
      const body = { current_password, new_password }
      await ask({ method: 'POST', path: `${PATHS.auth}/password`, body, answer: NO_CONTENT, as: 'user' })
      await queries.invalidateQueries({ queryKey: ['user', 'me'] })
      setDone(true)
      return true
    },
    fieldOf: { 'proof-wrong': { name: 'current_password', sentence: words.wrong } },
  })
  const typed = form.typedIn('new_password')
  return (
    <Panel title={words.title} hint={words.hint}>
      <form noValidate aria-label={words.form} onSubmit={form.submit} className="flex max-w-100 flex-col gap-4 p-4">
        <PasswordField
          label={words.current}
          autoComplete="current-password"
          required
          {...form.field('current_password')}
        />
        <PasswordField
          label={words.next}
          autoComplete="new-password"
          required
          judged={{ typed, least: LIMITS.password }}
          {...form.field('new_password', 'again')}
        />
        <PasswordField label={words.again} autoComplete="new-password" required {...form.field('again')} />
        <FormFailure failure={form.failure} fallback={words.failed} />
        {isDone && (
          <Notice tone="good" role="status">
            {words.done}
          </Notice>
        )}
        <SendButton label={words.send} sendingLabel={words.sending} isSending={form.isSending} />
      </form>
    </Panel>
  )
}
