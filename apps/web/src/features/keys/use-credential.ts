import type { ExchangeId, KeyRecord } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'
import { useState } from 'react'
import { type ApiFailure, failureFields } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { keyText } from '../../text/account/keys.ts'
import { addKey, tryKey } from './change-keys.ts'
import { passphraseOf, problemsOf, useKeyFields } from './key-fields.tsx'
import { useSending } from './use-sending.ts'

export type Choice = ExchangeId | 'other' | ''

/** The form of a connection: checks the typed key first, then stores it (CALL-14, CALL-11). */
export function useCredential(record: KeyRecord | null, stored: () => void) {
  const fields = useKeyFields()
  const { isSending, send } = useSending()
  const [choice, setChoice] = useState<Choice>(record?.exchange_name ?? '')
  const [isTest, setTest] = useState(record?.testnet ?? true)
  const [isFilled, setFilled] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isUnsupported, setUnsupported] = useState(false)
  const exchange = choice === '' || choice === 'other' ? null : choice
  // Before an exchange is chosen, the key formats do not matter yet.
  const hasTestnet = exchange === null || EXCHANGE_FACTS[exchange].hasTestNetwork
  const isTestnet = hasTestnet && isTest
  const maySave = choice !== '' && isFilled

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
    const { apiKey, secret } = typed
    const passphrase = passphraseOf(exchange, typed)
    let fallback: string = keyText.failures.notConnected
    await send(
      async (signal) => {
        const tried = await tryKey({ exchange, testMode: isTestnet, apiKey, secretKey: secret, ...passphrase }, signal)
        if (signal.aborted) return
        if (!tried.success) return refuse(tried.error === '' ? keyText.failures.unauthorised : tried.error)
        fallback = keyText.failures.notAdded
        const added = await addKey(
          { exchange_name: exchange, api_key: apiKey, api_secret: secret, testnet: isTestnet, ...passphrase },
          signal,
        )
        if (signal.aborted) return
        if (added === null) return refuse(keyText.failures.unauthorised)
        fields.empty()
        stored()
      },
      (error) => {
        if (!fields.showWrong(besideFields(error))) refuse(sentenceOf(error, fallback))
      },
    )
  }

  return {
    fields,
    choice,
    exchange,
    hasTestnet,
    isTestnet,
    maySave,
    isSending,
    failure,
    isUnsupported,
    setTest,
    setFailure,
    save,
    choose: (next: Choice) => {
      setChoice(next)
      setUnsupported(false)
      setFailure(null)
      fields.showWrong({})
    },
    lookAtTyped: () => {
      const { apiKey, secret } = fields.typed()
      setFilled(apiKey !== '' && secret !== '')
    },
  }
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
