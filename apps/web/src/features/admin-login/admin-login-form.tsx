import { AdminLogin, LoginBody, PATHS } from '@makas/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { failureCode, failureStatus } from '../../shared/api/failure.ts'
import { Field } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { adminText } from '../../text/admin/admin.ts'
import { errors } from '../../text/frame/errors.ts'
import { LoginFailure } from './login-failure.tsx'

const words = adminText.login
const NAMES = ['email', 'password', 'totp'] as const

/** Email and password of an admin, and the code of the second factor once the server asks for it (ALOGIN-01, VALID-29). */
export function AdminLoginForm(props: {
  readonly finish: (login: AdminLogin) => void
  /** Beside the button. */
  readonly children?: ReactNode
}) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const code = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCodeAsked) code.current?.querySelector('input')?.focus()
  }, [isCodeAsked])
  const bodyOf = ({ email, password, totp }: Readonly<Record<(typeof NAMES)[number], string>>) => ({
    email,
    password,
    ...(isCodeAsked ? { totp: totp.replaceAll(' ', '') } : {}),
  })
  const form = useSendForm({
    names: NAMES,
    check: (values) => ({
      ...problemsIn(LoginBody, bodyOf(values)),
      ...(values.email === '' ? { email: words.missing.email } : {}),
      ...(values.password === '' ? { password: words.missing.password } : {}),
    }),
    send: async (values) => {
      try {
        const path = `${PATHS.adminAuth}/login`
        const { value } = await ask({ method: 'POST', path, body: bodyOf(values), answer: AdminLogin, as: 'visitor' })
        props.finish(value)
        return true
      } catch (error) {
        if (failureStatus(error) !== 401 || failureCode(error) !== 'totp-required') throw error
        setCodeAsked(true)
        return false
      }
    },
    fieldOf: { 'totp-wrong': { name: 'totp', sentence: errors['totp-wrong'] } },
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
      {isCodeAsked && (
        <div ref={code} className="flex flex-col gap-2">
          <p role="status" className="text-13 text-text-2">
            {words.totpAsked}
          </p>
          <Field
            label={words.totp}
            hint={words.totpHint}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.field('totp')}
          />
        </div>
      )}
      <LoginFailure failure={form.failure} />
      <div className="flex flex-wrap items-center gap-3">
        <SendButton label={words.send} sendingLabel={words.sending} isSending={form.isSending} />
        {props.children}
      </div>
    </form>
  )
}
