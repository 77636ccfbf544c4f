import { NoRespondersError, RequestError, TimeoutError } from '@nats-io/nats-core'
import type { BusAnswer, BusFailure } from '../../app/ports/system/bus.ts'

/** The first byte of an answer: its kind. */
const ANSWERED = 1
const FAILED = 2
const TOO_LARGE = 3

export const REFUSALS = {
  failed: Uint8Array.of(FAILED),
  'too-large': Uint8Array.of(TOO_LARGE),
} as const satisfies Partial<Record<BusFailure, Uint8Array>>

export function answerBytes(bytes: Uint8Array): Uint8Array {
  const answer = new Uint8Array(bytes.length + 1)
  answer[0] = ANSWERED
  answer.set(bytes, 1)
  return answer
}

/** Reads an answer; any other form, as from a stranger, is none. */
export function answerIn(data: Uint8Array): BusAnswer {
  if (data[0] === ANSWERED) return { kind: 'answered', bytes: new Uint8Array(data.subarray(1)) }
  return { kind: 'unanswered', why: data[0] === TOO_LARGE ? 'too-large' : 'failed' }
}

/** Why NATS brought no answer. */
export function whyUnanswered(error: unknown): BusFailure {
  if (error instanceof TimeoutError) return 'late'
  if (error instanceof NoRespondersError) return 'nobody'
  if (error instanceof RequestError && error.isNoResponders()) return 'nobody'
  return 'cut'
}
