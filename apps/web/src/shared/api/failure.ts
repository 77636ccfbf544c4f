import type { ErrorCode } from '@makas/contract'

/** Why a call gave no usable answer. */
export type FailureReason =
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: ErrorCode | null
      readonly detail: string | null
      /** Error of each wrong field by name. */
      readonly fields: Readonly<Record<string, string>>
      /** Seconds to wait before a retry; null where the server did not say. */
      readonly retryAfterS: number | null
      /** The stored version, where another writer was first. */
      readonly current?: unknown
    }
  | { readonly kind: 'unreadable' }

/** The only error that the calls of the site throw. */
export class ApiFailure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, cause?: unknown) {
    super(`api call failed: ${reason.kind}`, { cause })
    this.name = 'ApiFailure'
    this.reason = reason
  }
}

/** Code of a refused call; null for any other error. */
export function failureCode(error: unknown): ErrorCode | null {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.code : null
}

/** HTTP status of a refused call; null for any other error. */
export function failureStatus(error: unknown): number | null {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.status : null
}

/** Errors of a refused call by field name; empty for any other error. */
export function failureFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.fields : {}
}

/** The version that another writer stored first, as the server sent it; undefined for any other failure. */
export function storedMeanwhile(error: unknown): unknown {
  return error instanceof ApiFailure && error.reason.kind === 'refused' ? error.reason.current : undefined
}

/** Whether a call got no answer at all. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && error.reason.kind === 'unreachable'
}

/** Seconds of a Retry-After header; our server never sends a date. */
export function waitOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
