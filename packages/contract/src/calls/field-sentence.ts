import { FIELD_SENTENCES, KEY_FORM, PAPER_SENTENCES, SIGN_UP, TEXT_FORM, TRADE_SENTENCES } from './errors.ts'

/** An issue of a schema as far as a person is told of it; zod's own and the schema compiler's both fit. */
type FieldIssue = {
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly values?: unknown
}

/** Every sentence that a form has of its own. */
export const FORM_SENTENCES: ReadonlySet<string> = new Set<string>([
  ...Object.values(SIGN_UP),
  ...Object.values(KEY_FORM),
  ...Object.values(TEXT_FORM),
  PAPER_SENTENCES.amount,
  TRADE_SENTENCES.amount,
])

/** What a form says beside the field: the schema's sentence where it has one, else what kind of mistake it is. */
export function fieldSentence({ code, message, origin, minimum, values }: FieldIssue): string {
  if (message !== undefined && FORM_SENTENCES.has(message)) return message
  if (code === 'invalid_value' && Array.isArray(values)) return FIELD_SENTENCES.oneOf(values.map(String))
  // A number has a range, not a length.
  if (code?.startsWith('too_') && origin !== 'string') return FIELD_SENTENCES.wrong
  // Of one character at least: nothing was typed.
  if (code === 'too_small') return minimum === 1 ? FIELD_SENTENCES.missing : FIELD_SENTENCES.tooShort
  if (code === 'too_big') return FIELD_SENTENCES.tooLong
  if (code === 'invalid_type' && message?.endsWith('received undefined')) return FIELD_SENTENCES.missing
  return FIELD_SENTENCES.wrong
}
