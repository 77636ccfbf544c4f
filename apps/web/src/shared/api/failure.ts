import type { ErrorCode } from '@makas/contract'

/** Why a call gave no usable answer. */
export type FailureReason =
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: ErrorCode | null
      readonly detail: string | null
      /** What is wrong with each field, by name; empty where it is not about fields. */
      readonly fields: Readonly<Record<string, string>>
      /** Seconds to wait before the same is asked again; null where the server did not say. */
      readonly retryAfterS: number | null
      /** What is stored now, where somebody else was quicker. */
      readonly current?: unknown
    }
  | { readonly kind: 'unreadable' }

/** The one error that the calls of the site throw. */
export class ApiFailure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, cause?: unknown) {
    super(`api call failed: ${reason.kind}`, { cause })
    this.name = 'ApiFailure'
    this.reason = reason
  }
}

/** The contract's code of a refused call, null for anything else. */
export function failureCode(error: unknown): ErrorCode | null {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.code : null
}

/** The HTTP status of a refused call, null for anything else. */
export function failureStatus(error: unknown): number | null {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.status : null
}

/** What a refused call says of its fields, by name; empty for anything else. */
export function failureFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.fields : {}
}

/** What somebody else stored meanwhile, as the server told it; undefined for any other failure. */
export function storedMeanwhile(error: unknown): unknown {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.current : undefined
}

/** Whether a call got no answer at all. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && error.reason.kind === 'unreachable'
}

/** Seconds of a Retry-After header; ours are never dates. */
export function waitOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
