import { ProofBody } from '@makas/contract'
import { useId, useState } from 'react'
import { proofText as words } from '../../text/account/second-factor.ts'
import { ask } from '../api/ask.ts'
import { NO_CONTENT } from '../api/no-content.ts'
import { FormFailure } from '../forms/form-failure.tsx'
import { OneTimeField } from '../forms/one-time-field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { problemsIn } from '../forms/problems.ts'
import { useSendForm } from '../forms/use-send-form.ts'
import { type Audience, authPathOf, sessionOf } from '../session/session.ts'
import { Button, PRIMARY_BUTTON } from '../ui/button.tsx'
import { Modal } from '../ui/layers/dialog.tsx'

type Props = { readonly audience: Audience; readonly answer: (isProven: boolean) => void }

/** Asks again for the password or, if the account has a second factor, for a code. */
export function ProofDialog({ audience, answer }: Props) {
  const id = useId()
  const mayUseCode = sessionOf(audience).user()?.totp_enabled === true
  const [by, setBy] = useState<'password' | 'totp'>('password')
  const bodyOf = ({ password, totp }: { readonly password: string; readonly totp: string }) =>
    by === 'password' ? { password } : { totp }
  const form = useSendForm({
    names: ['password', 'totp'],
    check: (values) => problemsIn(ProofBody, bodyOf(values)),
    send: async (values) => {
      const path = `${authPathOf(audience)}/proof`
      await ask({ method: 'POST', path, body: bodyOf(values), answer: NO_CONTENT, as: audience })
      answer(true)
      return true
    },
    fieldOf: {
      'proof-wrong': { name: by, sentence: by === 'password' ? words.wrongPassword : words.wrongCode },
    },
  })
  return (
    <Modal
      title={words.title}
      size="small"
      testId="proof-dialog"
      onClose={() => answer(false)}
      firstFocus={(panel) => panel.querySelector('input')}
      footer={
        <>
          <Button onClick={() => answer(false)}>{words.cancel}</Button>
          <button
            type="submit"
            form={id}
            aria-disabled={form.isSending}
            className={`${PRIMARY_BUTTON} h-8! pointer-coarse:h-11! px-3 text-13`}
          >
            {form.isSending ? words.sending : words.send}
          </button>
        </>
      }
    >
      <form id={id} noValidate aria-label={words.form} onSubmit={form.submit} className="flex flex-col gap-4 p-5">
        <p className="text-13 text-text-2">{by === 'password' ? words.byPassword : words.byCode}</p>
        {by === 'password' ? (
          <PasswordField
            key="password"
            label={words.password}
            autoComplete="current-password"
            required
            {...form.field('password')}
          />
        ) : (
          <OneTimeField key="totp" label={words.code} hint={words.codeHint} {...form.field('totp')} />
        )}
        {mayUseCode && (
          <button
            type="button"
            onClick={() => setBy(by === 'password' ? 'totp' : 'password')}
            className="self-start rounded-control text-13 text-accent underline-offset-2 hover:underline pointer-coarse:py-2.5"
          >
            {by === 'password' ? words.takeCode : words.takePassword}
          </button>
        )}
        <FormFailure failure={form.failure} fallback={words.failed} />
      </form>
    </Modal>
  )
}
