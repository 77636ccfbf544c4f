import type {
  CallFailure,
  KeyBalances,
  KeyFees,
  KeyPermissions,
  KeyRefusal,
  KeyWorld,
  Unreachable,
} from '../../../app/ports/key-vault.ts'
import type { Reply } from './send.ts'
import type { Call } from './signer.ts'

/** Why a call gave nothing, the exchange's codes made ours. */
export class CallRefusal extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.why)
    this.failure = failure
  }
}

export const refused = (why: KeyRefusal): CallFailure => ({ kind: 'refused', why })
export const unreachable = (why: Unreachable): CallFailure => ({ kind: 'unreachable', why })

/** Asks the exchange and gives what it said. @throws CallRefusal */
export type Ask = (call: Call) => Promise<unknown>

type Said = { readonly kind: 'said'; readonly value: unknown }

/** What differs between the account APIs of exchanges. What they answer is input like any other. */
export type AccountApi = {
  /** @throws CallRefusal where the exchange does not take the key. */
  readonly permissions: (ask: Ask, world: KeyWorld) => Promise<KeyPermissions>
  readonly balances: (ask: Ask, permissions: KeyPermissions) => Promise<KeyBalances>
  readonly fees: (ask: Ask, permissions: KeyPermissions) => Promise<KeyFees>
  /** The content of an answer, or why there is none. */
  readonly judge: (reply: Reply) => Said | CallFailure
  /** Where the exchange tells its time, epoch ms as number or text; null where calls carry no time. */
  readonly clock: { readonly call: Call; readonly read: (value: unknown) => unknown } | null
}

/** What a call says, or null where the key is not let in: the part that it would tell is then unknown. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallRefusal && error.failure.kind === 'refused') return null
    throw error
  }
}

/** What an HTTP status alone tells, where the exchange said nothing in words of its own. */
export function byStatus(status: number): CallFailure {
  // 418 is Binance's ban; the proxies before the exchanges answer 403 to whoever asks too often.
  if (status === 429 || status === 418 || status === 403) return unreachable('rate-limited')
  if (status === 451) return unreachable('blocked')
  return unreachable(status >= 500 ? 'server-error' : 'unreadable')
}
