import { type SQL, sql } from 'drizzle-orm'
import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** A random id of 128 bits, as 22 letters of base64url (security.md 35); made by `newId` of the system adapters. */
export const id = () => text('id').primaryKey()

/** A moment, to the millisecond like our clock, which it is taken from unless a column says otherwise. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Hashes and sealed values. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Small letters of no language, whatever the database was made for: a plain lower() knows only ASCII in C, and no dotted i in Turkish. */
export const small = (given: SQL): SQL => sql`lower((${given}) collate "und-x-icu")`

/** A text as search sees it, step by step as `foldText` does it. What is stored and what is looked for both go through here. */
export const folded = (given: SQL): SQL =>
  sql`translate(${small(
    sql`normalize(translate(regexp_replace(normalize(${given}, NFD), U&'[\\0300-\\036F]', '', 'g'), U&'\\0131', 'i'), NFC)`,
  )}, U&'\\03C2', U&'\\03C3')`
