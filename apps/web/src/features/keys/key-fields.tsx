import { type ExchangeId, keyForm, keyFormatMistake } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'
import { type RefObject, useRef, useState } from 'react'
import { Field } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { keyText } from '../../text/account/keys.ts'

const NAMES = ['api_key', 'api_secret', 'passphrase'] as const
type Name = (typeof NAMES)[number]

/** Typed secrets, only for the moment of sending. */
export type TypedSecrets = { readonly apiKey: string; readonly secret: string; readonly passphrase: string }

type Inputs = Readonly<Record<Name, RefObject<HTMLInputElement | null>>>

/**
 * The three secret fields of a key form. Only the inputs hold the text: no state and no storage has it. `empty` removes
 * it.
 */
export function useKeyFields() {
  const inputs: Inputs = {
    api_key: useRef<HTMLInputElement>(null),
    api_secret: useRef<HTMLInputElement>(null),
    passphrase: useRef<HTMLInputElement>(null),
  }
  const [wrong, setWrong] = useState<Readonly<Partial<Record<Name, string>>>>({})
  const textIn = (name: Name) => keyForm(inputs[name].current?.value ?? '')

  function showWrong(problems: Readonly<Partial<Record<Name, string>>>): boolean {
    setWrong(problems)
    const first = NAMES.find((name) => problems[name] !== undefined)
    if (first !== undefined) inputs[first].current?.focus()
    return first !== undefined
  }

  return {
    inputs,
    wrong,
    showWrong,
    typed: (): TypedSecrets => ({
      apiKey: textIn('api_key'),
      secret: textIn('api_secret'),
      passphrase: textIn('passphrase'),
    }),
    /** Empties the fields. Called once a key is stored, so that no secret stays on the page. */
    empty: () => {
      for (const name of NAMES) {
        const input = inputs[name].current
        if (input !== null) input.value = ''
      }
    },
    focusFirst: () => inputs.api_key.current?.focus(),
  }
}

/**
 * Errors of the typed values before the exchange is asked: missing values first, then formats (VALID-09, VALID-10,
 * VALID-13).
 */
export function problemsOf(
  exchange: ExchangeId,
  isTestnet: boolean,
  { apiKey, secret, passphrase }: TypedSecrets,
): Readonly<Partial<Record<Name, string>>> {
  const missing: Partial<Record<Name, string>> = {}
  if (apiKey === '') missing.api_key = keyText.fields.missing
  if (secret === '') missing.api_secret = keyText.fields.missing
  if (Object.keys(missing).length > 0) return missing
  const mistake = keyFormatMistake({ exchange, isTestnet, apiKey, secret, passphrase })
  const name = NAMES.find((one) => one === mistake?.field)
  return mistake === null || name === undefined ? {} : { [name]: mistake.sentence }
}

/** The passphrase of a key, where the exchange has one. */
export const passphraseOf = (exchange: ExchangeId, { passphrase }: TypedSecrets) =>
  EXCHANGE_FACTS[exchange].hasPassphrase ? { passphrase } : {}

type Props = {
  readonly exchange: ExchangeId
  readonly fields: ReturnType<typeof useKeyFields>
  readonly isLocked: boolean
  readonly onType?: () => void
}

/** Key and secret by the exchange's own names, and the passphrase where the exchange has one. */
export function KeyFields({ exchange, fields: { inputs, wrong }, isLocked, onType }: Props) {
  const words = keyText.fields
  const secret = { autoComplete: 'off', readOnly: isLocked, onInput: onType } as const
  return (
    <>
      <Field
        label={words.apiKey}
        ref={inputs.api_key}
        error={wrong.api_key}
        required
        spellCheck={false}
        autoCapitalize="none"
        {...secret}
      />
      <PasswordField
        label={words.secret[exchange]}
        ref={inputs.api_secret}
        error={wrong.api_secret}
        required
        {...secret}
      />
      {EXCHANGE_FACTS[exchange].hasPassphrase && (
        <PasswordField
          label={words.passphrase}
          hint={words.passphraseHint}
          ref={inputs.passphrase}
          error={wrong.passphrase}
          required
          {...secret}
        />
      )}
    </>
  )
}
