import { decimalText } from '@makas/domain'
import type { CallFailure } from '../../../app/ports/trading/key-vault.ts'
import { type AccountApi, byStatus, refused, unreachable } from './account-api.ts'
import { amountOf, anyOn, at, entriesOf, has, isWithdrawal, jsonOf, nameOf, words } from './fields.ts'
import { held, onlyHeld, rest } from './held.ts'

/** Errors and their meaning: docs/exchanges/kraken.md, Private REST; by the beginning of the text. */
const FAILURES: readonly (readonly [string, CallFailure])[] = [
  // A wrong address and an expired key get this error too.
  ['EAPI:Invalid key', refused('key-or-address')],
  ['EAPI:Invalid signature', refused('signature')],
  ['EAPI:Invalid nonce', refused('nonce')],
  ['EGeneral:Permission denied', refused('permission')],
  ['EGeneral:Temporary lockout', refused('locked')],
  ['EAPI:Rate limit exceeded', unreachable('rate-limited')],
  ['EGeneral:Too many requests', unreachable('rate-limited')],
  ['EService:Throttled', unreachable('rate-limited')],
  ['EService:Unavailable', unreachable('maintenance')],
  ['EService:', unreachable('server-error')],
  ['EGeneral:Internal error', unreachable('server-error')],
  ['EDatabase:', unreachable('server-error')],
]

/** Rights to change withdrawal addresses, which count as a right to withdraw. */
const ADDRESS_WORDS = ['add-withdraw-address', 'update-withdraw-address']

/** Asset names of the old scheme; newer assets have no prefix, though some begin with these letters. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['XXBT', 'BTC'],
  ['XBT', 'BTC'],
  ['XXDG', 'DOGE'],
  ['XDG', 'DOGE'],
  ...['ETC', 'ETH', 'LTC', 'MLN', 'REP', 'XLM', 'XMR', 'XRP', 'ZEC'].map((name) => [`X${name}`, name] as const),
  ...['AUD', 'CAD', 'EUR', 'GBP', 'JPY', 'USD'].map((name) => [`Z${name}`, name] as const),
])

/** Signed calls of the spot host: its keys are spot keys (product-decisions.md 24). */
export const KRAKEN: AccountApi = {
  clock: null,

  judge({ status, text }) {
    const value = jsonOf(text)
    const errors = words(at(value, 'error'))
    if (errors === null) return byStatus(status)
    const [error] = errors
    if (error === undefined) return status === 200 ? { kind: 'said', value: at(value, 'result') } : byStatus(status)
    return FAILURES.find(([beginning]) => error.startsWith(beginning))?.[1] ?? refused('other')
  },

  async permissions(ask) {
    const list = words(at(await ask({ api: 'private', path: 'GetApiKeyInfo', method: 'POST' }), 'permissions'))
    const address = ADDRESS_WORDS.map((word) => has(list, word))
    return {
      read: has(list, 'query-funds'),
      spotTrade: list === null ? null : ['modify-trades', 'close-trades'].every((word) => list.includes(word)),
      futuresTrade: false,
      withdraw: list?.some((word) => isWithdrawal(word) && !ADDRESS_WORDS.includes(word)) ?? null,
      transfer: anyOn(address),
    }
  },

  async balances(ask) {
    const said = entriesOf(await ask({ api: 'private', path: 'BalanceEx', method: 'POST' }))
    const trading = said.map(([name, one]) => {
      const [total, used] = [amountOf(at(one, 'balance')), amountOf(at(one, 'hold_trade'))]
      return held(plainName(nameOf(name)), rest(total, used), used, total)
    })
    return { trading: onlyHeld(trading), futures: null }
  },

  async fees(ask) {
    const said = await ask({ api: 'private', path: 'TradeVolume', method: 'POST', params: { pair: 'XBTUSD' } })
    const [pair] = entriesOf(at(said, 'fees'))
    // The fee is in percent.
    const { mantissa, decimals } = amountOf(at(pair?.[1], 'fee'))
    return { spot: decimalText({ mantissa, decimals: decimals + 2 }), perp: null }
  },
}

/** The common ticker of an asset; earning and staked assets (`ETH.F`) keep their name: orders cannot spend them. */
const plainName = (name: string): string => OLD_NAMES.get(name) ?? name
