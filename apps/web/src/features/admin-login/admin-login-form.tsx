import { AdminLogin } from '@makas/contract'
import type { ReactNode } from 'react'
import { Field } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { CodeField } from '../../shared/session/code-field.tsx'
import { useLoginForm } from '../../shared/session/use-login-form.ts'
import { adminText } from '../../text/admin/admin.ts'
import { LoginFailure } from './login-failure.tsx'

const words = adminText.login

/** Email and password of an admin, and the second factor's code once the server asks for it (ALOGIN-01, VALID-29). */
export function AdminLoginForm(props: {
  readonly finish: (login: AdminLogin) => void
  /** Drawn beside the button. */
  readonly children?: ReactNode
}) {
  const form = useLoginForm({
    audience: 'admin',
    answer: AdminLogin,
    finish: props.finish,
    check: ({ email, password }) => ({
      ...(email === '' ? { email: words.missing.email } : {}),
      ...(password === '' ? { password: words.missing.password } : {}),
    }),
  })
  return (
    <form noValidate aria-label={words.form} onSubmit={form.submit} className="flex flex-col gap-4">
      <Field
        label={words.email}
        type="email"
        autoComplete="username"
        spellCheck={false}
        required
        {...form.field('email')}
      />
      <PasswordField label={words.password} autoComplete="current-password" required {...form.field('password')} />
      {form.isCodeAsked && <CodeField box={form.codeBox} field={form.field('totp')} />}
      <LoginFailure failure={form.failure} />
      <div className="flex flex-wrap items-center gap-3">
        <SendButton label={words.send} sendingLabel={words.sending} isSending={form.isSending} />
        {props.children}
      </div>
    </form>
  )
}
