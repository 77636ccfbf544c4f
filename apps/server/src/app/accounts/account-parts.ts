import type { AccountPorts } from '../ports/account-ports.ts'
import type { Clock } from '../ports/clock.ts'
import { BearerCheck } from './bearer-check.ts'

/** What the use cases of accounts need. */
export type AccountParts = AccountPorts & {
  readonly bearers: BearerCheck
  readonly clock: Clock
  readonly log: (event: string, data: object) => void
  /** `RATE_LIMIT_SCALE`. */
  readonly limitScale: number
}

/** The use cases' side of what the adapters are. */
export const makeAccountParts = (outside: Omit<AccountParts, 'bearers'>): AccountParts => ({
  ...outside,
  bearers: new BearerCheck(outside.tokens, outside.sessions, outside.clock),
})

/** Where a request comes from. */
export type Visit = {
  readonly address: string
  /** The address as limits count it: of IPv6 what one subscriber owns. */
  readonly subscriber: string
  /** Its /24, of IPv6 its /48 (security.md 20). */
  readonly neighbourhood: string
  readonly requestId: string
  /** As the browser names itself; null where it does not. */
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

/** Why an account's use case did nothing, or only counted. */
export class AccountRefusal extends Error {
  readonly code: Code
  readonly retryAfterS: number | null

  constructor(code: Code, retryAfterS: number | null = null) {
    super(code)
    this.code = code
    this.retryAfterS = retryAfterS
  }
}
