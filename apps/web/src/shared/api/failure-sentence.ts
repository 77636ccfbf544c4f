import { errors } from '../../text/frame/errors.ts'
import { ApiFailure } from './failure.ts'

/** Why a call failed: the server's sentence, else the sentence of its code, else the caller's (ERR-01). */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiFailure) || error.reason.kind !== 'refused') return fallback
  const { detail, code } = error.reason
  return detail ?? (code === null ? fallback : errors[code])
}
