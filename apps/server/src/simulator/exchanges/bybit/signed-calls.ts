import { type Caller, ExchangeAccounts } from '../../accounts/exchange-accounts.ts'
import type { KeyRefusal } from '../../accounts/key-refusal.ts'
import type { Context, RestRequest } from '../../wire/front.ts'
import { isTimely, type SignedHeaders, signatureOf } from './signature.ts'

/** A refusal, which comes with HTTP 200. */
export interface Refusal {
  readonly retCode: number
  readonly retMsg: string
}

const say = (retCode: number, retMsg: string): Refusal => ({ retCode, retMsg })

/** Refusals whose text needs no detail of the call. */
const REFUSALS: Readonly<Record<KeyRefusal, Refusal>> = {
  unknown: say(
    10003,
    'API key is invalid. Check whether the key and domain are matched, there are 4 env: mainnet, testnet, mainnet-demo, testnet-demo',
  ),
  signature: say(10004, 'Error sign, please check your signature generation algorithm.'),
  clock: say(10002, 'invalid request, please check your server timestamp or recv_window param.'),
  address: say(10010, "Unmatched IP, please check your API key's bound IP addresses."),
  // The code of derivatives. For spot the documents also name -2015.
  expired: say(33004, 'Your api key has expired.'),
  permission: say(10005, 'Permission denied, please check your API key permissions.'),
  lockout: say(10009, 'IP has been banned.'),
  maintenance: say(10016, 'Server error.'),
}

/** Authenticates Bybit's signed calls. */
export class SignedCalls {
  readonly keys: ExchangeAccounts
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
    this.keys = new ExchangeAccounts(context, 'bybit')
  }

  get notPermitted(): Refusal {
    return REFUSALS.permission
  }

  admit(request: RestRequest): Caller | Refusal {
    const scripted = this.keys.scripted()
    if (scripted) return REFUSALS[scripted]
    const { headers } = request
    const sent: SignedHeaders = {
      apiKey: headers['x-bapi-api-key'] ?? '',
      timestamp: headers['x-bapi-timestamp'] ?? '',
      recvWindow: headers['x-bapi-recv-window'] ?? '',
    }
    const sign = headers['x-bapi-sign'] ?? ''
    if (sent.apiKey === '' || sent.timestamp === '' || sign === '')
      return say(10001, `empty value: apiTimestamp[${sent.timestamp}] apiKey[${sent.apiKey}] apiSignature[${sign}]`)
    // Live and test network are two hosts, and each knows only its own keys.
    const account = this.keys.findIn(request.isTestnet ? 'test' : 'live', sent.apiKey)
    if (!account) return REFUSALS.unknown
    const now = this.#context.wall('bybit')
    const timely = isTimely(sent, now)
    if (timely === null) return say(10001, 'Request parameter error: timestamp or recv_window is no number.')
    if (!timely) {
      const detail = `req_timestamp[${sent.timestamp}],server_timestamp[${now}],recv_window[${sent.recvWindow || 5000}]`
      return say(REFUSALS.clock.retCode, `${REFUSALS.clock.retMsg} ${detail}`)
    }
    if (sign !== signatureOf(account.secret, sent, request.method === 'GET' ? request.search : request.body))
      return REFUSALS.signature
    if (account.isExpired) return REFUSALS.expired
    return this.keys.admits(account, request.address)
      ? { account, rights: this.keys.rightsOf(account) }
      : REFUSALS.address
  }
}
