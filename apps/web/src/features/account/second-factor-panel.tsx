import { PATHS, RecoveryCodes, TotpCodeBody, TotpOffBody, TotpSecret } from '@makas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ask } from '../../shared/api/ask.ts'
import { failureCode } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { Field } from '../../shared/forms/field.tsx'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { type StoredUser, userSession } from '../../shared/session/session.ts'
import { BUTTON, Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { sayDone } from '../../shared/ui/toast.tsx'
import { accountText } from '../../text/account/account.ts'
import { ProofForm } from './proof-form.tsx'

const words = accountText.totp
const PATH = `${PATHS.auth}/totp`

type Step =
  | { readonly kind: 'idle' | 'prove' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'confirm'; readonly secret: z.infer<typeof TotpSecret> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The second factor: switched on with a code of it, off with password and code; its recovery codes are shown once. */
export function SecondFactorPanel({ user }: { readonly user: StoredUser }) {
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const isOn = user.totp_enabled

  async function begin() {
    try {
      const { value } = await ask({ method: 'POST', path: PATH, answer: TotpSecret, as: 'user' })
      setStep({ kind: 'confirm', secret: value })
    } catch (error) {
      if (failureCode(error) === 'proof-required') setStep({ kind: 'prove' })
      else setStep({ kind: 'failed', sentence: sentenceOf(error, words.beginFailed) })
    }
  }

  function confirmed(codes: readonly string[]) {
    setStep({ kind: 'codes', codes })
    userSession.update({ ...user, totp_enabled: true })
  }

  return (
    <Panel title={words.title} hint={isOn ? words.on : words.off}>
      <div className="flex flex-col items-start gap-3 p-4 text-13">
        {step.kind === 'codes' ? (
          <Codes codes={step.codes} done={() => setStep({ kind: 'idle' })} />
        ) : isOn ? (
          <SwitchOff user={user} />
        ) : step.kind === 'confirm' ? (
          <Confirm secret={step.secret} confirmed={confirmed} cancel={() => setStep({ kind: 'idle' })} />
        ) : step.kind === 'prove' ? (
          <ProofForm proven={() => void begin()} />
        ) : (
          <>
            <p className="text-text-2">{words.lead}</p>
            {step.kind === 'failed' && (
              <Notice tone="bad" role="alert">
                {step.sentence}
              </Notice>
            )}
            <Button onClick={() => void begin()}>{words.begin}</Button>
          </>
        )}
      </div>
    </Panel>
  )
}

function Confirm(props: {
  readonly secret: z.infer<typeof TotpSecret>
  readonly confirmed: (codes: readonly string[]) => void
  readonly cancel: () => void
}) {
  const bodyOf = ({ code }: { readonly code: string }) => ({ code: code.replaceAll(' ', '') })
  const form = useSendForm({
    names: ['code'],
    check: (values) => problemsIn(TotpCodeBody, bodyOf(values)),
    send: async (values) => {
      const path = `${PATH}/confirm`
      const { value } = await ask({ method: 'POST', path, body: bodyOf(values), answer: RecoveryCodes, as: 'user' })
      props.confirmed(value.recovery_codes)
      return true
    },
    fieldOf: {
      'proof-wrong': { name: 'code', sentence: words.wrong },
      'totp-wrong': { name: 'code', sentence: words.wrong },
    },
  })
  return (
    <form
      noValidate
      aria-label={words.confirmForm}
      onSubmit={form.submit}
      className="flex w-full max-w-130 flex-col gap-4"
    >
      <p className="text-text-2">{words.secretHint}</p>
      <dl className="m-0">
        <dt className="text-12 text-text-3">{words.secret}</dt>
        <dd className="figures m-0 rounded-control border border-line bg-raised/40 px-3 py-2 text-14 font-semibold break-all">
          {props.secret.secret}
        </dd>
      </dl>
      <a href={props.secret.otpauth_url} className={`${BUTTON} self-start`}>
        {words.openApp}
      </a>
      <Field
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.field('code')}
      />
      <FormFailure failure={form.failure} fallback={words.confirmFailed} />
      <div className="flex flex-wrap gap-2">
        <SendButton label={words.confirm} sendingLabel={words.confirming} isSending={form.isSending} />
        <Button className="h-10" onClick={props.cancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

function Codes({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  return (
    <>
      <Notice tone="warn" role="status">
        {words.recoveryHint}
      </Notice>
      <ul aria-label={words.recovery} className="figures grid gap-x-8 gap-y-1 font-semibold sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button onClick={() => void navigator.clipboard.writeText(codes.join('\n')).then(() => sayDone(words.copied))}>
          {words.copy}
        </Button>
        <Button onClick={done}>{words.saved}</Button>
      </div>
    </>
  )
}

function SwitchOff({ user }: { readonly user: StoredUser }) {
  const queries = useQueryClient()
  const bodyOf = ({ password, totp }: { readonly password: string; readonly totp: string }) => ({
    password,
    totp: totp.replaceAll(' ', ''),
  })
  const form = useSendForm({
    names: ['password', 'totp'],
    check: (values) => problemsIn(TotpOffBody, bodyOf(values)),
    send: async (values) => {
      await ask({ method: 'DELETE', path: PATH, body: bodyOf(values), answer: NO_CONTENT, as: 'user' })
      userSession.update({ ...user, totp_enabled: false })
      await queries.invalidateQueries({ queryKey: ['user', 'me'] })
      return true
    },
    fieldOf: {
      'proof-wrong': { name: 'password', sentence: words.offWrong },
      'totp-wrong': { name: 'totp', sentence: words.offWrong },
    },
  })
  return (
    <form noValidate aria-label={words.offForm} onSubmit={form.submit} className="flex w-full max-w-100 flex-col gap-4">
      <p className="text-text-2">{words.lead}</p>
      <PasswordField label={words.password} autoComplete="current-password" {...form.field('password')} />
      <Field label={words.offCode} autoComplete="one-time-code" autoCapitalize="none" {...form.field('totp')} />
      <FormFailure failure={form.failure} fallback={words.offFailed} />
      <SendButton label={words.switchOff} sendingLabel={words.switchingOff} isSending={form.isSending} />
    </form>
  )
}
