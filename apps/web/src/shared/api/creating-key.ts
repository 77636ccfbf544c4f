import { steadyNow } from '../time/steady.ts'

/** How long an equal call that sends a text counts as a repetition, ms. */
const TEXT_FOR_MS = 24 * 3_600_000
/** The same for any other call, ms: shorter, because a person may want the call twice. */
const OTHER_FOR_MS = 120_000
/** Calls that send a text. */
const TEXTS = /^\S+ \S+(tickets|notes|messages|articles|replies)/

/** `to`: the text of the call before its body, which is audience and path. */
type UnansweredCall = { readonly key: string; readonly time: number; readonly to: string }

const unanswered = new Map<string, UnansweredCall>()

/**
 * The `Idempotency-Key` of a creating call. Until an answer comes, a repeated call has the key of the first call: the
 * server may have done that call, and only the answer was lost.
 */
export function creatingKey(call: string): string {
  const name = nameOf(call)
  const before = unanswered.get(name)
  const time = steadyNow()
  if (before !== undefined && time - before.time < (TEXTS.test(call) ? TEXT_FOR_MS : OTHER_FOR_MS)) return before.key
  const key = newKey()
  unanswered.set(name, { key, time, to: call.split(' {', 1)[0] ?? '' })
  return key
}

/** Records that the call was answered: from now on an equal call is a new call. */
export function answered(call: string): void {
  unanswered.delete(nameOf(call))
}

/** Forgets the calls to this path and below: what they may have created is gone, so an equal call is a new call. */
export function forgetCalls(path: string): void {
  for (const [name, { to }] of unanswered) if (to.includes(path)) unanswered.delete(name)
}

/** An unused random key; `crypto.randomUUID` is missing on plain http. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Two 32-bit hashes (FNV-1a, djb2) in place of the text: a call may hold a secret, which must not stay in memory. */
function nameOf(text: string): string {
  let fnv = 0x811c9dc5
  let djb = 5381
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    fnv = Math.imul(fnv ^ unit, 0x01000193)
    djb = (Math.imul(djb, 33) + unit) | 0
  }
  return `${fnv} ${djb} ${text.length}`
}
