import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, json, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { AccountDifference, HeldBefore } from '../../../app/ports/trading/key-store.ts'
import { at, bytes, id, isAmong } from './columns.ts'
import { users } from './users.ts'

/**
 * A connection to an exchange (security.md 39-41). Key, secret and passphrase are sealed with the record's own data
 * key, which is sealed with the key-encryption key `keyId`; nothing here opens without the key file.
 */
export const exchangeKeys = pgTable(
  'exchange_keys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    exchange: text('exchange').$type<ExchangeId>().notNull(),
    isTestnet: boolean('is_testnet').notNull(),
    /** A key of the built-in demo market. */
    isDemo: boolean('is_demo').notNull().default(false),
    name: text('name').notNull(),
    /** The only form in which the key is ever shown (security.md 43). */
    maskedKey: text('masked_key').notNull(),
    sealedKey: bytes('sealed_key').notNull(),
    sealedSecret: bytes('sealed_secret').notNull(),
    sealedPassphrase: bytes('sealed_passphrase'),
    sealedDataKey: bytes('sealed_data_key').notNull(),
    keyId: text('key_id').notNull(),
    formatVersion: integer('format_version').notNull(),
    status: text('status').$type<'connected' | 'error' | 'pending' | 'disabled'>().notNull(),
    statusReason: text('status_reason'),
    /** Permissions by name; null where the exchange cannot be asked. */
    permissions: json('permissions').$type<Readonly<Record<string, boolean | null>>>().notNull(),
    /** Balances as last read, exact decimal texts by asset. */
    balance: json('balance').$type<Readonly<Record<string, string>>>(),
    /** The user's own taker fees, exact decimal texts by market, as last read. */
    fees: json('fees').$type<Readonly<Record<string, string>>>(),
    /** What the account held, apart from what the running trade moved, when a look began to watch it. */
    heldBefore: json('held_before').$type<HeldBefore>(),
    /** What the account holds other than trades account for; no new orders while it is set. */
    difference: json('difference').$type<AccountDifference>(),
    /** When the owner cleared the differences: trades that began before are not watched any more. */
    clearedAt: at('cleared_at'),
    lastCheckedAt: at('last_checked_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    unique('exchange_keys_one_each').on(table.userId, table.exchange, table.isTestnet, table.isDemo),
    index('exchange_keys_key_id').on(table.keyId),
    index('exchange_keys_last_checked_at').on(table.lastCheckedAt),
    check('exchange_keys_exchange', isAmong(table.exchange, EXCHANGES)),
    check('exchange_keys_status', sql`${table.status} in ('connected', 'error', 'pending', 'disabled')`),
  ],
)

/** The record that remains of a deleted key (security.md 48). */
export const deletedKeys = pgTable('deleted_keys', {
  id: id(),
  exchange: text('exchange').notNull(),
  deletedAt: at('deleted_at').notNull(),
})
