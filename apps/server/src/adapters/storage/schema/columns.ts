import { type SQL, sql } from 'drizzle-orm'
import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** A random id of 128 bits, as 22 letters of base64url (security.md 35); made by `newId` of the system adapters. */
export const id = () => text('id').primaryKey()

/** A moment, to the millisecond like our clock; the clock is always ours, never the database's. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Hashes and sealed values. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * A text as search sees it, by the rule of `foldText`: taken apart, without its marks, the dotless i with its dot, in small
 * letters. What is stored and what is looked for both go through here: only the database knows what it calls a small letter.
 */
export const folded = (given: SQL): SQL =>
  sql`lower(translate(regexp_replace(normalize(${given}, NFD), U&'[\\0300-\\036F]', '', 'g'), U&'\\0131', 'i'))`
