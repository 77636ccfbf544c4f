import { KEY_FORM, type KeyRecord } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { SelectField } from '../../shared/forms/select-field.tsx'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Switch } from '../../shared/ui/switch.tsx'
import { apiManagementText } from '../../text/account/api-management.ts'
import { keyText } from '../../text/account/keys.ts'
import { tr } from '../../text/frame/tr.ts'
import { DemoOffer } from './demo-offer.tsx'
import { KeyFields } from './key-fields.tsx'
import { type Choice, useCredential } from './use-credential.ts'

const words = apiManagementText.dialog

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
  const done = () => {
    close()
    void sayAlert(keyText.saved)
  }
  const credential = useCredential(record, done)
  const { choice, exchange, fields, failure, isSending, maySave } = credential
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
          void credential.save()
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
          error={credential.isUnsupported ? KEY_FORM.exchange : undefined}
          onChange={({ target }) => credential.choose(CHOICES.find(({ value }) => value === target.value)?.value ?? '')}
        />
        {exchange !== null && (
          <DemoOffer exchange={exchange} isBusy={isSending} fail={credential.setFailure} done={done} />
        )}
        <KeyFields
          exchange={exchange ?? 'binance'}
          fields={fields}
          isLocked={isSending}
          onType={credential.lookAtTyped}
        />
        <Network credential={credential} isFixed={record !== null} />
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

/** The choice of the test network; a stored connection keeps its own. */
function Network(props: { readonly credential: ReturnType<typeof useCredential>; readonly isFixed: boolean }) {
  const { isFixed } = props
  const { exchange, hasTestnet, isTestnet, isSending, setTest } = props.credential
  const hint = useId()
  if (!hasTestnet) return <p className="text-12 text-text-2">{words.noTestnet}</p>
  return (
    <div className="flex flex-col gap-1">
      <Switch on={isTestnet} choose={setTest} isFixed={isFixed || isSending} describedBy={hint}>
        <span className={`text-13 font-medium ${isFixed ? '' : 'text-text-1'}`}>{keyText.fields.testnet}</span>
      </Switch>
      <p id={hint} className="text-12 text-text-2 empty:hidden">
        {isFixed ? words.networkFixed : exchange !== null && keyText.fields.testnetHint(tr.exchanges[exchange])}
      </p>
    </div>
  )
}
