import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, text, timestamp } from 'drizzle-orm/pg-core'

/** A random id of 128 bits, as 22 letters of base64url (security.md 35); made by `newId` of the system adapters. */
export const id = () => text('id').primaryKey()

/** A moment in ms, by the server's clock unless the column says otherwise. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Hashes and sealed values. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Lower case by ICU's root collation: a plain lower() folds only ASCII in locale C, and I to ı in Turkish. */
export const small = (given: SQL): SQL => sql`lower((${given}) collate "und-x-icu")`

/** A text folded for search, in the steps of `foldText`; used for stored texts and search words alike. */
export const folded = (given: SQL): SQL =>
  sql`translate(${small(
    sql`normalize(translate(regexp_replace(normalize(${given}, NFD), U&'[\\0300-\\036F]', '', 'g'), U&'\\0131', 'i'), NFC)`,
  )}, U&'\\03C2', U&'\\03C3')`

/** Whether a column has one of a list's words; the words are our own, and need no escape. */
export const isAmong = (column: AnyPgColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
