import { NOTICE_VERSION, PATHS, phoneNumber, plainForm, RegisterBody, SIGN_UP, UserLogin } from '@makas/contract'
import { useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { Field, FieldFrame, INPUT } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { authText as words } from '../../text/account/auth.ts'
import { AuthFoot } from './auth-foot.tsx'
import { PasswordRules } from './password-rules.tsx'

const NAMES = ['firstName', 'lastName', 'email', 'phoneNumber', 'password', 'confirmPassword'] as const
type RegisterValues = Readonly<Record<(typeof NAMES)[number], string>>
const LABELS = { ...words, phoneNumber: words.phone } as const

/** A new account (AUTHUI-03); the phone number is sent as country code and number (VALID-06). */
export function RegisterForm(props: { readonly done: string | null; readonly finish: (login: UserLogin) => void }) {
  const [isWeak, setWeak] = useState(false)
  const [country, setCountry] = useState<string>(words.countries[0].code)
  const bodyOf = ({ confirmPassword: _again, ...typed }: RegisterValues) => {
    const number = typed.phoneNumber.trim()
    return {
      ...typed,
      phoneNumber: number === '' ? '' : phoneNumber(plainForm(`${country}${number}`)),
      full_name: `${typed.firstName.trim()} ${typed.lastName.trim()}`,
      notice_version: NOTICE_VERSION,
    }
  }
  const form = useSendForm({
    names: NAMES,
    check: (values) => ({
      ...problemsIn(RegisterBody.omit({ full_name: true }), bodyOf(values)),
      ...(values.confirmPassword === values.password ? {} : { confirmPassword: SIGN_UP.passwordsDiffer }),
    }),
    send: async (values) => {
      const path = `${PATHS.auth}/register`
      const { value } = await ask({ method: 'POST', path, body: bodyOf(values), answer: UserLogin, as: 'visitor' })
      setWeak(value.user.is_password_weak)
      props.finish(value)
      return true
    },
  })
  const fields = {
    firstName: form.field('firstName'),
    lastName: form.field('lastName'),
    email: form.field('email'),
    phoneNumber: form.field('phoneNumber'),
    password: form.field('password', 'confirmPassword'),
    confirmPassword: form.field('confirmPassword'),
  }
  const wrong = NAMES.filter((name) => fields[name].error !== undefined).map((name) => LABELS[name])
  return (
    <form
      noValidate
      aria-label={words.forms.register}
      onSubmit={form.submit}
      className="flex flex-col gap-4 px-4 pt-6 pb-6 sm:px-8"
    >
      <fieldset disabled={props.done !== null} className="contents">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.firstName} autoComplete="given-name" required {...fields.firstName} />
          <Field label={words.lastName} autoComplete="family-name" required {...fields.lastName} />
        </div>
        <Field
          label={words.email}
          hint={words.emailHint}
          type="email"
          autoComplete="username"
          required
          {...fields.email}
        />
        <div className="grid items-start gap-4 sm:grid-cols-[9rem_1fr]">
          <FieldFrame label={words.countryCode}>
            {(tied) => (
              <select
                {...tied}
                name="countryCode"
                autoComplete="tel-country-code"
                value={country}
                onChange={(event) => setCountry(event.target.value)}
                className={INPUT}
              >
                {words.countries.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          <Field
            label={words.phone}
            type="tel"
            autoComplete="tel-national"
            placeholder={words.phonePlaceholder}
            required
            {...fields.phoneNumber}
          />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PasswordField label={words.password} autoComplete="new-password" required {...fields.password} />
          <PasswordField
            label={words.confirmPassword}
            autoComplete="new-password"
            required
            {...fields.confirmPassword}
          />
        </div>
      </fieldset>
      <PasswordRules
        password={form.typedIn('password')}
        own={[form.typedIn('firstName'), form.typedIn('lastName'), form.typedIn('email').split('@')[0] ?? '']}
      />
      <Notice />
      <AuthFoot
        mode="register"
        wrong={wrong}
        failure={form.failure}
        isSending={form.isSending}
        done={props.done}
        isWeak={isWeak}
      />
    </form>
  )
}

const LINK = 'font-medium text-accent underline underline-offset-2'

/** How the data is used, shown before the form is sent. No box is ticked in advance. */
function Notice() {
  const { notice } = words
  return (
    <p className="text-12 text-text-2">
      {notice.before}
      <a href="/legal/kvkk" target="_blank" rel="noreferrer" className={LINK}>
        {notice.privacy}
      </a>
      {notice.between}
      <a href="/legal/kullanim-kosullari" target="_blank" rel="noreferrer" className={LINK}>
        {notice.terms}
      </a>
      {notice.and}
      <a href="/legal/risk-bildirimi" target="_blank" rel="noreferrer" className={LINK}>
        {notice.risk}
      </a>
      {notice.after}
    </p>
  )
}
