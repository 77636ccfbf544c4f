import { decimalText } from '@makas/domain'
import type { CallFailure } from '../../../app/ports/trading/key-vault.ts'
import { type AccountApi, byStatus, refused, unlessRefused, unreachable } from './account-api.ts'
import { amountOf, at, isWithdrawal, jsonOf, listOf, nameOf } from './fields.ts'
import { held, onlyHeld } from './held.ts'

/** Codes and their meaning: docs/exchanges/okx.md, Private REST. */
const FAILURES: ReadonlyMap<unknown, CallFailure> = new Map([
  ...['50103', '50104', '50106', '50107', '50111', '50119'].map((code) => [code, refused('key')] as const),
  ['50113', refused('signature')],
  ['50105', refused('passphrase')],
  ['50102', refused('clock')],
  ['50112', refused('clock')],
  // The order came after its expiry, or its expiry was over when it was signed.
  ['50036', refused('clock')],
  ['50037', refused('clock')],
  ['50101', refused('environment')],
  ['50110', refused('address')],
  ['50100', refused('expired')],
  ['50120', refused('permission')],
  ['50030', refused('permission')],
  ['50114', refused('locked')],
  ['50011', unreachable('rate-limited')],
  ['50061', unreachable('rate-limited')],
  ['50001', unreachable('maintenance')],
  ['50004', unreachable('timeout')],
  ['51149', unreachable('timeout')],
  ['50005', unreachable('server-error')],
  ['50013', unreachable('server-error')],
  ['50026', unreachable('server-error')],
])

/**
 * The code of an answer, without a suffix (`51008_1000`); for an order the order's own code, since the answer's 0 does
 * not mean success.
 */
export function okxCode(value: unknown): string | null {
  const own = at(value, 'data', 0, 'sCode')
  const code = typeof own === 'string' && own !== '' ? own : at(value, 'code')
  return typeof code === 'string' ? (code.split('_')[0] ?? null) : null
}

/** Account modes that know swaps: futures, multi-currency, portfolio. Mode 1 trades spot only. */
const WITH_SWAPS = ['2', '3', '4']

export const OKX: AccountApi = {
  clock: { call: { api: 'public', path: 'public/time' }, read: (value) => at(value, 0, 'ts') },

  judge({ status, text }) {
    const value = jsonOf(text)
    const code = okxCode(value)
    if (code === '0' && status === 200) return { kind: 'said', value: at(value, 'data') }
    if (code === null) return byStatus(status)
    return FAILURES.get(code) ?? (status >= 500 ? byStatus(status) : refused('other'))
  },

  async permissions(ask) {
    const config = at(await ask({ api: 'private', path: 'account/config' }), 0)
    const said = at(config, 'perm')
    const mode = at(config, 'acctLv')
    const list = typeof said === 'string' ? said.split(',') : null
    const canTrade = list?.includes('trade') ?? null
    return {
      read: list?.includes('read_only') ?? null,
      spotTrade: canTrade,
      // Swaps have no separate permission: a trading key may trade swaps where the account's mode has them.
      futuresTrade: canTrade && (typeof mode === 'string' ? WITH_SWAPS.includes(mode) : null),
      withdraw: list?.some(isWithdrawal) ?? null,
      // Transfers between a user's own accounts have no permission either. Only a withdrawal lets money leave.
      transfer: list === null ? null : false,
    }
  },

  async balances(ask) {
    const details = listOf(at(await ask({ api: 'private', path: 'account/balance' }), 0, 'details'))
    const trading = details.map((one) =>
      held(
        nameOf(at(one, 'ccy')),
        amountOf(at(one, 'availBal')),
        amountOf(at(one, 'frozenBal')),
        amountOf(at(one, 'cashBal')),
      ),
    )
    return { trading: onlyHeld(trading), futures: null }
  },

  async fees(ask, { futuresTrade }) {
    const rate = (params: Readonly<Record<string, string>>) =>
      unlessRefused(ask({ api: 'private', path: 'account/trade-fee', params }))
    const spot = await rate({ instType: 'SPOT', instId: 'BTC-USDT' })
    const perp = futuresTrade ? await rate({ instType: 'SWAP', instFamily: 'BTC-USDT' }) : null
    return { spot: spot === null ? null : taker(spot), perp: perp === null ? null : taker(perp) }
  },
}

/** The taker rate; OKX writes paid fees as negative. */
function taker(said: unknown): string {
  const { mantissa, decimals } = amountOf(at(said, 0, 'feeGroup', 0, 'taker'))
  return decimalText({ mantissa: -mantissa, decimals })
}
