import type { ErrorCode } from '@makas/contract'
import { failureFields } from '../../../shared/api/failure.ts'
import { sentenceOf } from '../../../shared/api/failure-sentence.ts'

/** Refusals that do not change when the question is repeated. */
export const FINAL: readonly (ErrorCode | null)[] = ['opportunity-closed', 'premium-required', 'validation']

/** The server's sentence; for a wrong amount its sentence about the field. */
export const refusalSentence = (error: unknown, fallback: string): string =>
  failureFields(error).amount ?? sentenceOf(error, fallback)
