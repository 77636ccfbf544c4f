import { type Caller, ExchangeAccounts } from '../../accounts/exchange-accounts.ts'
import type { KeyRefusal } from '../../accounts/key-refusal.ts'
import type { TestAccount } from '../../accounts/test-account.ts'
import type { Context, RestReply, RestRequest } from '../../wire/front.ts'
import { wrong } from './perp-rest.ts'
import { isTimely, signatureOf, timeOf } from './signature.ts'

const UNAUTHORIZED = 401
const empty = (code: string, header: string) => wrong(code, `Request header "${header}" cannot be empty.`, UNAUTHORIZED)

const REFUSALS: Readonly<Record<KeyRefusal, (address: string) => RestReply>> = {
  unknown: () => wrong('50119', "API key doesn't exist", UNAUTHORIZED),
  signature: () => wrong('50113', 'Invalid Sign', UNAUTHORIZED),
  clock: () => wrong('50102', 'Timestamp request expired', UNAUTHORIZED),
  address: (address) =>
    wrong(
      '50110',
      `Your IP ${address} is not included in your API key's IP whitelist. Please add it to the whitelist and try again.`,
      UNAUTHORIZED,
    ),
  expired: () => wrong('50100', 'API frozen, please contact customer service.', 403),
  permission: () => wrong('50120', "This API key doesn't have permission to use this function", 200),
  lockout: () => wrong('50114', 'Invalid Authority', UNAUTHORIZED),
  maintenance: () => wrong('50001', 'Service temporarily unavailable. Please try again later.', 503),
}

export class SignedCalls {
  readonly keys: ExchangeAccounts
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
    this.keys = new ExchangeAccounts(context, 'okx')
  }

  admit(request: RestRequest): Caller | { readonly refusal: RestReply } {
    const refusal = this.#refusal(request)
    if (refusal) return { refusal }
    // A call that was not refused has a known key.
    const account = this.keys.find(request.headers['ok-access-key'] ?? '') as TestAccount
    return { account, rights: this.keys.rightsOf(account) }
  }

  /** The refusal of a call that the key's rights do not allow. */
  notPermitted(address: string): RestReply {
    return REFUSALS.permission(address)
  }

  #refusal({ headers, method, path, search, body, address }: RestRequest): RestReply | undefined {
    const scripted = this.keys.scripted()
    if (scripted) return REFUSALS[scripted](address)
    const apiKey = headers['ok-access-key'] ?? ''
    const sign = headers['ok-access-sign'] ?? ''
    const timestamp = headers['ok-access-timestamp'] ?? ''
    const passphrase = headers['ok-access-passphrase'] ?? ''
    if (apiKey === '') return empty('50103', 'OK-ACCESS-KEY')
    if (passphrase === '') return empty('50104', 'OK-ACCESS-PASSPHRASE')
    if (sign === '') return empty('50106', 'OK-ACCESS-SIGN')
    if (timestamp === '') return empty('50107', 'OK-ACCESS-TIMESTAMP')
    const sentMs = timeOf(timestamp)
    if (sentMs === null) return wrong('50112', 'Invalid OK-ACCESS-TIMESTAMP', UNAUTHORIZED)
    if (!isTimely(sentMs, this.#context.wall('okx'))) return REFUSALS.clock(address)
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(apiKey))
      return wrong('50111', 'Invalid OK-ACCESS-KEY', UNAUTHORIZED)
    const account = this.keys.find(apiKey)
    if (!account) return REFUSALS.unknown(address)
    // One host serves both networks. A header names the network.
    if ((headers['x-simulated-trading'] === '1') !== (account.world === 'test'))
      return wrong('50101', 'APIKey does not match current environment.', UNAUTHORIZED)
    if (account.isExpired) return REFUSALS.expired(address)
    if (passphrase !== account.passphrase)
      return wrong('50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.', UNAUTHORIZED)
    const target = search === '' ? path : `${path}?${search}`
    if (sign !== signatureOf(account.secret, timestamp, method, target, body)) return REFUSALS.signature(address)
    return this.keys.admits(account, address) ? undefined : REFUSALS.address(address)
  }
}
