import { ExchangeAccounts } from '../../accounts/exchange-accounts.ts'
import type { KeyRefusal } from '../../accounts/key-refusal.ts'
import type { Rights, TestAccount } from '../../accounts/test-account.ts'
import type { Context, RestReply, RestRequest } from '../../wire/front.ts'
import { wrong } from './request-weights.ts'
import { isSignedBy, signedPayload, type Timing, timingOf } from './signature.ts'

/** Unknown key, address and permission share one error on purpose, on spot and futures. */
const NOT_YOURS = () => wrong(-2015, 'Invalid API-key, IP, or permissions for action.', 401)
const mandatory = (name: string) =>
  wrong(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)

const REFUSALS: Readonly<Record<KeyRefusal, () => RestReply>> = {
  unknown: NOT_YOURS,
  address: NOT_YOURS,
  permission: NOT_YOURS,
  expired: NOT_YOURS,
  signature: () => wrong(-1022, 'Signature for this request is not valid.'),
  clock: () => wrong(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  lockout: () => wrong(-1002, 'You are not authorized to execute this request.', 401),
  maintenance: () => wrong(1, 'System is under maintenance.', 503),
}

const TIMINGS: Readonly<Record<Exclude<Timing, 'good'>, () => RestReply>> = {
  ahead: () => wrong(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  late: REFUSALS.clock,
  'window-too-long': () => wrong(-1131, 'recvWindow must be less than 60000.'),
  malformed: () => wrong(-1100, "Illegal characters found in parameter 'timestamp'; legal range is '^[0-9]{1,20}$'."),
}

/** The calling account, its rights, and the parameters of query and body together. */
export interface Caller {
  readonly account: TestAccount
  readonly rights: Rights
  readonly params: URLSearchParams
}

/** Authenticates the signed calls of one of Binance's hosts. */
export class SignedCalls {
  readonly keys: ExchangeAccounts
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
    this.keys = new ExchangeAccounts(context, 'binance')
  }

  /** Answers the call if the key, the time, the signature and the key's rights allow it. */
  answer(request: RestRequest, may: (rights: Rights) => boolean, reply: (caller: Caller) => RestReply): RestReply {
    const apiKey = request.headers['x-mbx-apikey'] ?? ''
    const scripted = this.keys.scripted()
    if (scripted) return REFUSALS[scripted]()
    if (!/^[A-Za-z0-9]{64}$/.test(apiKey)) return wrong(-2014, 'API-key format invalid.', 401)
    const params = new URLSearchParams(request.search)
    // Where query and body have the same parameter, the value of the query counts.
    for (const [name, value] of new URLSearchParams(request.body)) if (!params.has(name)) params.append(name, value)
    const timestamp = params.get('timestamp') ?? ''
    if (timestamp === '') return mandatory('timestamp')
    const signature = params.get('signature') ?? ''
    if (signature === '') return mandatory('signature')

    const account = this.keys.findIn(request.isTestnet ? 'test' : 'live', apiKey)
    if (!account || account.isExpired || !this.keys.admits(account, request.address)) return NOT_YOURS()
    const timing = timingOf(timestamp, params.get('recvWindow'), this.#context.wall('binance'))
    if (timing !== 'good') return TIMINGS[timing]()
    if (!isSignedBy(account.secret, signedPayload(request.search, request.body), signature)) return REFUSALS.signature()
    const rights = this.keys.rightsOf(account)
    return may(rights) ? reply({ account, rights, params }) : NOT_YOURS()
  }
}
