import type { ExchangeId, KeyRecord } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'
import { ArrowLeft, LoaderCircle, ShieldCheck } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { failureFields } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { userSession, useUser } from '../../shared/session/session.ts'
import { BUTTON, Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { StepHeading } from '../../shared/ui/step-trail.tsx'
import { Switch } from '../../shared/ui/switch.tsx'
import { useMedia } from '../../shared/ui/use-media.ts'
import { keyText } from '../../text/account/keys.ts'
import { wizardText } from '../../text/account/wizard.ts'
import { tr } from '../../text/frame/tr.ts'
import { addKey } from './change-keys.ts'
import { DemoOffer } from './demo-offer.tsx'
import { KeyFields, passphraseOf, problemsOf, useKeyFields } from './key-fields.tsx'
import { KeyHelp } from './key-help.tsx'
import { useSending } from './use-sending.ts'

const words = wizardText.enter

/** The form of a new key. The exchange's refusal is shown beside its field, or beneath the form. */
function useNewKey(exchange: ExchangeId, saved: (record: KeyRecord) => void) {
  const fields = useKeyFields()
  const sending = useSending()
  const [isTestnet, setTestnet] = useState(false)
  const [failure, fail] = useState<string | null>(null)

  async function send(): Promise<void> {
    if (sending.isSending) return
    fail(null)
    if (userSession.user() === null) return fail(keyText.logInFirst)
    const typed = fields.typed()
    if (fields.showWrong(problemsOf(exchange, isTestnet, typed))) return
    const refuse = (sentence: string) => {
      fail(sentence)
      fields.focusFirst()
    }
    const { apiKey: api_key, secret: api_secret } = typed
    const key = { exchange_name: exchange, api_key, api_secret, testnet: isTestnet, ...passphraseOf(exchange, typed) }
    await sending.send(
      async (signal) => {
        const record = await addKey(key, signal)
        if (record === null) return refuse(keyText.failures.invalid)
        fields.empty()
        saved(record)
      },
      (error) => {
        if (!fields.showWrong(failureFields(error))) refuse(sentenceOf(error, keyText.failures.notAdded))
      },
    )
  }
  return { fields, failure, fail, isTestnet, setTestnet, isSending: sending.isSending, send, stop: sending.stop }
}

type Props = {
  readonly exchange: ExchangeId
  /** Id of the dialog's foot element: the form's buttons are drawn there. */
  readonly footId: string
  readonly back: () => void
  readonly saved: (record: KeyRecord) => void
}

/** Step 2 (WIZ-02): the key, with help beside it. The exchange's refusal of a key is shown in this step. */
export function KeyStep({ exchange, footId, back, saved }: Props) {
  const user = useUser()
  const form = useId()
  const adding = useNewKey(exchange, saved)
  const { fields, failure, isSending } = adding
  const isNarrow = useMedia('(max-width: 639px)')
  const name = tr.exchanges[exchange]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void adding.send()
  }
  return (
    <div className="flex min-h-0 flex-1 max-sm:flex-col sm:overflow-hidden">
      <div className="flex min-w-0 flex-1 flex-col gap-4 p-5 sm:overflow-y-auto">
        <StepHeading
          aside={
            <button
              type="button"
              onClick={back}
              className="rounded-control text-13 text-accent underline-offset-2 hover:underline"
            >
              {words.change}
            </button>
          }
        >
          {name}
        </StepHeading>
        <DemoOffer exchange={exchange} isBusy={isSending} done={saved} fail={adding.fail} />
        <form
          id={form}
          noValidate
          autoComplete="off"
          aria-label={words.form(name)}
          onSubmit={submit}
          className="flex flex-col gap-4"
        >
          <KeyFields exchange={exchange} fields={fields} isLocked={isSending} />
          {EXCHANGE_FACTS[exchange].hasTestNetwork && (
            <div className="flex flex-col gap-1 border-t border-line pt-3">
              <Switch on={adding.isTestnet} choose={(on) => !isSending && adding.setTestnet(on)}>
                <span className="text-13 font-medium text-text-1">{keyText.fields.testnet}</span>
              </Switch>
              <p className="text-12 text-text-2">{keyText.fields.testnetHint(name)}</p>
            </div>
          )}
        </form>
        {failure !== null && (
          <Notice
            tone="bad"
            role="alert"
            action={
              user === null ? <Button onClick={() => openAuth({ mode: 'login' })}>{keyText.logIn}</Button> : undefined
            }
          >
            {failure}
          </Notice>
        )}
        {isNarrow && (
          <details className="rounded-control border border-line">
            <summary className="px-3 py-3 text-13 font-medium text-text-1">{wizardText.help.label}</summary>
            <KeyHelp exchange={exchange} />
          </details>
        )}
        <p className="mt-auto flex items-start gap-2 text-12 text-text-2">
          <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
          {words.keeping}
        </p>
      </div>
      {!isNarrow && (
        <aside
          // Focusable, so that the keyboard can scroll it.
          tabIndex={0}
          aria-label={wizardText.help.label}
          className="w-69 shrink-0 overflow-y-auto border-l border-line bg-page"
        >
          <KeyHelp exchange={exchange} />
        </aside>
      )}
      <StepFoot id={footId} form={form} name={name} isSending={isSending} back={back} stop={adding.stop} />
    </div>
  )
}

/** The buttons of the step, drawn in the dialog's foot. */
function StepFoot(props: {
  readonly id: string
  readonly form: string
  readonly name: string
  readonly isSending: boolean
  readonly back: () => void
  readonly stop: () => void
}) {
  const { name, isSending } = props
  const foot = useFoot(props.id)
  if (foot === null) return null
  return createPortal(
    <>
      <button type="button" onClick={props.back} disabled={isSending} className={BUTTON}>
        <ArrowLeft size={16} aria-hidden />
        {words.back}
      </button>
      {isSending ? (
        <>
          <p role="status" className="sr-only">
            {words.sending(name)}
          </p>
          <Button onClick={props.stop} className="ml-auto">
            {words.cancel}
          </Button>
        </>
      ) : (
        <p className="ml-auto text-12 text-text-2 max-sm:hidden">{words.duration}</p>
      )}
      <button
        type="submit"
        form={props.form}
        aria-disabled={isSending}
        className={`${PRIMARY_BUTTON} h-8! pointer-coarse:h-11! px-3 text-13 max-sm:ml-auto`}
      >
        {isSending && <LoaderCircle size={16} aria-hidden className="animate-spin" />}
        {isSending ? words.sending(name) : words.send}
      </button>
    </>,
    foot,
  )
}

/** The dialog's foot element, once it exists. */
function useFoot(id: string): HTMLElement | null {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  useEffect(() => setFoot(document.getElementById(id)), [id])
  return foot
}
