import { UserLogin } from '@makas/contract'
import { Field } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { CodeField } from '../../shared/session/code-field.tsx'
import { LOGIN_NAMES, useLoginForm } from '../../shared/session/use-login-form.ts'
import { authText as words } from '../../text/account/auth.ts'
import { loginCodeText } from '../../text/account/second-factor.ts'
import { errors } from '../../text/frame/errors.ts'
import { AuthFoot } from './auth-foot.tsx'

const LABELS = { email: words.email, password: words.password, totp: loginCodeText.label } as const

/** Email and password, and the second factor's code once the server asks for it (product-decisions.md 20). */
export function LoginForm(props: { readonly done: string | null; readonly finish: (login: UserLogin) => void }) {
  const form = useLoginForm({
    audience: 'user',
    answer: UserLogin,
    finish: props.finish,
    wrongCode: errors['totp-wrong'],
  })
  const fields = { email: form.field('email'), password: form.field('password'), totp: form.field('totp') }
  const wrong = LOGIN_NAMES.filter((name) => fields[name].error !== undefined).map((name) => LABELS[name])
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
        {form.isCodeAsked && <CodeField box={form.codeBox} field={fields.totp} />}
      </fieldset>
      <p className="text-12 text-text-3">{words.forgotten}</p>
      <AuthFoot mode="login" wrong={wrong} failure={form.failure} isSending={form.isSending} done={props.done} />
    </form>
  )
}
