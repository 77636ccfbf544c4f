import { RecoveryCodes, TotpCodeBody, TotpOffBody, TotpSecret } from '@makas/contract'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { secondFactorText as words } from '../../text/account/second-factor.ts'
import { ask } from '../api/ask.ts'
import { sentenceOf } from '../api/failure-sentence.ts'
import { NO_CONTENT } from '../api/no-content.ts'
import { FormFailure } from '../forms/form-failure.tsx'
import { OneTimeField } from '../forms/one-time-field.tsx'
import { problemsIn } from '../forms/problems.ts'
import { SendButton } from '../forms/send-button.tsx'
import { useSendForm } from '../forms/use-send-form.ts'
import { type Audience, authPathOf } from '../session/session.ts'
import { BUTTON, Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Definition } from '../ui/definition-list.tsx'
import { lazyLayer } from '../ui/layers/lazy-layer.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { withProof } from './proof.tsx'
import { ProofFields } from './proof-fields.tsx'

const QrPicture = lazyLayer(
  words.picture,
  async () => (await import('./qr-picture.tsx')).QrPicture,
  <div className="skeleton size-56 shrink-0" />,
)

const pathOf = (audience: Audience) => `${authPathOf(audience)}/totp`

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'confirm'; readonly secret: z.infer<typeof TotpSecret> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

type Props = {
  readonly audience: Audience
  readonly isOn: boolean
  /** Called once the second factor is on and the recovery codes are put away, or once it is off. */
  readonly changed: (isOn: boolean) => void
  /**
   * Called when the recovery codes come on the screen and when they leave it. They are shown once: removing the panel
   * loses them.
   */
  readonly codesShown?: (areShown: boolean) => void
}

/** Focuses the place of the steps after a step has removed the focused button. */
function useStepFocus(step: Step) {
  const place = useRef<HTMLDivElement>(null)
  const known = useRef(step)
  useEffect(() => {
    if (known.current !== step && document.activeElement === document.body) place.current?.focus()
    known.current = step
  }, [step])
  return place
}

/** The second factor: switched on with a code, off with password and code. Shows the recovery codes once. */
export function SecondFactorPanel({ audience, isOn, changed, codesShown }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const place = useStepFocus(step)

  async function begin() {
    try {
      const question = { method: 'POST', path: pathOf(audience), answer: TotpSecret, as: audience } as const
      const { value } = await withProof(audience, () => ask(question))
      setStep({ kind: 'confirm', secret: value })
    } catch (error) {
      setStep({ kind: 'failed', sentence: sentenceOf(error, words.beginFailed) })
    }
  }

  function show(codes: readonly string[]) {
    setStep({ kind: 'codes', codes })
    codesShown?.(true)
  }

  function putAway() {
    setStep({ kind: 'idle' })
    changed(true)
    codesShown?.(false)
  }

  function switchedOff() {
    // Another step, so that `useStepFocus` restores the lost focus.
    setStep({ kind: 'idle' })
    changed(false)
  }

  return (
    <Panel title={words.title} hint={isOn ? words.on : words.off}>
      <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-3 p-4 text-13 outline-none">
        {step.kind === 'codes' ? (
          <Codes codes={step.codes} done={putAway} />
        ) : isOn ? (
          <SwitchOff audience={audience} done={switchedOff} />
        ) : step.kind === 'confirm' ? (
          <Confirm audience={audience} secret={step.secret} confirmed={show} cancel={() => setStep({ kind: 'idle' })} />
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
  readonly audience: Audience
  readonly secret: z.infer<typeof TotpSecret>
  readonly confirmed: (codes: readonly string[]) => void
  readonly cancel: () => void
}) {
  const form = useSendForm({
    names: ['code'],
    check: (values) => problemsIn(TotpCodeBody, values),
    send: async (values) => {
      const path = `${pathOf(props.audience)}/confirm`
      const { value } = await ask({ method: 'POST', path, body: values, answer: RecoveryCodes, as: props.audience })
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
      className="flex w-full max-w-160 flex-col gap-4"
    >
      <p className="text-text-2">{words.scan}</p>
      <div className="flex gap-5 max-sm:flex-col">
        <QrPicture text={props.secret.otpauth_url} label={words.picture} />
        <div className="flex min-w-0 flex-col gap-3">
          <p className="text-text-2">{words.secretHint}</p>
          <dl className="m-0">
            <Definition
              name={words.secret}
              look="figures rounded-control border border-line bg-raised/40 px-3 py-2 text-14 font-semibold break-all"
            >
              {props.secret.secret}
            </Definition>
          </dl>
          <a href={props.secret.otpauth_url} className={`${BUTTON} self-start`}>
            {words.openApp}
          </a>
        </div>
      </div>
      <OneTimeField label={words.code} inputMode="numeric" {...form.field('code')} />
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
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={() => codes.join('\n')} words={words} />
        <Button onClick={done}>{words.saved}</Button>
      </div>
    </>
  )
}

function SwitchOff({ audience, done }: { readonly audience: Audience; readonly done: () => void }) {
  const form = useSendForm({
    names: ['password', 'totp'],
    check: (values) => problemsIn(TotpOffBody, values),
    send: async (values) => {
      await ask({ method: 'DELETE', path: pathOf(audience), body: values, answer: NO_CONTENT, as: audience })
      done()
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
      <ProofFields words={{ password: words.password, code: words.offCode }} field={form.field} hasCode />
      <FormFailure failure={form.failure} fallback={words.offFailed} />
      <SendButton label={words.switchOff} sendingLabel={words.switchingOff} isSending={form.isSending} />
    </form>
  )
}
