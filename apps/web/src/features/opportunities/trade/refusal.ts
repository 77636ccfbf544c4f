import type { ErrorCode } from '@makas/contract'
import { failureFields } from '../../../shared/api/failure.ts'
import { sentenceOf } from '../../../shared/api/failure-sentence.ts'

/** Refusals that the same question would meet again. */
export const FINAL: readonly (ErrorCode | null)[] = ['opportunity-closed', 'premium-required', 'validation']

/** The server's sentence; of a wrong amount what it says of that. */
export const refusalSentence = (error: unknown, fallback: string): string =>
  failureFields(error).amount ?? sentenceOf(error, fallback)
