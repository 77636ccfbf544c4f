import {
  FIELD_SENTENCES,
  isWithCharacter,
  KEY_FORM,
  PAPER_SENTENCES,
  SIGN_UP,
  TEXT_FORM,
  TRADE_SENTENCES,
} from './errors.ts'

/** The fields of a schema's issue from which sentences are made; both zod's issues and the schema compiler's fit. */
type FieldIssue = {
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly values?: unknown
}

/** Sentences that the forms define. */
const FORM_SENTENCES: ReadonlySet<string> = new Set<string>([
  ...Object.values(SIGN_UP),
  ...Object.values(KEY_FORM),
  ...Object.values(TEXT_FORM),
  PAPER_SENTENCES.amount,
  TRADE_SENTENCES.amount,
])

/** Whether a form defines the sentence, or the sentence names the character that is in the way. */
export const isFormSentence = (sentence: string): boolean => FORM_SENTENCES.has(sentence) || isWithCharacter(sentence)

/** The sentence beside a field: the schema's own sentence where it has one, else a sentence for the kind of mistake. */
export function fieldSentence({ code, message, origin, minimum, values }: FieldIssue): string {
  if (message !== undefined && isFormSentence(message)) return message
  if (code === 'invalid_value' && Array.isArray(values)) return FIELD_SENTENCES.oneOf(values.map(String))
  // A number has a range, not a length.
  if (code?.startsWith('too_') && origin !== 'string') return FIELD_SENTENCES.wrong
  // A text with a minimum of one character is empty.
  if (code === 'too_small') return minimum === 1 ? FIELD_SENTENCES.missing : FIELD_SENTENCES.tooShort
  if (code === 'too_big') return FIELD_SENTENCES.tooLong
  if (code === 'invalid_type' && message?.endsWith('received undefined')) return FIELD_SENTENCES.missing
  return FIELD_SENTENCES.wrong
}
