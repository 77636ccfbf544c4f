import { ERROR_STATUS, type ErrorCode } from '@makas/contract'
import { SENTENCES } from './text.ts'

type FailureDetails = {
  /** Sentence that is shown in place of the code's own. */
  readonly detail?: string
  /** A Turkish sentence for each field that is wrong. */
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds for the Retry-After header. */
  readonly retryAfterS?: number
  readonly allow?: string
  /** The stored state, where another change came first. */
  readonly current?: unknown
}

/** A refusal with a code of the contract; the error handler makes the answer of it. */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly more: FailureDetails

  constructor(code: ErrorCode, more: FailureDetails = {}) {
    super(code)
    this.name = 'ApiFailure'
    this.code = code
    this.more = more
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  get body(): string {
    const { fields, detail, current } = this.more
    return JSON.stringify({
      detail: detail ?? SENTENCES[this.code],
      code: this.code,
      ...(fields === undefined ? {} : { fields }),
      ...(current === undefined ? {} : { current }),
    })
  }
}
