import { FIELD_SENTENCES, withCharacter } from './errors.ts'
import { z } from './zod.ts'

/**
 * Invisible characters without a meaning: soft hyphens, spaces of no width and marks of direction. Joiners may be seen.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g
/** Line breaks of other programs: of Windows, of word processors (U+000B, U+2028) and of old standards. */
const BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** NUL and other control characters, and halves of characters, are refused everywhere (security.md 53). */
const UNUSABLE = /[\p{Cc}\p{Surrogate}]/u

/** Empties a text in which nothing can be seen: spaces, format characters, and fillers such as U+3164 and U+2800. */
const blankAsEmpty = (text: string): string =>
  /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text) ? text : ''

/** Length of a text in characters (code points). */
export const characters = (text: string): number => [...text].length

/** A line in one Unicode form: odd spaces and tabs become plain spaces, and invisible characters are taken out. */
const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[^\S\r\n]/g, ' ')

/**
 * The plain form of a text that has letters and digits of ASCII alone, such as a number, a code or a key. Letters of
 * full width, dashes and spaces of other programs become plain ASCII characters, and invisible characters are taken
 * out.
 */
export const plainForm = (text: string): string =>
  oneLine(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Pd}\u2212]/gu, '-')

/**
 * Refuses a text in which the pattern finds a character, and names the character: the pattern's group where it has one
 * (security.md 53).
 */
export const without =
  (pattern: RegExp, sentence: string = FIELD_SENTENCES.wrong) =>
  (text: string, context: { addIssue(issue: { code: 'custom'; message: string }): void }): void => {
    const [whole, found = whole] = pattern.exec(text) ?? []
    if (found !== undefined) context.addIssue({ code: 'custom', message: withCharacter(sentence, found) })
  }

/** A short text on one line, of `least` to `most` characters. `form` gives the text the form in which it is judged. */
export const field = (most: number, least = 0, form: (text: string) => string = oneLine) =>
  z
    .string()
    .min(least)
    .max(2 * most)
    .transform(form)
    .superRefine(without(UNUSABLE))
    .pipe(z.string().min(least).max(most))

/** A line that must not be blank, such as a name or a title (security.md 53). */
export const line = (most: number, missing: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : undefined) })
    .max(2 * most)
    .transform((text) => blankAsEmpty(oneLine(text).trim()))
    .superRefine(without(UNUSABLE))
    .pipe(z.string().min(1, missing).max(most))

/**
 * Lines of text as they were typed, in one Unicode form and with one kind of line break; tabs may be in them
 * (security.md 53). With `missing` null, a blank text is allowed and becomes empty.
 */
export const prose = (most: number, missing: string | null) =>
  z
    .string({ error: (issue) => (issue.input === undefined && missing !== null ? missing : undefined) })
    .max(2 * most)
    .transform((text) => blankAsEmpty(text.normalize('NFC').replace(BREAKS, '\n')))
    .superRefine(without(/(?![\n\t])[\p{Cc}\p{Surrogate}]/u))
    .pipe(z.string().max(most))
    .refine((text) => missing === null || text !== '', { error: missing ?? undefined })

const utf8Length = (text: string) =>
  [...text].reduce((sum, one) => {
    const code = one.codePointAt(0) ?? 0
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4)
  }, 0)

/** A password is neither trimmed nor changed in any way (security.md 5). */
export const PASSWORD = z
  .string()
  .max(512)
  .refine((text) => !/[\0\p{Surrogate}]/u.test(text))
  .refine((text) => characters(text) <= 128 && utf8Length(text) <= 512)
