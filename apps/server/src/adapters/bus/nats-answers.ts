import type { BusAnswer, BusFailure } from '../../app/ports/system/bus.ts'
import { CODE_BYTES, type Codes } from './message-codes.ts'

/** The first byte of an answer: its kind. */
const ANSWERED = 1
const FAILED = 2
const TOO_LARGE = 3

const KINDS = { failed: FAILED, 'too-large': TOO_LARGE } as const satisfies Partial<Record<BusFailure, number>>
export type Refusal = keyof typeof KINDS

/** An answer: its kind, the code of question, kind and content, the content. `question`: the question's code. */
export function answerBytes(codes: Codes, question: Uint8Array, answer: Uint8Array | Refusal): Uint8Array {
  const isRefusal = typeof answer === 'string'
  const kind = Uint8Array.of(isRefusal ? KINDS[answer] : ANSWERED)
  const content = isRefusal ? new Uint8Array(0) : answer
  return Buffer.concat([kind, codes.code(question, kind, content), content])
}

/** Reads the answer to a question; null for anything else, as from a stranger or to another question. */
export function answerIn(codes: Codes, question: Uint8Array, data: Uint8Array): BusAnswer | null {
  const [kind, code, bytes] = [data.subarray(0, 1), data.subarray(1, 1 + CODE_BYTES), data.slice(1 + CODE_BYTES)]
  if (!codes.fits(code, question, kind, bytes)) return null
  if (kind[0] === ANSWERED) return { kind: 'answered', bytes }
  return { kind: 'unanswered', why: kind[0] === TOO_LARGE ? 'too-large' : 'failed' }
}
