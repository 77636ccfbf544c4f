import type {
  CallFailure,
  KeyBalances,
  KeyFees,
  KeyPermissions,
  KeyRefusal,
  KeyWorld,
  Part,
  UnreachableReason,
} from '../../../app/ports/trading/key-vault.ts'
import type { Reply } from './send.ts'
import type { Call } from './signer.ts'

/** A failed call, with the exchange's code translated into ours. */
export class CallRefusal extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.why)
    this.failure = failure
  }
}

export const refused = (why: KeyRefusal): CallFailure => ({ kind: 'refused', why })
export const unreachable = (why: UnreachableReason, until?: number): CallFailure => ({
  kind: 'unreachable',
  why,
  ...(until === undefined ? {} : { until }),
})

/** Calls the exchange and returns the content of its answer. @throws CallRefusal */
export type Ask = (call: Call) => Promise<unknown>

type AnswerContent = { readonly kind: 'said'; readonly value: unknown }

/** The account API of an exchange. Its answers are untrusted input. */
export type AccountApi = {
  /** @throws CallRefusal where the exchange does not take the key. */
  readonly permissions: (ask: Ask, world: KeyWorld) => Promise<KeyPermissions>
  readonly balances: (ask: Ask, permissions: KeyPermissions) => Promise<KeyBalances>
  readonly fees: (ask: Ask, permissions: KeyPermissions) => Promise<KeyFees>
  readonly judge: (reply: Reply) => AnswerContent | CallFailure
  /** The call for the exchange's time, epoch ms as number or text; null where calls carry no time. */
  readonly clock: { readonly call: Call; readonly read: (value: unknown) => unknown } | null
}

/** The result of a call; null where the exchange refuses the key, and that part of the reading is unknown. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallRefusal && error.failure.kind === 'refused') return null
    throw error
  }
}

/** The failure by the HTTP status alone, for answers without the exchange's own code. */
export function byStatus(status: number): CallFailure {
  // 418 is Binance's ban; proxies before the exchanges answer 403 to too many calls.
  if (status === 429 || status === 418 || status === 403) return unreachable('rate-limited')
  if (status === 451) return unreachable('blocked')
  return unreachable(status >= 500 ? 'server-error' : 'unreadable')
}

/** A part of an answer, or why its call failed. */
export async function part<T>(answer: Promise<T>): Promise<Part<T>> {
  try {
    return { kind: 'read', value: await answer }
  } catch (error) {
    if (error instanceof CallRefusal) return error.failure
    throw error
  }
}
