import { type ExchangeId, KEY_FORM, type KeyRecord } from '@makas/contract'
import { EXCHANGE_FACTS, EXCHANGES } from '@makas/domain'
import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiFailure, failureFields } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { SelectField } from '../../shared/forms/select-field.tsx'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Switch } from '../../shared/ui/switch.tsx'
import { apiManagementText } from '../../text/account/api-management.ts'
import { keyText } from '../../text/account/keys.ts'
import { tr } from '../../text/frame/tr.ts'
import { addKey, tryKey } from './change-keys.ts'
import { DemoOffer } from './demo-offer.tsx'
import { KeyFields, problemsOf, useKeyFields } from './key-fields.tsx'

const words = apiManagementText.dialog
type Choice = ExchangeId | 'other' | ''

const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: '', label: words.choose },
  ...EXCHANGES.map((value) => ({ value, label: tr.exchanges[value] })),
  { value: 'other', label: words.other },
]

/**
 * Adds a connection or replaces its key (APIM-03): checks the key first, then stores it (CALL-14, CALL-11). Closing it
 * meanwhile gives both up.
 */
export function CredentialDialog(props: { readonly record: KeyRecord | null; readonly close: () => void }) {
  const { record, close } = props
  const form = useId()
  const fields = useKeyFields()
  const [choice, setChoice] = useState<Choice>(record?.exchange_name ?? '')
  const [isTest, setTest] = useState(record?.testnet ?? true)
  const [isFilled, setFilled] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isUnsupported, setUnsupported] = useState(false)
  const [isSending, setSending] = useState(false)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])
  const exchange = choice === '' || choice === 'other' ? null : choice
  // Before an exchange is chosen, the key formats do not matter yet.
  const hasTestnet = exchange === null || EXCHANGE_FACTS[exchange].hasTestNetwork
  const isTestnet = hasTestnet && isTest
  const maySave = choice !== '' && isFilled

  const look = () => {
    const { apiKey, secret } = fields.typed()
    setFilled(apiKey !== '' && secret !== '')
  }
  /** Shows a refusal; the fields keep what was typed, to be corrected. */
  const refuse = (sentence: string) => {
    setFailure(sentence)
    fields.focusFirst()
  }

  async function save(): Promise<void> {
    if (isSending || !maySave) return
    setFailure(null)
    setUnsupported(exchange === null)
    if (exchange === null) return
    const typed = fields.typed()
    if (fields.showWrong(problemsOf(exchange, isTestnet, typed))) return
    const controller = new AbortController()
    const { signal } = controller
    sending.current = controller
    setSending(true)
    const passphrase =
      exchange !== null && EXCHANGE_FACTS[exchange].hasPassphrase ? { passphrase: typed.passphrase } : {}
    const material = { apiKey: typed.apiKey, secretKey: typed.secret, ...passphrase }
    let fallback: string = keyText.failures.notConnected
    try {
      const tried = await tryKey({ exchange, testMode: isTestnet, ...material }, signal)
      if (signal.aborted) return
      if (!tried.success) return refuse(tried.error === '' ? keyText.failures.unauthorised : tried.error)
      fallback = keyText.failures.notAdded
      const { apiKey: api_key, secret: api_secret } = typed
      const added = await addKey(
        { exchange_name: exchange, api_key, api_secret, testnet: isTestnet, ...passphrase },
        signal,
      )
      if (signal.aborted) return
      if (added === null) return refuse(keyText.failures.unauthorised)
      fields.empty()
      close()
      void sayAlert(keyText.saved)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiFailure)) throw error
      if (!fields.showWrong(besideFields(error))) refuse(sentenceOf(error, fallback))
    } finally {
      sending.current = null
      setSending(false)
    }
  }

  const title = record === null ? words.add : words.update(record.name)
  return (
    <Modal
      title={title}
      size="small"
      testId="credential-dialog"
      onClose={close}
      firstFocus={(panel) => panel.querySelector(record === null ? 'select' : 'input')}
      footer={
        <>
          <Button onClick={close}>{words.cancel}</Button>
          <button
            type="submit"
            form={form}
            disabled={!maySave}
            aria-disabled={isSending || !maySave}
            className={`${PRIMARY_BUTTON} h-8! pointer-coarse:h-11! px-3 text-13 disabled:bg-raised disabled:text-text-3`}
          >
            {isSending && <LoaderCircle size={16} aria-hidden className="animate-spin" />}
            {isSending ? words.saving : words.save}
          </button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        autoComplete="off"
        aria-label={words.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
        className="flex flex-col gap-4 p-5"
      >
        <SelectField
          label={keyText.fields.exchange}
          choices={CHOICES}
          required
          value={choice}
          disabled={record !== null || isSending}
          hint={record === null ? (choice === 'other' ? words.otherHint : undefined) : words.fixed}
          error={isUnsupported ? KEY_FORM.exchange : undefined}
          onChange={({ target }) => {
            setChoice(CHOICES.find(({ value }) => value === target.value)?.value ?? '')
            setUnsupported(false)
            setFailure(null)
            fields.showWrong({})
          }}
        />
        {exchange !== null && (
          <DemoOffer
            exchange={exchange}
            isBusy={isSending}
            fail={setFailure}
            done={() => {
              close()
              void sayAlert(keyText.saved)
            }}
          />
        )}
        <KeyFields exchange={exchange ?? 'binance'} fields={fields} isLocked={isSending} onType={look} />
        {hasTestnet ? (
          <div className="flex flex-col gap-1">
            <Switch
              on={isTestnet}
              choose={setTest}
              isFixed={record !== null || isSending}
              describedBy={`${form}-network`}
            >
              <span className={`text-13 font-medium ${record === null ? 'text-text-1' : ''}`}>
                {keyText.fields.testnet}
              </span>
            </Switch>
            <p id={`${form}-network`} className="text-12 text-text-2 empty:hidden">
              {record !== null
                ? words.networkFixed
                : exchange !== null && keyText.fields.testnetHint(tr.exchanges[exchange])}
            </p>
          </div>
        ) : (
          <p className="text-12 text-text-2">{words.noTestnet}</p>
        )}
        {record !== null && <p className="text-12 text-text-2">{words.replaces}</p>}
        <Notice tone="info">{keyText.rights}</Notice>
        {failure !== null && (
          <Notice tone="bad" role="alert">
            {failure}
          </Notice>
        )}
      </form>
    </Modal>
  )
}

/** Errors by field: the check names its fields `apiKey` and `secretKey`, storing `api_key` and `api_secret`. */
function besideFields(error: ApiFailure) {
  const { apiKey, secretKey, api_key, api_secret, passphrase } = failureFields(error)
  const [key, secret] = [api_key ?? apiKey, api_secret ?? secretKey]
  return {
    ...(key === undefined ? {} : { api_key: key }),
    ...(secret === undefined ? {} : { api_secret: secret }),
    ...(passphrase === undefined ? {} : { passphrase }),
  }
}
