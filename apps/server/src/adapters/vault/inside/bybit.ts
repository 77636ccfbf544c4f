import { decimalText } from '@makas/domain'
import type { CallFailure } from '../../../app/ports/trading/key-vault.ts'
import { type AccountApi, type Ask, byStatus, CallRefusal, refused, unlessRefused, unreachable } from './account-api.ts'
import { amountOf, anyOn, at, has, isWithdrawal, jsonOf, listOf, nameOf, words } from './fields.ts'
import { held, onlyHeld, rest, sum } from './held.ts'

const SYMBOL = 'BTCUSDT'

/** Codes and their meaning: docs/exchanges/bybit.md, Private REST. */
const FAILURES: ReadonlyMap<unknown, CallFailure> = new Map([
  // A key of the other environment (live, test) gets this code too.
  [10_003, refused('key')],
  [10_007, refused('key')],
  [10_004, refused('signature')],
  [10_002, refused('clock')],
  [10_005, refused('permission')],
  [33_004, refused('expired')],
  [10_010, refused('address')],
  [10_009, refused('locked')],
  [10_006, unreachable('rate-limited')],
  [10_018, unreachable('rate-limited')],
  [10_000, unreachable('server-error')],
  // Spot orders' codes after which it is unknown whether the order was carried out.
  ...[170_001, 170_007, 170_032, 170_035, 170_146].map((code) => [code, unreachable('server-error')] as const),
  // A server error; there is no other code for maintenance.
  [10_016, unreachable('maintenance')],
])

export const BYBIT: AccountApi = {
  clock: { call: { api: 'public', path: 'v5/market/time' }, read: (value) => nanos(at(value, 'timeNano')) },

  judge({ status, text }) {
    const value = jsonOf(text)
    const code = at(value, 'retCode')
    if (code === 0 && status === 200) return { kind: 'said', value: at(value, 'result') }
    if (typeof code !== 'number') return byStatus(status)
    return FAILURES.get(code) ?? (status >= 500 ? byStatus(status) : refused('other'))
  },

  async permissions(ask) {
    const said = await ask({ api: 'private', path: 'v5/user/query-api' })
    const readOnly = at(said, 'readOnly')
    // A read-only key lists permissions too: only `readOnly` shows that it may not use them.
    const mayAct = readOnly === 0 ? true : readOnly === 1 ? false : null
    const list = (name: string) => words(at(said, 'permissions', name))
    const contract = list('ContractTrade')
    const wallet = list('Wallet')
    const contracts = [has(contract, 'Order'), has(contract, 'Position')]
    return {
      read: true,
      spotTrade: mayAct && has(list('Spot'), 'SpotTrade'),
      futuresTrade:
        mayAct &&
        anyOn([
          contracts.includes(null) ? null : contracts.every((one) => one),
          has(list('Derivatives'), 'DerivativesTrade'),
        ]),
      // Independent of `readOnly`, which the user may switch back: `readOnly` must not hide a right to withdraw.
      withdraw: wallet?.some(isWithdrawal) ?? null,
      transfer: mayAct === false ? false : (wallet?.some((word) => word.includes('Transfer')) ?? null),
    }
  },

  async balances(ask) {
    const coins = listOf(at(await walletOf(ask), 'list', 0, 'coin'))
    return { trading: onlyHeld(coins.map(coin)), futures: null }
  },

  async fees(ask, { futuresTrade }) {
    const rate = (category: string) =>
      unlessRefused(ask({ api: 'private', path: 'v5/account/fee-rate', params: { category, symbol: SYMBOL } }))
    const spot = await rate('spot')
    const perp = futuresTrade ? await rate('linear') : null
    const taker = (said: unknown) => decimalText(amountOf(at(said, 'list', 0, 'takerFeeRate')))
    return { spot: spot === null ? null : taker(spot), perp: perp === null ? null : taker(perp) }
  },
}

const MS_DIGITS = 6
/** The time in the result, as nanoseconds; the envelope's `time` is not part of the result. */
const nanos = (text: unknown): unknown =>
  typeof text === 'string' && /^\d{19}$/.test(text) ? text.slice(0, -MS_DIGITS) : null

/** A unified account has one wallet; an older account has a separate spot wallet. */
async function walletOf(ask: Ask): Promise<unknown> {
  const wallet = (accountType: string) =>
    ask({ api: 'private', path: 'v5/account/wallet-balance', params: { accountType } })
  try {
    return await wallet('UNIFIED')
  } catch (error) {
    if (error instanceof CallRefusal && error.failure.why === 'other') return wallet('SPOT')
    throw error
  }
}

/** A coin's balance. `free` is empty on unified accounts: free is the total less what orders and positions hold. */
function coin(one: unknown) {
  const total = amountOf(at(one, 'walletBalance'))
  const margins = ['totalOrderIM', 'totalPositionIM'].map((name) => at(one, name)).filter((text) => text !== '')
  const used = sum(amountOf(at(one, 'locked')), ...margins.map(amountOf))
  return held(nameOf(at(one, 'coin')), rest(total, used), used, total)
}
