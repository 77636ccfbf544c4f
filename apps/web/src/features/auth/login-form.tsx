import { LoginBody, PATHS, UserLogin } from '@makas/contract'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { failureCode } from '../../shared/api/failure.ts'
import { Field } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { authText as words } from '../../text/account/auth.ts'
import { errors } from '../../text/frame/errors.ts'
import { AuthFoot } from './auth-foot.tsx'

const NAMES = ['email', 'password', 'totp'] as const

/** Email and password, and the code of the second factor once the server asks for it (product-decisions.md 20). */
export function LoginForm(props: { readonly done: string | null; readonly finish: (login: UserLogin) => void }) {
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
    check: (values) => problemsIn(LoginBody, bodyOf(values)),
    send: async (values) => {
      try {
        const path = `${PATHS.auth}/login`
        const { value } = await ask({ method: 'POST', path, body: bodyOf(values), answer: UserLogin, as: 'visitor' })
        props.finish(value)
        return true
      } catch (error) {
        if (failureCode(error) !== 'totp-required') throw error
        setCodeAsked(true)
        return false
      }
    },
    fieldOf: { 'totp-wrong': { name: 'totp', sentence: errors['totp-wrong'] } },
  })
  const fields = { email: form.field('email'), password: form.field('password'), totp: form.field('totp') }
  const wrong = NAMES.filter((name) => fields[name].error !== undefined).map((name) => words[name])
  return (
    <form
      noValidate
      aria-label={words.forms.login}
      onSubmit={form.submit}
      className="flex flex-col gap-4 px-4 pt-6 pb-6 sm:px-8"
    >
      <fieldset disabled={props.done !== null} className="contents">
        <Field label={words.email} type="email" autoComplete="username" required {...fields.email} />
        <PasswordField label={words.password} autoComplete="current-password" required {...fields.password} />
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
              {...fields.totp}
            />
          </div>
        )}
      </fieldset>
      <p className="text-12 text-text-3">{words.forgotten}</p>
      <AuthFoot mode="login" wrong={wrong} failure={form.failure} isSending={form.isSending} done={props.done} />
    </form>
  )
}
