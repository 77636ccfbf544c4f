import { EXCHANGE_FACTS, EXCHANGES } from '@makas/domain'
import { KEY_FORM, withCharacter } from '../calls/errors.ts'
import { plainForm } from '../calls/typed-text.ts'
import type { ExchangeId } from '../market/exchange.ts'

/** The fields of a key form, before the exchange was asked. */
export type TypedKey = {
  readonly exchange: string
  readonly isTestnet: boolean
  readonly apiKey: string
  readonly secret: string
  /** Used for OKX only; not sent for any other exchange. */
  readonly passphrase?: string | null | undefined
}

type Field = 'exchange_name' | 'testnet' | 'api_key' | 'api_secret' | 'passphrase'

/** A sentence of the specification, and the field that it is about. */
export type KeyFormatMistake = { readonly field: Field; readonly sentence: string }

type Format = {
  readonly isKey: (key: string) => boolean
  readonly sentence: string
}

/** Most characters of each field (security.md 50). */
const LONGEST = { api_key: 256, api_secret: 512, passphrase: 128 } as const
const SHORTEST = 10
/** Finds every character but printable ASCII without spaces: the text goes into HTTP headers unchanged. */
const UNSENDABLE = /[^\x21-\x7e]/u

/**
 * The rules of the specification (VALID-14 to VALID-17), and formats that the exchanges really issue although the
 * specification would refuse them (product-decisions.md 22): 64 letters and digits on Binance, 18 characters on Bybit.
 */
const KEY_FORMATS: Readonly<Record<ExchangeId, Format>> = {
  binance: {
    isKey: (key) => key.includes('BINANCE') || /^[A-Za-z0-9]{64}$/.test(key),
    sentence: KEY_FORM.binance,
  },
  okx: {
    isKey: (key) => key.includes('-') && key.length >= 20,
    sentence: KEY_FORM.okx,
  },
  bybit: {
    isKey: (key) => [18, 20, 32].includes(key.length),
    sentence: KEY_FORM.bybit,
  },
  kraken: {
    isKey: (key) => key.startsWith('KRA') || key.length >= 50,
    sentence: KEY_FORM.kraken,
  },
}

const isExchange = (name: string): name is ExchangeId => EXCHANGES.some((one) => one === name)

/**
 * The mistake in a text of `shortest` to `longest` characters. Where a character is in the way, `sentence` ends with
 * it.
 */
function mistakeIn(text: string, shortest: number, longest: number, sentence: string): string | null {
  const [unsendable] = UNSENDABLE.exec(text) ?? []
  if (unsendable !== undefined) return withCharacter(sentence, unsendable)
  return text.length < shortest || text.length > longest ? sentence : null
}

/**
 * The form in which a typed key, secret or passphrase is judged and sent: without invisible characters and the spaces
 * around it.
 */
export const keyForm = (typed: string): string => plainForm(typed).trim()

/** The first mistake in the typed fields, in the words of the specification; null: the exchange may be asked. */
export function keyFormatMistake({
  exchange,
  isTestnet,
  apiKey,
  secret,
  passphrase,
}: TypedKey): KeyFormatMistake | null {
  if (!isExchange(exchange)) return { field: 'exchange_name', sentence: KEY_FORM.exchange }
  const { isKey, sentence } = KEY_FORMATS[exchange]
  const { hasPassphrase, hasTestNetwork } = EXCHANGE_FACTS[exchange]
  if (isTestnet && !hasTestNetwork) return { field: 'testnet', sentence: KEY_FORM.krakenTestnet }
  const inKey = mistakeIn(apiKey, SHORTEST, LONGEST.api_key, KEY_FORM.apiKey)
  if (inKey !== null) return { field: 'api_key', sentence: inKey }
  const inSecret = mistakeIn(secret, SHORTEST, LONGEST.api_secret, KEY_FORM.secret)
  if (inSecret !== null) return { field: 'api_secret', sentence: inSecret }
  const inPassphrase = hasPassphrase ? mistakeIn(passphrase ?? '', 1, LONGEST.passphrase, KEY_FORM.passphrase) : null
  if (inPassphrase !== null) return { field: 'passphrase', sentence: inPassphrase }
  return isKey(apiKey) ? null : { field: 'api_key', sentence }
}
