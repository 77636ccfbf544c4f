import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** A random id of 128 bits, as 22 letters of base64url (security.md 35); made by `newId` of the system adapters. */
export const id = () => text('id').primaryKey()

/** A moment, to the millisecond like our clock; the clock is always ours, never the database's. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Hashes and sealed values. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
