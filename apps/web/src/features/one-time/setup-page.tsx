import { AdminSetupBody, LIMITS, PATHS } from '@makas/contract'
import { useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { Field } from '../../shared/forms/field.tsx'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { oneTimeText } from '../../text/account/one-time.ts'
import { errors } from '../../text/frame/errors.ts'
import { withAgain } from './again.ts'
import { Command, FormView, OutcomeView, UnusableView } from './one-time-page.tsx'
import { useOneTime } from './use-one-time.ts'

const words = oneTimeText.setup
const Typed = AdminSetupBody.omit({ token: true })

/** `/admin/setup#<token>`: the first admin, through the address that the first start printed (security.md 14). */
export function SetupPage() {
  const { address, use } = useOneTime()
  const [email, setEmail] = useState('')
  // Held above the shown outcome: a new one-time address opened in this tab leaves the typed text in place.
  const form = useSendForm({
    names: ['email', 'firstName', 'lastName', 'password', 'again'],
    check: ({ again, ...typed }) => withAgain(problemsIn(Typed, typed), typed.password, again),
    send: ({ again: _, ...typed }) => {
      setEmail(typed.email.trim())
      return use((token) =>
        ask({ method: 'POST', path: PATHS.adminSetup, body: { ...typed, token }, answer: NO_CONTENT, as: 'visitor' }),
      )
    },
    fieldOf: { 'password-weak': { name: 'password', sentence: errors['password-weak'] } },
  })
  if (address.kind === 'done') {
    return (
      <OutcomeView
        kind="done"
        title={words.done.title}
        text={words.done.text}
        next={{ to: '/admin/login', label: words.done.login }}
      >
        <dl className="m-0">
          <Definition name={words.done.account} look="font-medium break-all">
            {email}
          </Definition>
        </dl>
        <p className="text-text-2">{words.done.next}</p>
        <Command>{words.done.commandOf(email)}</Command>
      </OutcomeView>
    )
  }
  if (address.kind !== 'open') return <UnusableView address={address} words={words} />
  return (
    <FormView {...words}>
      <form noValidate aria-label={words.form} onSubmit={form.submit} className="flex flex-col gap-5">
        <Field
          label={words.email}
          hint={words.emailHint}
          type="email"
          autoComplete="username"
          spellCheck={false}
          required
          {...form.field('email')}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label={words.firstName} autoComplete="given-name" required {...form.field('firstName')} />
          <Field label={words.lastName} autoComplete="family-name" required {...form.field('lastName')} />
        </div>
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          required
          judged={{ typed: form.typedIn('password'), least: LIMITS.adminPassword }}
          {...form.field('password', 'again')}
        />
        <PasswordField label={words.again} autoComplete="new-password" required {...form.field('again')} />
        <FormFailure failure={form.failure} />
        <SendButton label={words.send} sendingLabel={words.sending} isSending={form.isSending} />
      </form>
    </FormView>
  )
}
