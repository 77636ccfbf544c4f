import { z } from './zod.ts'

/** NUL and other control characters, and halves of characters, are refused everywhere (security.md 53). */
const isClean = (text: string) => !/[\p{Cc}\p{Surrogate}]/u.test(text)

/** Empties a text of which nothing is seen: spaces, format characters, and fillers such as U+3164 and U+2800. */
const blankAsEmpty = (text: string): string =>
  /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text) ? text : ''

/** Length of a text in characters (code points). */
export const characters = (text: string): number => [...text].length

/** A short text as it was typed, in one Unicode form, of `least` to `most` characters. */
export const field = (most: number, least = 0) =>
  z
    .string()
    .min(least)
    .max(2 * most)
    .refine(isClean)
    .transform((text) => text.normalize('NFC'))
    .pipe(z.string().max(most))

/**
 * One line that must not be blank; bidi controls are taken out, as they make a name read as another (security.md 53).
 */
export const line = (most: number, missing: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : undefined) })
    .max(2 * most)
    .refine(isClean)
    .transform((text) =>
      blankAsEmpty(
        text
          .normalize('NFC')
          .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
          .trim(),
      ),
    )
    .pipe(z.string().min(1, missing).max(most))

/**
 * Lines of text as they were typed, in one Unicode form; new lines and tabs may be in it (security.md 53). With
 * `missing` null it may be blank, and is empty then.
 */
export const prose = (most: number, missing: string | null) =>
  z
    .string({ error: (issue) => (issue.input === undefined && missing !== null ? missing : undefined) })
    .max(2 * most)
    .refine((text) => isClean(text.replace(/[\n\t]/g, '')))
    .transform((text) => blankAsEmpty(text.normalize('NFC')))
    .pipe(z.string().max(most))
    .refine((text) => missing === null || text !== '', { error: missing ?? undefined })

const utf8Length = (text: string) =>
  [...text].reduce((sum, one) => {
    const code = one.codePointAt(0) ?? 0
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4)
  }, 0)

/** Neither trimmed nor changed in any way: what was typed is the password (security.md 5). */
export const PASSWORD = z
  .string()
  .max(512)
  .refine((text) => !/[\0\p{Surrogate}]/u.test(text))
  .refine((text) => characters(text) <= 128 && utf8Length(text) <= 512)
