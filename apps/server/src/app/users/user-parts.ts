import type { Clock } from '../ports/system/clock.ts'
import type { UserPorts } from '../ports/users/user-ports.ts'
import { BearerCheck } from './sessions/bearer-check.ts'

/** What the use cases of users need. */
export type UserParts = UserPorts & {
  readonly bearers: BearerCheck
  readonly clock: Clock
  readonly log: (event: string, data: Readonly<Record<string, unknown>>) => void
  /** `RATE_LIMIT_SCALE`. */
  readonly limitScale: number
}

/** Adds the parts that the use cases make of the adapters themselves. */
export const makeUserParts = (outside: Omit<UserParts, 'bearers'>): UserParts => ({
  ...outside,
  bearers: new BearerCheck(outside.tokens, outside.sessions, outside.clock),
})

/** Origin of a request. */
export type Visit = {
  readonly address: string
  /** The address by which limits count: for IPv6 the prefix of one subscriber. */
  readonly subscriber: string
  /** The address's /24, for IPv6 its /48 (security.md 20). */
  readonly neighbourhood: string
  readonly requestId: string
  /** The user-agent header; null: the request has no such header. */
  readonly userAgent: string | null
}

type Code =
  | 'invalid-credentials'
  | 'totp-required'
  | 'totp-wrong'
  | 'unauthorized'
  | 'registration-failed'
  | 'password-weak'
  | 'proof-wrong'
  | 'proof-required'
  | 'token-invalid'
  | 'conflict'
  | 'idempotency-mismatch'
  | 'rate-limited'

/** Refusal by a use case of users: nothing was changed but counters. */
export class UserRefusal extends Error {
  readonly code: Code
  readonly retryAfterS: number | null

  constructor(code: Code, retryAfterS: number | null = null) {
    super(code)
    this.code = code
    this.retryAfterS = retryAfterS
  }
}
