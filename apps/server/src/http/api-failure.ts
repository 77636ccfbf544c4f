import { ERROR_STATUS, type ErrorCode } from '@makas/contract'
import { SENTENCES } from './text.ts'

type More = {
  /** Says more than the sentence of the code. */
  readonly detail?: string
  /** A Turkish sentence for each field that was wrong. */
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfterS?: number
  /** Methods that the path does know. */
  readonly allow?: string
  /** What is stored now, where somebody else was quicker. */
  readonly current?: unknown
}

/** A refusal with a code of the contract; the one error handler makes the answer of it. */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly more: More

  constructor(code: ErrorCode, more: More = {}) {
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
