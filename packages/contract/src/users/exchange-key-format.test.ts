import { expect, test } from 'vitest'
import { CreateKeyBody, KEY_FORM, keyFormatMistake, TryKeyBody, type TypedKey } from '../index.ts'

const GOOD: Readonly<Record<string, string>> = {
  binance: `${'aB3'.repeat(21)}Z`,
  okx: '01234567-89ab-cdef-0123-456789abcdef',
  bybit: 'abcdefghijklmnopqr',
  kraken: `${'Ab1+'.repeat(13)}Ab==`,
}
const typed = (exchange: string, more: Partial<TypedKey> = {}): TypedKey => ({
  exchange,
  isTestnet: false,
  apiKey: GOOD[exchange] ?? 'x'.repeat(20),
  secret: 's'.repeat(32),
  passphrase: exchange === 'okx' ? 'p' : null,
  ...more,
})
const sentence = (key: TypedKey) => keyFormatMistake(key)?.sentence ?? null

test('[VALID-12] the keys that the exchanges issue are taken', () => {
  for (const exchange of Object.keys(GOOD)) expect(sentence(typed(exchange))).toBeNull()
  for (const apiKey of ['a'.repeat(20), 'a'.repeat(32)]) expect(sentence(typed('bybit', { apiKey }))).toBeNull()
  expect(sentence(typed('binance', { apiKey: 'my-BINANCE-key' }))).toBeNull()
  expect(sentence(typed('kraken', { apiKey: 'KRA1234567' }))).toBeNull()
})

const CASES: readonly (readonly [string, TypedKey, string | null])[] = [
  ['[VALID-13] a key of 9 characters', typed('kraken', { apiKey: 'KRA123456' }), KEY_FORM.apiKey],
  ['[VALID-13] a secret of 9 characters', typed('binance', { secret: '123456789' }), KEY_FORM.secret],
  ['[VALID-13] nothing at all', typed('binance', { apiKey: '', secret: '' }), KEY_FORM.apiKey],
  ['[VALID-14] 63 letters', typed('binance', { apiKey: 'a'.repeat(63) }), KEY_FORM.binance],
  [
    '[VALID-14] 64 characters, one of them no letter or digit',
    typed('binance', { apiKey: `${'a'.repeat(63)}-` }),
    KEY_FORM.binance,
  ],
  ['[VALID-15] 19 characters', typed('bybit', { apiKey: 'a'.repeat(19) }), KEY_FORM.bybit],
  ['[VALID-15] 33 characters', typed('bybit', { apiKey: 'a'.repeat(33) }), KEY_FORM.bybit],
  ['[VALID-16] no passphrase', typed('okx', { passphrase: '' }), KEY_FORM.passphrase],
  ['[VALID-16] no passphrase field', typed('okx', { passphrase: undefined }), KEY_FORM.passphrase],
  ['[VALID-16] no hyphen', typed('okx', { apiKey: 'a'.repeat(32) }), KEY_FORM.okx],
  ['[VALID-16] 19 characters', typed('okx', { apiKey: `-${'a'.repeat(18)}` }), KEY_FORM.okx],
  ['[VALID-17] 49 characters', typed('kraken', { apiKey: 'a'.repeat(49) }), KEY_FORM.kraken],
  ['[VALID-18] another exchange', typed('mtgox'), KEY_FORM.exchange],
  ['[VALID-18] a name that every object has', typed('constructor'), KEY_FORM.exchange],
  ['[VALID-21] the test network of Kraken', typed('kraken', { isTestnet: true }), KEY_FORM.krakenTestnet],
  ['[VALID-21] the test network of the others', typed('okx', { isTestnet: true }), null],
  ['[VALID-10] a passphrase that is not sent', typed('bybit', { passphrase: 'x'.repeat(500) }), null],
  ['[SEC-50] a key that is too long', typed('kraken', { apiKey: 'a'.repeat(257) }), KEY_FORM.apiKey],
  ['[SEC-50] a secret that is too long', typed('bybit', { secret: 'a'.repeat(513) }), KEY_FORM.secret],
  ['[SEC-50] a passphrase that is too long', typed('okx', { passphrase: 'a'.repeat(129) }), KEY_FORM.passphrase],
  [
    '[SEC-53] a line end in a key',
    typed('okx', { apiKey: `${GOOD.okx}\r\nx-evil: 1` }),
    `${KEY_FORM.apiKey}: satır sonu kullanılamaz.`,
  ],
  [
    '[SEC-53] a letter that no header can carry',
    typed('okx', { passphrase: 'şifre' }),
    `${KEY_FORM.passphrase}: “ş” kullanılamaz.`,
  ],
  [
    '[SEC-53] a letter of another alphabet',
    typed('kraken', { secret: `${'s'.repeat(31)}а` }),
    `${KEY_FORM.secret}: “а” kullanılamaz.`,
  ],
]

test.each(CASES)('%s', (_, key, wanted) => {
  expect(sentence(key)).toBe(wanted)
})

test('[VALID-13] invisible characters of a pasted key, and the spaces around it, are no part of it', () => {
  const pasted = {
    key: `\ufeff ${GOOD.okx?.replaceAll('-', '\u2011')}\u200b\r\n`,
    secret: `\u2060${'s'.repeat(32)}\u00a0`,
  }
  const meant = { key: GOOD.okx, secret: 's'.repeat(32) }
  const created = { exchange_name: 'okx', api_key: pasted.key, api_secret: pasted.secret, testnet: false }
  expect(CreateKeyBody.parse({ ...created, passphrase: 'p\u00ad\t' })).toEqual({
    ...created,
    ...{ api_key: meant.key, api_secret: meant.secret, passphrase: 'p' },
  })
  const tried = { exchange: 'okx', apiKey: pasted.key, secretKey: pasted.secret, passphrase: 'p', testMode: true }
  expect(TryKeyBody.parse(tried)).toEqual({ ...tried, apiKey: meant.key, secretKey: meant.secret })
})
