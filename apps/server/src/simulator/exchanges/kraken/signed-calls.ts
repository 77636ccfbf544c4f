import { ExchangeAccounts } from '../../accounts/exchange-accounts.ts'
import type { KeyRefusal } from '../../accounts/key-refusal.ts'
import type { Rights, TestAccount } from '../../accounts/test-account.ts'
import { wallMs } from '../../clock.ts'
import type { Context, RestRequest } from '../../wire/front.ts'
import { nonceOf, signatureOf } from './signature.ts'

/**
 * Capacity of each key's counter. A call adds one, and the counter sinks by half a call per second (docs: intermediate
 * accounts).
 */
const MOST_CALLS = 20
const SUNK_PER_SECOND = 0.5

const REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  unknown: 'EAPI:Invalid key',
  signature: 'EAPI:Invalid signature',
  clock: 'EAPI:Invalid nonce',
  // The documents name no error for a wrong address. Two have been reported: a key bound to another address gets the
  // invalid-key error, a scripted refusal the error below.
  address: 'EGeneral:Permission denied',
  expired: 'EAPI:Invalid key',
  permission: 'EGeneral:Permission denied',
  lockout: 'EGeneral:Temporary lockout',
  maintenance: 'EService:Unavailable',
}

/** The calling account, its rights, and the parameters of the body. */
export interface Caller {
  readonly account: TestAccount
  readonly rights: Rights
  readonly params: ReadonlyMap<string, string>
  readonly nonce: string
}

/** Authenticates Kraken's signed calls. They carry no timestamp: a nonce must be greater than all earlier nonces. */
export class SignedCalls {
  readonly keys: ExchangeAccounts
  readonly #context: Context
  readonly #nonces = new Map<string, bigint>()
  readonly #levels = new Map<string, { level: number; time: number }>()

  constructor(context: Context) {
    this.#context = context
    this.keys = new ExchangeAccounts(context, 'kraken')
  }

  admit(request: RestRequest): Caller | string {
    const scripted = this.keys.scripted()
    if (scripted) return REFUSALS[scripted]
    const { headers, path, body, address } = request
    const account = this.keys.find(headers['api-key'] ?? '')
    if (!account || account.isExpired || !this.keys.admits(account, address)) return REFUSALS.unknown
    const params = paramsOf(body, headers['content-type'] ?? '')
    const text = params?.get('nonce') ?? ''
    const nonce = nonceOf(text)
    if (!params || nonce === null) return REFUSALS.clock
    if (headers['api-sign'] !== signatureOf(account.secret, path, text, body)) return REFUSALS.signature
    const last = this.#nonces.get(account.apiKey)
    if (last !== undefined && nonce <= last) return REFUSALS.clock
    this.#nonces.set(account.apiKey, nonce)
    if (!this.#isWithinLimit(account.apiKey)) {
      this.#context.counters.refusals += 1
      return 'EAPI:Rate limit exceeded'
    }
    return { account, rights: this.keys.rightsOf(account), params, nonce: text }
  }

  #isWithinLimit(apiKey: string): boolean {
    const now = wallMs()
    const { level, time } = this.#levels.get(apiKey) ?? { level: 0, time: now }
    const raised = Math.max(0, level - ((now - time) / 1000) * SUNK_PER_SECOND) + 1
    const isWithin = raised <= MOST_CALLS || !this.#context.limits
    // A refused call is not counted: else a client that keeps trying would never be admitted again.
    this.#levels.set(apiKey, { level: isWithin ? raised : raised - 1, time: now })
    return isWithin
  }
}

/** The body's parameters, from a form or JSON; null for anything else. */
function paramsOf(body: string, contentType: string): ReadonlyMap<string, string> | null {
  if (!contentType.startsWith('application/json')) return new Map(new URLSearchParams(body))
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return null
    return new Map(Object.entries(value).map(([name, one]) => [name, String(one)]))
  } catch {
    return null
  }
}
