import { ExchangeAccounts } from '../../../accounts/exchange-accounts.ts'
import type { KeyRefusal } from '../../../accounts/key-refusal.ts'
import { AMOUNT_DECIMALS, holdingsIn, type Rights, type TestAccount } from '../../../accounts/test-account.ts'
import { wallMs } from '../../../clock.ts'
import { shortText } from '../../../market/decimal-text.ts'
import { startUsd } from '../../../market/listings.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../../wire/front.ts'
import { RateWindow } from '../../../wire/rate-window.ts'
import { altname } from '../names.ts'
import { nonceOf } from '../signature.ts'
import { dotted } from './numbers.ts'
import { FEE_SCHEDULE } from './prints.ts'
import { signatureOf, signedText } from './signature.ts'

const ACCOUNTS = '/derivatives/api/v3/accounts'
const VOLUMES = '/derivatives/api/v3/feeschedules/volumes'
const CHECK = '/api/auth/v1/api-keys/v3/check'
const COST: Readonly<Record<string, number>> = { [ACCOUNTS]: 2, [VOLUMES]: 1, [CHECK]: 1 }
/** Cost budget of ten seconds. */
const BUDGET = 500
const WINDOW_MS = 10_000

const REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  unknown: 'authenticationError',
  signature: 'authenticationError',
  clock: 'nonceBelowThreshold',
  address: 'authenticationError',
  expired: 'authenticationError',
  permission: 'authenticationError',
  lockout: 'accountInactive',
  maintenance: 'Unavailable',
}

/** The signed calls of the derivatives, which have their own keys and signatures. */
export class FuturesPrivateRest {
  readonly #context: Context
  readonly #keys: ExchangeAccounts
  readonly #nonces = new Map<string, bigint>()
  readonly #budgets = new Map<string, RateWindow>()

  constructor(context: Context) {
    this.#context = context
    this.#keys = new ExchangeAccounts(context, 'kraken', 'futures')
  }

  /** The answer; undefined where the path is not one of these calls. */
  answer(request: RestRequest): RestReply | undefined {
    const { path, method } = request
    const cost = Object.hasOwn(COST, path) ? COST[path] : undefined
    if (cost === undefined || method !== 'GET') return undefined
    const caller = this.#admit(request)
    // Errors are HTTP 200, except errors of the key check.
    if (typeof caller === 'string') return this.#wrong(caller, path === CHECK ? 401 : 200)
    const budget = this.#budgets.get(caller.apiKey) ?? new RateWindow(BUDGET, WINDOW_MS)
    this.#budgets.set(caller.apiKey, budget)
    if (!budget.spend(cost, wallMs()) && this.#context.limits) {
      this.#context.counters.refusals += 1
      return this.#wrong('apiLimitExceeded')
    }
    const rights = this.#keys.rightsOf(caller)
    if (path === CHECK) return json(this.#check(caller, rights))
    if (!rights.read) return this.#wrong(REFUSALS.permission)
    return path === ACCOUNTS ? this.#good(`"accounts":${accountsText(caller)}`) : this.#good(volumesText(caller))
  }

  #admit({ headers, path, search, body, address }: RestRequest): TestAccount | string {
    const scripted = this.#keys.scripted()
    if (scripted) return REFUSALS[scripted]
    const account = this.#keys.find(headers.apikey ?? '')
    if (!account || account.isExpired || !this.#keys.admits(account, address)) return REFUSALS.unknown
    const nonceText = headers.nonce ?? ''
    if (headers.authent !== signatureOf(account.secret, signedText(search + body, nonceText, path)))
      return REFUSALS.signature
    // A nonce is optional here.
    if (nonceText === '') return account
    const nonce = nonceOf(nonceText)
    const last = this.#nonces.get(account.apiKey)
    if (nonce === null || (last !== undefined && nonce < last)) return REFUSALS.clock
    if (nonce === last) return 'nonceDuplicate'
    this.#nonces.set(account.apiKey, nonce)
    return account
  }

  /** Permissions of a key. `general`: reading and trading together. `transfer`: withdrawals. */
  #check(account: TestAccount, rights: Rights): unknown {
    const shape = this.#keys.shapeOf(account)
    const canTrade = rights.futuresTrade ? 'FULL_ACCESS' : 'READ_ONLY'
    const canMove = rights.transfer || rights.withdraw
    const transfer = shape === 'mistyped' ? canMove : canMove ? 'FULL_ACCESS' : 'NO_ACCESS'
    return {
      permissions: {
        general: rights.read ? canTrade : 'NO_ACCESS',
        ...(shape === 'missing' ? {} : { transfer }),
        ...(shape === 'added' ? { somethingNew: 'FULL_ACCESS' } : {}),
      },
      allowedCidrBlocks: account.addresses.map((address) => `${address}/${address.includes(':') ? 128 : 32}`),
      createdAt: '2026-11-14T03:20:45.000Z',
    }
  }

  #good(fields: string): RestReply {
    return json(`{"result":"success",${fields},"serverTime":"${this.#serverTime()}"}`)
  }

  #wrong(error: string, status = 200): RestReply {
    return json({ result: 'error', error, serverTime: this.#serverTime() }, status)
  }

  #serverTime(): string {
    return new Date(this.#context.wall('kraken')).toISOString()
  }
}

const number = (value: number) => dotted(value, AMOUNT_DECIMALS)

/** The multi-collateral account, whose numbers are JSON numbers, and the cash account, whose numbers are text. */
function accountsText(account: TestAccount): string {
  const held = holdingsIn(account, 'futures')
  const usd = (asset: string, value: number) =>
    dotted(Math.round((value / 10 ** AMOUNT_DECIMALS) * startUsd(asset) * 1e4), 4)
  const currencies = held.map(({ asset, free, locked }) => {
    const value = usd(asset, free + locked)
    return `"${altname(asset)}":{"quantity":${number(free + locked)},"value":${value},"collateral":${value},"available":${number(free)}}`
  })
  const sum = (part: (one: (typeof held)[number]) => number) =>
    dotted(
      held.reduce(
        (total, one) => total + Math.round((part(one) / 10 ** AMOUNT_DECIMALS) * startUsd(one.asset) * 1e4),
        0,
      ),
      4,
    )
  const [total, free, locked] = [sum((one) => one.free + one.locked), sum((one) => one.free), sum((one) => one.locked)]
  const cash = held.map(({ asset }) => `"${altname(asset).toLowerCase()}":"0.0"`)
  return (
    `{"flex":{"currencies":{${currencies.join(',')}},"initialMargin":${locked},"initialMarginWithOrders":${locked},` +
    `"maintenanceMargin":0.0,"balanceValue":${total},"portfolioValue":${total},"collateralValue":${total},"pnl":0.0,` +
    `"unrealizedFunding":0.0,"totalUnrealized":0.0,"totalUnrealizedAsMargin":0.0,"availableMargin":${free},` +
    `"marginEquity":${total},"type":"multiCollateralMarginAccount"},` +
    `"cash":{"balances":{${cash.join(',')}},"type":"cashAccount"}}`
  )
}

const volumesText = ({ fees }: TestAccount): string =>
  `"volumesByFeeSchedule":{"${FEE_SCHEDULE}":${dotted(Number(fees.level), 0)}}`

/** The public fee schedules, in percent. The second tier belongs to the account with better fees. */
export function feeSchedulesText(tiers: readonly { volume: string; maker: number; taker: number }[]): string {
  const tier = ({ volume, maker, taker }: (typeof tiers)[number]) =>
    `{"makerFee":${shortText(maker, 4)},"takerFee":${shortText(taker, 4)},"usdVolume":${volume}.0}`
  return `"feeSchedules":[{"uid":"${FEE_SCHEDULE}","name":"Linear","tiers":[${tiers.map(tier).join(',')}]}]`
}
