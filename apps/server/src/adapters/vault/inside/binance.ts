import { decimalText } from '@makas/domain'
import type { CallFailure, KeyPermissions } from '../../../app/ports/trading/key-vault.ts'
import { type AccountApi, type Ask, byStatus, CallRefusal, refused, unlessRefused, unreachable } from './account-api.ts'
import { amountOf, anyOn, at, entriesOf, flag, isWithdrawal, jsonOf, listOf, nameOf } from './fields.ts'
import { held, onlyHeld, rest, sum } from './held.ts'

const SYMBOL = 'BTCUSDT'

/** Codes and their meaning: docs/exchanges/binance.md, Private REST. */
const FAILURES: ReadonlyMap<unknown, CallFailure> = new Map([
  [-2014, refused('key')],
  // Unknown key, wrong address and missing permission have one code, on purpose.
  [-2015, refused('key-or-address')],
  [-1022, refused('signature')],
  [-1021, refused('clock')],
  [-1002, refused('locked')],
  [-1003, unreachable('rate-limited')],
  [-1015, unreachable('rate-limited')],
  [1, unreachable('maintenance')],
  // Said to a key that may trade: its account keeps long and short apart.
  [-4061, refused('position-side')],
  ...[-1000, -1001, -1006, -1007, -1008, -1016].map((code) => [code, unreachable('server-error')] as const),
])

const DONE = 200

export const BINANCE: AccountApi = {
  clock: { call: { api: 'public', path: 'time' }, read: (value) => at(value, 'serverTime') },

  judge({ status, text }) {
    const value = jsonOf(text)
    const code = at(value, 'code')
    // Changes of a setting say with a code that they were made.
    if (typeof code === 'number' && code !== DONE)
      return FAILURES.get(code) ?? (status >= 500 ? byStatus(status) : refused('other'))
    return status === 200 && typeof value === 'object' ? { kind: 'said', value } : byStatus(status)
  },

  permissions: (ask, { isTestnet }) => (isTestnet ? triedPermissions(ask) : listedPermissions(ask)),

  async balances(ask, { futuresTrade }) {
    const account = await ask({ api: 'private', path: 'account', params: { omitZeroBalances: 'true' } })
    const trading = listOf(at(account, 'balances')).map((one) => {
      const [free, used] = [amountOf(at(one, 'free')), amountOf(at(one, 'locked'))]
      return held(nameOf(at(one, 'asset')), free, used, sum(free, used))
    })
    const wallet = futuresTrade ? await unlessRefused(ask({ api: 'fapiPrivateV3', path: 'balance' })) : null
    const futures = wallet === null ? null : onlyHeld(listOf(wallet).map(futuresAsset))
    return { trading: onlyHeld(trading), futures }
  },

  async fees(ask, { futuresTrade }) {
    const params = { symbol: SYMBOL }
    const spot = await unlessRefused(ask({ api: 'private', path: 'account/commission', params }))
    const perp = futuresTrade ? await unlessRefused(ask({ api: 'fapiPrivate', path: 'commissionRate', params })) : null
    return {
      spot: spot === null ? null : decimalText(spotTaker(spot)),
      perp: perp === null ? null : decimalText(amountOf(at(perp, 'takerCommissionRate'))),
    }
  },
}

/** The permissions of a live key, as the exchange lists them. */
async function listedPermissions(ask: Ask): Promise<KeyPermissions> {
  const said = await ask({ api: 'sapi', path: 'account/apiRestrictions' })
  const withdrawals = entriesOf(said).filter(([name]) => isWithdrawal(name) && name !== 'enableWithdrawals')
  return {
    read: flag(at(said, 'enableReading')),
    spotTrade: flag(at(said, 'enableSpotAndMarginTrading')),
    futuresTrade: flag(at(said, 'enableFutures')),
    withdraw: anyOn([at(said, 'enableWithdrawals'), ...withdrawals.map(([, value]) => value)].map(flag)),
    transfer: anyOn([at(said, 'enableInternalTransfer'), at(said, 'permitsUniversalTransfer')].map(flag)),
  }
}

/** The permissions of a test key, tried with test orders, since the test network has no call for them. */
async function triedPermissions(ask: Ask): Promise<KeyPermissions> {
  const account = await ask({ api: 'private', path: 'account', params: { omitZeroBalances: 'true' } })
  const spot = { symbol: SYMBOL, side: 'BUY', type: 'MARKET', quoteOrderQty: '100' }
  const perp = { symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.01' }
  const canTrade = flag(at(account, 'canTrade'))
  return {
    read: true,
    spotTrade: canTrade && (await isTaken(ask({ api: 'private', path: 'order/test', method: 'POST', params: spot }))),
    futuresTrade: await isTakenThere(ask({ api: 'fapiPrivate', path: 'order/test', method: 'POST', params: perp })),
    withdraw: null,
    transfer: null,
  }
}

/** Whether a test order was accepted; null where the order itself was refused: the permission is then unknown. */
async function isTaken(order: Promise<unknown>): Promise<boolean | null> {
  try {
    await order
    return true
  } catch (error) {
    if (!(error instanceof CallRefusal) || error.failure.kind === 'unreachable') throw error
    if (error.failure.why === 'position-side') return true
    return error.failure.why === 'other' ? null : false
  }
}

/** `isTaken` on the futures' separate test network, which may be down or not know the key. */
async function isTakenThere(order: Promise<unknown>): Promise<boolean | null> {
  try {
    return await isTaken(order)
  } catch (error) {
    if (error instanceof CallRefusal) return null
    throw error
  }
}

function futuresAsset(one: unknown) {
  const [free, total] = [amountOf(at(one, 'availableBalance')), amountOf(at(one, 'balance'))]
  return held(nameOf(at(one, 'asset')), free, rest(total, free), total)
}

/** The spot taker fee is the sum of all three commissions; the discount for paying in BNB is left out. */
const spotTaker = (said: unknown) =>
  sum(...['standardCommission', 'specialCommission', 'taxCommission'].map((kind) => amountOf(at(said, kind, 'taker'))))
